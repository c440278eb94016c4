package io.tuner.bench.statistics;

import java.util.Arrays;
import java.util.Optional;

/**
 * Between what the change from one state to the other lies, in per cent of the state before.
 *
 * <p>It is the interval of Hodges and Lehmann that belongs to the Mann-Whitney U test: of all pairs
 * of a run before and a run after, the ratios are sorted, and cut off at both ends as far as the
 * exact distribution of U allows with 95 %. It asks that the two states have noise of one shape on
 * a scale of ratios, and nothing of that shape. Where a run is zero or below, there are no ratios:
 * differences in per cent of the median before take their place, and the uncertainty of that median
 * is left out.
 *
 * <p>M. Hollander, D. A. Wolfe: Nonparametric Statistical Methods, 4.2 and 4.3.
 *
 * @param lowPct lower end, in per cent
 * @param highPct upper end, in per cent
 * @param coverage the confidence reached, 0 to 1
 */
public record Shift(double lowPct, double highPct, double coverage) {

  /** The interval of two blocks that are not empty; empty where the median before is zero. */
  static Optional<Shift> between(double[] before, double[] after) {
    double base = Median.of(before);
    boolean ratios = above(before) && above(after);
    if (base == 0) {
      return Optional.empty();
    }
    double[] changes = new double[before.length * after.length];
    int i = 0;
    for (double b : before) {
      for (double a : after) {
        changes[i++] = 100 * (a - b) / (ratios ? b : Math.abs(base));
      }
    }
    Arrays.sort(changes);
    MannWhitney.Cut cut = MannWhitney.cut(before.length, after.length);
    return Optional.of(
        new Shift(changes[cut.rank() - 1], changes[changes.length - cut.rank()], cut.coverage()));
  }

  /**
   * The same with ends at least so far from its middle: what an A/A pass has shown to come of
   * nothing.
   */
  Shift noNarrowerThan(double noisePct) {
    double middle = (lowPct + highPct) / 2;
    return new Shift(
        Math.min(lowPct, middle - noisePct), Math.max(highPct, middle + noisePct), coverage);
  }

  /** As people read it: {@code between -1.20 % and +3.40 %}. */
  String show() {
    return "between " + Percent.show(lowPct) + " and " + Percent.show(highPct);
  }

  private static boolean above(double[] values) {
    return Arrays.stream(values).allMatch(value -> value > 0);
  }
}
