package io.tuner.bench.statistics;

import java.util.Locale;
import java.util.OptionalDouble;

/** Differences in per cent. */
public final class Percent {

  private Percent() {}

  /**
   * (value − base) / |base| in per cent, so that more is positive whatever the sign of the base;
   * empty where the base is zero, or either is no finite number.
   */
  public static OptionalDouble of(double value, double base) {
    double percent = 100 * (value - base) / Math.abs(base);
    return Double.isFinite(percent) ? OptionalDouble.of(percent) : OptionalDouble.empty();
  }

  /** For people: {@code -26.83 %}, {@code +24.19 %}. */
  public static String show(double percent) {
    String form = Math.abs(percent) < 1e9 ? "%+.2f %%" : "%+.2e %%";
    return String.format(Locale.ROOT, form, percent);
  }
}
