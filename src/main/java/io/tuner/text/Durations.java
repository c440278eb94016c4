package io.tuner.text;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as operators write them: {@code 30} (seconds), {@code 90s}, {@code 5m}, {@code 1h30m}. */
public final class Durations {

  private static final Pattern PART = Pattern.compile("([0-9]{1,9})(ms|s|m|h|d)?");

  private Durations() {}

  /**
   * Reads a duration.
   *
   * @throws IllegalArgumentException where it is none
   */
  public static Duration parse(String text) {
    Duration sum = Duration.ZERO;
    Matcher matcher = PART.matcher(text.strip());
    int end = 0;
    while (matcher.find() && matcher.start() == end) {
      long amount = Long.parseLong(matcher.group(1));
      String unit = matcher.group(2) == null ? "s" : matcher.group(2);
      sum =
          sum.plus(
              switch (unit) {
                case "ms" -> Duration.ofMillis(amount);
                case "s" -> Duration.ofSeconds(amount);
                case "m" -> Duration.ofMinutes(amount);
                case "h" -> Duration.ofHours(amount);
                default -> Duration.ofDays(amount);
              });
      end = matcher.end();
    }
    if (end == 0 || end != text.strip().length()) {
      throw new IllegalArgumentException("`" + text.strip() + "` is not a duration such as 90s or 5m");
    }
    return sum;
  }

  /** For people: {@code 850 ms}, {@code 12.3 s}, {@code 4 min 10 s}. */
  public static String show(Duration duration) {
    long millis = duration.toMillis();
    if (millis < 1000) {
      return millis + " ms";
    }
    if (millis < 60_000) {
      return String.format(java.util.Locale.ROOT, "%.1f s", millis / 1000.0);
    }
    return millis / 60_000 + " min " + millis / 1000 % 60 + " s";
  }
}
