package io.tuner.bench.statistics;

import java.util.Map;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A unit that numbers can be converted from and to. Times are {@code ns}, {@code us}, {@code ms},
 * {@code s}, {@code min}, {@code h}; sizes and rates {@code kB}, {@code MB/s} (decimal, as drives
 * are rated), {@code KiB}, {@code MiB/s} (of 1024), {@code Gbit/s}; all else, such as {@code IOPS},
 * is itself, and takes {@code k}, {@code M}, {@code G} for thousands, millions, milliards.
 *
 * @param kind {@code time}, {@code size}, {@code rate}; or the unit itself, where it has no scale
 * @param factor how many seconds, bytes, or bytes a second it is
 */
public record Unit(String kind, double factor) {

  private static final Map<String, Double> SECONDS =
      Map.ofEntries(
          Map.entry("ns", 1e-9),
          Map.entry("nsec", 1e-9),
          Map.entry("us", 1e-6),
          Map.entry("µs", 1e-6),
          Map.entry("usec", 1e-6),
          Map.entry("ms", 1e-3),
          Map.entry("msec", 1e-3),
          Map.entry("s", 1.0),
          Map.entry("sec", 1.0),
          Map.entry("min", 60.0),
          Map.entry("h", 3600.0));

  private static final Pattern BYTES = Pattern.compile("([kKMGTP]?)(i?)(B|bit)(/s|ps)?");

  private static final Pattern THOUSANDS = Pattern.compile("([kKMG])\\s*(.*)");

  /** A unit as tools and people spell it. */
  static Unit of(String text) {
    Double seconds = SECONDS.get(text);
    if (seconds != null) {
      return new Unit("time", seconds);
    }
    Matcher bytes = BYTES.matcher(text);
    if (!bytes.matches() || (bytes.group(1).isEmpty() && !bytes.group(2).isEmpty())) {
      return new Unit(text, 1);
    }
    double base = bytes.group(2).isEmpty() ? 1000 : 1024;
    double scale = Math.pow(base, power(bytes.group(1)));
    return new Unit(
        bytes.group(4) == null ? "size" : "rate", bytes.group(3).equals("B") ? scale : scale / 8);
  }

  /**
   * A number with a unit, in another one; empty where it does not fit. Without a unit it is in the
   * other one already.
   */
  static OptionalDouble convert(double number, String from, String to) {
    if (from.isEmpty() || from.equalsIgnoreCase(to) && of(to).kind().equals(to)) {
      return OptionalDouble.of(number);
    }
    Unit given = of(from);
    Unit wanted = of(to);
    if (given.kind().equals(wanted.kind())) {
      return OptionalDouble.of(number * (given.factor() / wanted.factor()));
    }
    Matcher thousands = THOUSANDS.matcher(from);
    boolean plain =
        wanted.kind().equals(to) || wanted.factor() == 1 && !wanted.kind().equals("time");
    if (plain && thousands.matches()) {
      String rest = thousands.group(2);
      if (rest.isEmpty() || rest.equalsIgnoreCase(to)) {
        return OptionalDouble.of(number * Math.pow(1000, power(thousands.group(1))));
      }
    }
    return OptionalDouble.empty();
  }

  /**
   * A number that was measured in one unit, in another one; empty where they are not of one kind. A
   * number without a unit is of no kind but its own.
   */
  public static OptionalDouble between(double number, String from, String to) {
    if (from.equals(to)) {
      return OptionalDouble.of(number);
    }
    if (from.isEmpty() || to.isEmpty()) {
      return OptionalDouble.empty();
    }
    OptionalDouble there = convert(number, from, to);
    OptionalDouble back = convert(1, to, from);
    return there.isPresent() || back.isEmpty()
        ? there
        : OptionalDouble.of(number / back.getAsDouble());
  }

  private static int power(String letter) {
    return letter.isEmpty() ? 0 : " KMGTP".indexOf(letter.toUpperCase(java.util.Locale.ROOT));
  }
}
