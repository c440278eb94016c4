package io.tuner.format;

import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How much memory a host has, as {@code /proc/meminfo} says it (proc_meminfo(5)). */
public final class MemoryTotal {

  private static final Pattern TOTAL = Pattern.compile("(?m)^MemTotal:\\s+([0-9]{1,15}) kB$");

  private MemoryTotal() {}

  /** Bytes; empty where the text does not say. */
  public static OptionalLong bytes(String meminfo) {
    Matcher total = TOTAL.matcher(meminfo);
    return total.find()
        ? OptionalLong.of(Long.parseLong(total.group(1)) * 1024)
        : OptionalLong.empty();
  }
}
