package io.tuner.bench.statistics;

import java.util.OptionalDouble;

/**
 * How far a host is from another that it is measured against.
 *
 * @param label what the other is called
 * @param median its value; NaN where it has none that may be compared with
 * @param gapBeforePct (before − reference) / reference, in per cent
 * @param gapAfterPct the same of the state after
 * @param reason why there is no value, or what else a reader must know of it; empty where nothing
 *     is to be said
 */
public record Reference(
    String label,
    double median,
    OptionalDouble gapBeforePct,
    OptionalDouble gapAfterPct,
    String reason) {

  /** A value, before its gaps are known. */
  public static Reference of(String label, double median) {
    return new Reference(label, median, OptionalDouble.empty(), OptionalDouble.empty(), "");
  }

  /** None that may be compared with. */
  public static Reference incomparable(String label, String why) {
    return of(label, Double.NaN).remarked(why);
  }

  /** The same with a word of what a reader must know of it. */
  public Reference remarked(String reason) {
    return new Reference(label, median, gapBeforePct, gapAfterPct, reason);
  }

  /** True where there is a value. */
  public boolean isComparable() {
    return Double.isFinite(median);
  }
}
