package io.tuner.format;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The swap spaces in use, from {@code /proc/swaps} (proc(5), swapon(8)).
 *
 * @param swaps in the order of the file; lines that are none are left out
 */
public record SwapTable(List<Swap> swaps) {
  private static final Pattern LINE =
      Pattern.compile(
          "(\\S+)[ \\t]+(partition|file)[ \\t]+([0-9]{1,15})[ \\t]+([0-9]{1,15})[ \\t]+(-?[0-9]{1,9})");

  /**
   * One space, escapes decoded.
   *
   * @param path of the file or device, every link followed
   * @param kilobytes its size without the page that the signature takes
   * @param usedKilobytes what is swapped out to it
   * @param priority negative where the kernel chose it, which it does in the order of their coming
   */
  public record Swap(String path, long kilobytes, long usedKilobytes, int priority) {}

  /** Spaces in the given order. */
  public SwapTable {
    swaps = List.copyOf(swaps);
  }

  /** Reads the file. */
  public static SwapTable parse(String text) {
    List<Swap> swaps = new ArrayList<>();
    for (Line line : Line.split(text)) {
      Matcher fields = LINE.matcher(line.text().strip());
      if (fields.matches()) {
        swaps.add(
            new Swap(
                MountField.decode(fields.group(1)),
                Long.parseLong(fields.group(3)),
                Long.parseLong(fields.group(4)),
                Integer.parseInt(fields.group(5))));
      }
    }
    return new SwapTable(swaps);
  }

  /** The space of this path. */
  public Optional<Swap> of(String path) {
    return swaps.stream().filter(swap -> swap.path.equals(path)).findFirst();
  }
}
