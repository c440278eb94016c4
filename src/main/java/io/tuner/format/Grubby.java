package io.tuner.format;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What grubby(8) prints, among the warnings that it and the shell print beside. */
public final class Grubby {
  private static final Pattern FIELD = Pattern.compile("([a-z]+)=(\"?)(.*?)\\2");
  private static final Pattern NUMBER = Pattern.compile("[0-9]{1,6}");

  /**
   * One boot entry of {@code grubby --info=ALL} that boots Linux.
   *
   * @param index its number, by which the default is named
   * @param kernel path of the kernel
   * @param arguments the kernel command line, without root
   * @param title its title, or ""
   */
  public record Entry(int index, String kernel, KernelArguments arguments, String title) {}

  private Grubby() {}

  /** The Linux entries; those without a kernel or with an index that is no number are left out. */
  public static List<Entry> entries(String info) {
    List<Entry> entries = new ArrayList<>();
    Map<String, String> fields = new LinkedHashMap<>();
    for (Line line : Line.split(info)) {
      Matcher field = FIELD.matcher(line.text().strip());
      if (field.matches()) {
        if (field.group(1).equals("index")) {
          add(entries, fields);
          fields.clear();
        }
        fields.put(field.group(1), field.group(3));
      }
    }
    add(entries, fields);
    return entries;
  }

  private static void add(List<Entry> entries, Map<String, String> fields) {
    if (NUMBER.matcher(fields.getOrDefault("index", "")).matches()
        && fields.containsKey("kernel")) {
      entries.add(
          new Entry(
              Integer.parseInt(fields.get("index")),
              fields.get("kernel"),
              KernelArguments.parse(fields.getOrDefault("args", "")),
              fields.getOrDefault("title", "")));
    }
  }

  /** The kernel of {@code grubby --default-kernel}: the last line that is a path below /boot. */
  public static Optional<String> defaultKernel(String output) {
    return Line.split(output).stream()
        .map(line -> line.text().strip())
        .filter(line -> line.startsWith("/boot"))
        .reduce((first, last) -> last);
  }

  /** The number of {@code grubby --default-index}: the last line that is one. */
  public static OptionalInt defaultIndex(String output) {
    return Line.split(output).stream()
        .map(line -> line.text().strip())
        .filter(line -> NUMBER.matcher(line).matches())
        .mapToInt(Integer::parseInt)
        .reduce((first, last) -> last);
  }
}
