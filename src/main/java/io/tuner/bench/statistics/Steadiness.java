package io.tuner.bench.statistics;

import java.util.Arrays;
import java.util.Optional;

/**
 * Whether two blocks of runs, one taken after the other, can tell of a change between them at all.
 * A state that drifts, or in which a run takes after the one before it, differs between any two
 * blocks of time without anybody changing a thing.
 *
 * <p>The numbers here were found by simulation and are watched by tests: in all, at most 5 % false
 * claims under straight drifts of any steepness and under first-order autocorrelation of any
 * strength from 0.5 on, with 6 to 30 runs; and a change of five times the noise is still found in
 * 96 of 100 pairs of 6 runs.
 */
final class Steadiness {

  /** A block, or both together, that so few random orders would match is drifting. */
  private static final double DRIFT = 0.004;

  /** Standard deviations below what unrelated runs give. */
  private static final double RELATED = 2.576;

  /** The same of both blocks as one row, where no difference is going to be said. */
  private static final double ROW_DRIFT = 0.05;

  private static final double ROW_RELATED = 1.2816;

  /** Standard errors that a change must have when a common straight drift is taken out. */
  private static final double BEYOND_DRIFT = 1.9;

  /** The correlation of neighbours in the rival explanation; it stands for all from 0.5 to 1. */
  private static final double CORRELATION = 0.7;

  /**
   * From so many median absolute deviations on, a stray is drawn in for the rivals, and only for
   * them: else one slow run would hide any change.
   */
  private static final double STRAY = 4 * Outliers.SCALE;

  private Steadiness() {}

  /** What disturbs these blocks by themselves, whatever the difference between them. */
  static Optional<String> disturbance(double[] before, double[] after) {
    int first = Trend.s(before);
    int second = Trend.s(after);
    boolean drifted = Trend.p(first, before.length) <= DRIFT;
    boolean drifts = Trend.p(second, after.length) <= DRIFT;
    if (drifted && !drifts) {
      return Optional.of(drift(first, "before"));
    }
    if (drifts && !drifted) {
      return Optional.of(drift(second, "after"));
    }
    if (drifted && Integer.signum(first) != Integer.signum(second)) {
      return Optional.of(drift(first, "before") + ", and those after do the contrary");
    }
    if (drifted || Trend.p(first + second, before.length, after.length) <= DRIFT) {
      return Optional.of(drift(first + second, "in both blocks"));
    }
    double z =
        (Autocorrelation.neighbours(before) + Autocorrelation.neighbours(after)) / Math.sqrt(2);
    return z < -RELATED
        ? Optional.of("autocorrelation: each run takes after the one before it")
        : Optional.empty();
  }

  /**
   * Why two blocks between which no difference was found do not show that there is none. If there
   * is none, all runs are of one state, in an order that means nothing; so they are looked at as
   * one row, of twice the length, where a drift and a wandering level are seen that are neither
   * seen in a block nor in the difference. No change is lost by it, for none was found.
   */
  static Optional<String> unsteadyTogether(double[] before, double[] after) {
    double[] all = together(before, after);
    int s = Trend.s(all);
    if (Trend.p(s, all.length) <= ROW_DRIFT) {
      return Optional.of(drift(s, "of both blocks in a row"));
    }
    return Autocorrelation.neighbours(all) < -ROW_RELATED
        ? Optional.of("autocorrelation: each run of both blocks takes after the one before it")
        : Optional.empty();
  }

  private static double[] together(double[] before, double[] after) {
    double[] all = Arrays.copyOf(before, before.length + after.length);
    System.arraycopy(after, 0, all, before.length, after.length);
    return all;
  }

  private static String drift(int s, String where) {
    return "drift: the runs " + where + " keep " + (s > 0 ? "rising" : "falling");
  }

  /** What would explain a difference of the two blocks as well as a change between them does. */
  static Optional<String> rival(double[] before, double[] after) {
    double[] first = drawnIn(before);
    double[] second = drawnIn(after);
    double within = squares(first) + squares(second);
    double[] all = together(first, second);
    if (!changeBeyondDrift(first, second) || aroundLine(all) <= within) {
      return Optional.of("a steady drift through both blocks would explain it as well");
    }
    double margin = 1.6 + 36.5 * Math.pow(Math.min(before.length, after.length), -1.6);
    if (aroundWandering(all) <= margin * within) {
      return Optional.of("a level that wanders from run to run would explain it as well");
    }
    return Optional.empty();
  }

  /** Analysis of covariance: two levels and one slope, the runs numbered through both blocks. */
  private static boolean changeBeyondDrift(double[] before, double[] after) {
    int n = before.length;
    int m = after.length;
    double times = squaredTimes(n) + squaredTimes(m);
    double slope = (withTime(before) + withTime(after)) / times;
    double apart = (n + m) / 2.0;
    double change = mean(after) - mean(before) - slope * apart;
    double rest = Math.max(0, squares(before) + squares(after) - slope * slope * times);
    double variance = rest / (n + m - 3) * (1.0 / n + 1.0 / m + apart * apart / times);
    return change * change > BEYOND_DRIFT * BEYOND_DRIFT * variance;
  }

  /** Squares around the one straight line nearest to all runs. */
  private static double aroundLine(double[] all) {
    double along = withTime(all);
    return Math.max(0, squares(all) - along * along / squaredTimes(all.length));
  }

  /** Squares of the surprises, if each run kept {@link #CORRELATION} of the one before it. */
  private static double aroundWandering(double[] all) {
    double level = mean(all);
    double fresh = Math.sqrt(1 - CORRELATION * CORRELATION);
    double weight = (1 - CORRELATION) / fresh;
    double squares = 0;
    double crossed = 0;
    double weights = 0;
    for (int i = 0; i < all.length; i++) {
      double kept = i == 0 ? 0 : CORRELATION * (all[i - 1] - level);
      double surprise = (all[i] - level - kept) / (i == 0 ? 1 : fresh);
      double w = i == 0 ? 1 : weight;
      squares += surprise * surprise;
      crossed += surprise * w;
      weights += w * w;
    }
    return squares - crossed * crossed / weights;
  }

  private static double[] drawnIn(double[] block) {
    double median = Median.of(block);
    double far =
        STRAY * Median.of(Arrays.stream(block).map(value -> Math.abs(value - median)).toArray());
    // Where more than half of the runs agree there is no measure of what is far.
    return far == 0
        ? block
        : Arrays.stream(block)
            .map(value -> Math.max(median - far, Math.min(median + far, value)))
            .toArray();
  }

  private static double mean(double[] values) {
    // From the first on, so that equal values have themselves as their mean, to the last bit.
    double sum = 0;
    for (double value : values) {
      sum += value - values[0];
    }
    return values[0] + sum / values.length;
  }

  private static double squares(double[] values) {
    double mean = mean(values);
    return Arrays.stream(values).map(value -> (value - mean) * (value - mean)).sum();
  }

  private static double withTime(double[] values) {
    double mean = mean(values);
    double sum = 0;
    for (int i = 0; i < values.length; i++) {
      sum += (i - (values.length - 1) / 2.0) * (values[i] - mean);
    }
    return sum;
  }

  private static double squaredTimes(int n) {
    return n * (n * (double) n - 1) / 12;
  }
}
