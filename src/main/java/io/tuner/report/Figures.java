package io.tuner.report;

import io.tuner.bench.statistics.Interval;
import io.tuner.bench.statistics.Percent;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Collection;
import java.util.List;
import java.util.Locale;

/**
 * The numbers of one row as people read them: in one unit, and with the same decimals.
 *
 * @param unit with its prefix: {@code MB/s}; empty for a plain number
 * @param divisor what a value is divided by to be of that unit
 * @param decimals behind the point
 */
record Figures(String unit, double divisor, int decimals) {

  /** Stands where nothing was measured. */
  static final String NONE = "—";

  private static final List<String> PREFIXES = List.of("", "k", "M", "G", "T", "P");

  private static final int DIGITS = 4;
  private static final int LEAST_DIGITS = 3;
  private static final int MOST_DECIMALS = 6;
  private static final double MOST_WHOLE = 1e16;
  private static final double LEAST_SHOWN = 5e-7;

  /** The unit that fits the largest of a metric's values: only bytes have prefixes of their own. */
  static Figures ofUnit(String unit, Collection<Double> values) {
    double largest = largest(values);
    int prefix = 0;
    double divisor = 1;
    while ((unit.equals("B") || unit.equals("B/s"))
        && prefix < PREFIXES.size() - 1
        && largest / divisor >= 1000) {
      divisor *= 1000;
      prefix++;
    }
    return new Figures(PREFIXES.get(prefix) + unit, divisor, 0);
  }

  /** The same unit, with as many decimals as these values need. */
  Figures fitting(Collection<Double> values) {
    List<Double> scaled =
        values.stream().filter(Double::isFinite).map(value -> Math.abs(value / divisor)).toList();
    double smallest = scaled.stream().filter(v -> v > 0).min(Double::compare).orElse(0.0);
    int most = Math.max(behind(largest(scaled), DIGITS), behind(smallest, LEAST_DIGITS));
    int wanted = Math.min(MOST_DECIMALS, Math.max(0, most));
    while (wanted > 0 && endInZero(scaled, wanted)) {
      wanted--;
    }
    return new Figures(unit, divisor, wanted);
  }

  /** A value without its unit. */
  String show(double value) {
    return Double.isFinite(value) ? rounded(value / divisor, decimals) : NONE;
  }

  /** {@code 12.1 [11.9, 12.4]}; a single sample has no interval. */
  String show(Interval interval) {
    String median = show(interval.median());
    return interval.n() < 2 || interval.coverage() <= 0
        ? median
        : median + " [" + show(interval.low()) + ", " + show(interval.high()) + "]";
  }

  /** {@code +24.19 %}. */
  static String percent(double value) {
    return Double.isFinite(value) ? Percent.show(value) : NONE;
  }

  private static double largest(Collection<Double> values) {
    return values.stream().filter(Double::isFinite).mapToDouble(Math::abs).max().orElse(0);
  }

  /** The decimals that leave so many digits of a value. */
  private static int behind(double value, int digits) {
    return value == 0 ? 0 : digits - 1 - (int) Math.floor(Math.log10(value));
  }

  private static boolean endInZero(List<Double> values, int decimals) {
    return values.stream().allMatch(value -> rounded(value, decimals).endsWith("0"));
  }

  /**
   * What has too many digits before or behind the point for a table is written by powers of ten.
   */
  private static String rounded(double value, int decimals) {
    double size = Math.abs(value);
    if (size >= MOST_WHOLE || size > 0 && size < LEAST_SHOWN) {
      return String.format(Locale.ROOT, "%.2e", value);
    }
    BigDecimal exact = BigDecimal.valueOf(value).setScale(decimals, RoundingMode.HALF_UP);
    return exact.toPlainString();
  }
}
