package io.tuner.bench.statistics;

import java.util.List;
import java.util.OptionalDouble;

/** How much two blocks of runs differ between which nothing was changed (an A/A pass). */
public final class NoiseFloor {

  private NoiseFloor() {}

  /**
   * The largest change, in per cent and either way, that the two blocks leave possible: the far end
   * of the 95 % interval of their change, not its middle, which may be small by luck. Empty where a
   * block has no finite run, or where the first one's median is zero.
   */
  public static OptionalDouble percent(List<Double> first, List<Double> second) {
    double[] a = Samples.finite(first);
    double[] b = Samples.finite(second);
    if (a.length == 0 || b.length == 0) {
      return OptionalDouble.empty();
    }
    return Shift.between(a, b)
        .map(shift -> Math.max(Math.abs(shift.lowPct()), Math.abs(shift.highPct())))
        .map(OptionalDouble::of)
        .orElse(OptionalDouble.empty());
  }
}
