package io.tuner.format;

import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How much memory a host could give without swapping (proc_meminfo(5)). */
public final class MemoryAvailable {

  private MemoryAvailable() {}

  /**
   * Bytes, as {@code /proc/meminfo} estimates them; from a kernel before 3.14, which does not, what
   * is free, in buffers and cached. Empty where the text says neither.
   */
  public static OptionalLong bytes(String meminfo) {
    OptionalLong estimate = kilobytes(meminfo, "MemAvailable");
    OptionalLong free = kilobytes(meminfo, "MemFree");
    if (estimate.isPresent() || free.isEmpty()) {
      return estimate.isPresent() ? OptionalLong.of(estimate.getAsLong() * 1024) : estimate;
    }
    long more = kilobytes(meminfo, "Buffers").orElse(0) + kilobytes(meminfo, "Cached").orElse(0);
    return OptionalLong.of((free.getAsLong() + more) * 1024);
  }

  private static OptionalLong kilobytes(String meminfo, String name) {
    Matcher line = Pattern.compile("(?m)^" + name + ":\\s+([0-9]{1,15}) kB$").matcher(meminfo);
    return line.find() ? OptionalLong.of(Long.parseLong(line.group(1))) : OptionalLong.empty();
  }
}
