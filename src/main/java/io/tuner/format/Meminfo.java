package io.tuner.format;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What {@code /proc/meminfo} and a NUMA node's {@code meminfo} tell (proc_meminfo(5)). Most lines
 * are in kB; {@code HugePages_*} are counts of pages, and {@code Hugetlb} is in kB again.
 *
 * @param kilobytes of the lines in kB, by name
 * @param counts of the others
 */
public record Meminfo(Map<String, Long> kilobytes, Map<String, Long> counts) {

  private static final Pattern LINE =
      Pattern.compile("(?m)^(?:Node [0-9]+ )?([A-Za-z0-9_()]+):\\s+([0-9]{1,15})( kB)?[ \\t\\r]*$");

  /** Reads the file; lines of another form are left out. */
  public static Meminfo parse(String text) {
    Map<String, Long> kilobytes = new LinkedHashMap<>();
    Map<String, Long> counts = new LinkedHashMap<>();
    Matcher line = LINE.matcher(text);
    while (line.find()) {
      Map<String, Long> values = line.group(3) == null ? counts : kilobytes;
      values.putIfAbsent(line.group(1), Long.parseLong(line.group(2)));
    }
    return new Meminfo(kilobytes, counts);
  }

  /** Bytes of a line in kB, such as {@code MemTotal}; empty where there is none. */
  public OptionalLong bytes(String name) {
    Long value = kilobytes.get(name);
    return value == null ? OptionalLong.empty() : OptionalLong.of(value * 1024);
  }

  /** A count, such as {@code HugePages_Free}; empty where there is none. */
  public OptionalLong count(String name) {
    Long value = counts.get(name);
    return value == null ? OptionalLong.empty() : OptionalLong.of(value);
  }
}
