package io.tuner.format;

import java.util.Map;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A span of time as unit files have it (systemd.time(7)): {@code 90}, {@code 1h 30min}. */
public final class TimeSpan {

  private static final Pattern PART = Pattern.compile("\\s*([0-9]{1,12})\\s*([a-zA-Z]*)\\s*");
  private static final Map<String, Long> SECONDS =
      Map.ofEntries(
          Map.entry("", 1L),
          Map.entry("s", 1L),
          Map.entry("sec", 1L),
          Map.entry("second", 1L),
          Map.entry("seconds", 1L),
          Map.entry("m", 60L),
          Map.entry("min", 60L),
          Map.entry("minute", 60L),
          Map.entry("minutes", 60L),
          Map.entry("h", 3600L),
          Map.entry("hr", 3600L),
          Map.entry("hour", 3600L),
          Map.entry("hours", 3600L),
          Map.entry("d", 86400L),
          Map.entry("day", 86400L),
          Map.entry("days", 86400L));

  private TimeSpan() {}

  /** Whole seconds; the largest number for {@code infinity} and 0, which both mean no end. */
  public static OptionalLong timeout(String text) {
    if (text.strip().equals("infinity")) {
      return OptionalLong.of(Long.MAX_VALUE);
    }
    long sum = 0;
    int end = 0;
    Matcher part = PART.matcher(text);
    while (part.find() && part.start() == end && end < text.length()) {
      Long unit = SECONDS.get(part.group(2));
      if (unit == null) {
        return OptionalLong.empty();
      }
      sum += Long.parseLong(part.group(1)) * unit;
      end = part.end();
    }
    if (end == 0 || end < text.length()) {
      return OptionalLong.empty();
    }
    return OptionalLong.of(sum == 0 ? Long.MAX_VALUE : sum);
  }
}
