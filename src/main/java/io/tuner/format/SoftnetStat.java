package io.tuner.format;

import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The file {@code /proc/net/softnet_stat} (net/core/net-procfs.c, softnet_seq_show): a line for
 * each CPU that is online, columns of 32 bits in hexadecimal. From Linux 5.10 on the thirteenth
 * names the CPU; before, only the place of the line does, where all CPUs are online.
 *
 * @param cpus by number of the CPU, or of the line
 */
public record SoftnetStat(Map<Integer, Cpu> cpus) {

  private static final int CPU_COLUMN = 12;
  private static final Pattern COLUMN = Pattern.compile("[0-9a-fA-F]{8}");

  /**
   * What one CPU did with packets that came in.
   *
   * @param processed packets
   * @param dropped packets, because the backlog was full (net.core.netdev_max_backlog)
   * @param squeezed how often it stopped with packets left, its budget or time used up
   *     (net.core.netdev_budget, net.core.netdev_budget_usecs)
   */
  public record Cpu(long processed, long dropped, long squeezed) {}

  public SoftnetStat {
    cpus = Collections.unmodifiableMap(new LinkedHashMap<>(cpus));
  }

  /** Reads the file; lines of another form are left out. */
  public static SoftnetStat parse(String text) {
    Map<Integer, Cpu> cpus = new LinkedHashMap<>();
    for (Line line : Line.split(text)) {
      String[] words = line.text().strip().split("\\s+");
      if (words.length < 3 || !Arrays.stream(words).allMatch(SoftnetStat::isColumn)) {
        continue;
      }
      long named = words.length > CPU_COLUMN ? number(words[CPU_COLUMN]) : cpus.size();
      if (named <= Integer.MAX_VALUE) {
        cpus.put((int) named, new Cpu(number(words[0]), number(words[1]), number(words[2])));
      }
    }
    return new SoftnetStat(cpus);
  }

  private static boolean isColumn(String word) {
    return COLUMN.matcher(word).matches();
  }

  private static long number(String column) {
    return Long.parseLong(column, 16);
  }
}
