package io.tuner.format;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a host can hold in memory, from {@code /proc/meminfo} (proc_meminfo(5)).
 *
 * @param ram bytes of memory
 * @param swap bytes of swap space
 * @param reserved bytes of {@code ram} that are set aside as huge pages, of all sizes where the
 *     kernel says so ({@code Hugetlb}), else of the default one
 */
public record MemoryRoom(long ram, long swap, long reserved) {

  /** Reads the file; what it does not say is 0. */
  public static MemoryRoom of(String meminfo) {
    long pages = number(meminfo, "HugePages_Total", "") * number(meminfo, "Hugepagesize", " kB");
    long all = Math.max(pages, number(meminfo, "Hugetlb", " kB"));
    return new MemoryRoom(
        number(meminfo, "MemTotal", " kB") << 10,
        number(meminfo, "SwapTotal", " kB") << 10,
        all << 10);
  }

  /** What may be swapped out can be as large as this. */
  public long swappable() {
    return ram + swap - reserved;
  }

  /** What must stay in memory can be as large as this. */
  public long resident() {
    return ram - reserved;
  }

  private static long number(String meminfo, String name, String unit) {
    Matcher line =
        Pattern.compile("(?m)^" + name + ":\\s+([0-9]{1,12})" + unit + "\\s*$").matcher(meminfo);
    return line.find() ? Long.parseLong(line.group(1)) : 0;
  }
}
