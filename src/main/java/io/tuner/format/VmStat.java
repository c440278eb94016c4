package io.tuner.format;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;

/**
 * The file {@code /proc/vmstat} (proc_vmstat(5)): counters of the kernel's memory management, one a
 * line. {@code pswpin} and {@code pswpout} are pages that were read from swap and written to it.
 *
 * @param values by name
 */
public record VmStat(Map<String, Long> values) {

  /** Reads the file; lines of another form are left out. */
  public static VmStat parse(String text) {
    Map<String, Long> values = new LinkedHashMap<>();
    for (Line line : Line.split(text)) {
      String[] words = line.text().strip().split("\\s+");
      if (words.length == 2) {
        Counter.read(words[1]).ifPresent(value -> values.put(words[0], value));
      }
    }
    return new VmStat(values);
  }

  /** A value; empty where the kernel does not show it. */
  public OptionalLong get(String name) {
    Long value = values.get(name);
    return value == null ? OptionalLong.empty() : OptionalLong.of(value);
  }
}
