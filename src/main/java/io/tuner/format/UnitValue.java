package io.tuner.format;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Values of unit settings compared by meaning: what a unit file says and what {@code systemctl
 * show} says for it ({@code TimeoutStopSec=600}, {@code TimeoutStopUSec=10min}).
 */
public final class UnitValue {
  private static final Pattern SPAN =
      Pattern.compile("\\s*([0-9]+(?:\\.[0-9]+)?)\\s*([A-Za-zµμ]*)");
  private static final Pattern SIZE = Pattern.compile("([0-9]+(?:\\.[0-9]+)?)\\s*([KMGTPE]?)i?B?");
  private static final Set<String> INFINITE = Set.of("infinity", "18446744073709551615");
  private static final Pattern SIZED =
      Pattern.compile(
          "Limit(FSIZE|DATA|STACK|CORE|RSS|AS|MEMLOCK|MSGQUEUE)(Soft)?|Memory[A-Z].*"
              + "|DefaultMemory.*|StartupMemory.*");

  /** Settings that {@code systemctl show} names otherwise than by Sec for USec. */
  private static final Map<String, String> SHOWN = Map.of("CPUQuota", "CPUQuotaPerSecUSec");

  /** Microseconds by unit, systemd.time(7). */
  private static final Map<String, Long> UNITS =
      Map.ofEntries(
          Map.entry("us", 1L),
          Map.entry("ms", 1_000L),
          Map.entry("s", 1_000_000L),
          Map.entry("m", 60_000_000L),
          Map.entry("h", 3_600_000_000L),
          Map.entry("d", 86_400_000_000L),
          Map.entry("w", 604_800_000_000L),
          Map.entry("M", 2_629_800_000_000L),
          Map.entry("y", 31_557_600_000_000L));

  private static final Map<String, String> UNIT_NAMES =
      Map.ofEntries(
          Map.entry("", "s"),
          Map.entry("usec", "us"),
          Map.entry("µs", "us"),
          Map.entry("μs", "us"),
          Map.entry("msec", "ms"),
          Map.entry("sec", "s"),
          Map.entry("second", "s"),
          Map.entry("seconds", "s"),
          Map.entry("min", "m"),
          Map.entry("minute", "m"),
          Map.entry("minutes", "m"),
          Map.entry("hr", "h"),
          Map.entry("hour", "h"),
          Map.entry("hours", "h"),
          Map.entry("day", "d"),
          Map.entry("days", "d"),
          Map.entry("week", "w"),
          Map.entry("weeks", "w"),
          Map.entry("month", "M"),
          Map.entry("months", "M"),
          Map.entry("year", "y"),
          Map.entry("years", "y"));

  private UnitValue() {}

  /** The property under which {@code systemctl show} has a setting. */
  public static String property(String key) {
    if (SHOWN.containsKey(key)) {
      return SHOWN.get(key);
    }
    return key.endsWith("Sec") && !key.endsWith("USec")
        ? key.substring(0, key.length() - 3) + "USec"
        : key;
  }

  /**
   * Whether a setting's value as written means what is shown. Of a limit {@code soft:hard} the hard
   * one is compared, and the soft one under the key with {@code Soft} at its end.
   *
   * @param key name of the setting or of the property: TimeoutStopSec, LimitNOFILESoft
   */
  public static boolean same(String key, String written, String shown) {
    return canonical(key, written).equals(canonical(key, shown))
        || truth(written).isPresent() && truth(written).equals(truth(shown));
  }

  /**
   * A value in one form: times in microseconds, sizes in bytes, {@code infinity}, blanks single;
   * what is no such value stays as it is.
   */
  public static String canonical(String key, String value) {
    String text = value.strip().replaceAll("\\s+", " ");
    if (key.startsWith("Limit") && text.indexOf(':') > 0) {
      int colon = text.indexOf(':');
      text = key.endsWith("Soft") ? text.substring(0, colon) : text.substring(colon + 1);
    }
    if (INFINITE.contains(text)) {
      return "infinity";
    }
    if (key.endsWith("Sec")) {
      return microseconds(text).map(Object::toString).orElse(text);
    }
    if (SIZED.matcher(key).matches()) {
      return bytes(text).orElse(text);
    }
    if (key.equals("CPUQuota") && text.matches("[0-9]+(\\.[0-9]+)?%")) {
      return new BigDecimal(text.substring(0, text.length() - 1))
          .movePointRight(4)
          .setScale(0, RoundingMode.DOWN)
          .toPlainString();
    }
    return text;
  }

  /**
   * A time span in microseconds (systemd.time(7)); a bare number is seconds. Empty for {@code
   * infinity} and what is no time.
   */
  public static Optional<Long> microseconds(String span) {
    BigDecimal sum = BigDecimal.ZERO;
    Matcher part = SPAN.matcher(span);
    int at = 0;
    while (at < span.length()) {
      if (!part.region(at, span.length()).lookingAt() || part.end() - at > 40) {
        return Optional.empty();
      }
      String unit = UNIT_NAMES.getOrDefault(part.group(2), part.group(2));
      if (!UNITS.containsKey(unit)) {
        return Optional.empty();
      }
      sum = sum.add(new BigDecimal(part.group(1)).multiply(BigDecimal.valueOf(UNITS.get(unit))));
      at = part.end();
    }
    boolean fits = !span.isBlank() && sum.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) <= 0;
    return fits ? Optional.of(sum.longValue()) : Optional.empty();
  }

  private static Optional<String> bytes(String text) {
    Matcher size = SIZE.matcher(text);
    if (!size.matches() || text.length() > 40) {
      return Optional.empty();
    }
    int power = "KMGTPE".indexOf(size.group(2).isEmpty() ? "?" : size.group(2)) + 1;
    return Optional.of(
        new BigDecimal(size.group(1))
            .multiply(BigDecimal.valueOf(1L << 10 * power))
            .setScale(0, RoundingMode.DOWN)
            .toPlainString());
  }

  private static Optional<Boolean> truth(String value) {
    return switch (value.strip().toLowerCase(Locale.ROOT)) {
      case "1", "yes", "true", "on", "y", "t" -> Optional.of(true);
      case "0", "no", "false", "off", "n", "f" -> Optional.of(false);
      default -> Optional.empty();
    };
  }
}
