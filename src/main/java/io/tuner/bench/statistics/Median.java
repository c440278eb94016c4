package io.tuner.bench.statistics;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The median of some runs with a confidence interval by order statistics: whatever the shape of the
 * noise, each run lies below the true median with probability one half, so the number of runs below
 * it is binomial, and the k-th smallest and the k-th largest run hold the median between them with
 * probability 1 − 2 P(B &lt; k). The interval is the narrowest of these that reaches 95 %. Six runs
 * are the fewest that do (smallest and largest: 96.9 %); with fewer it is the smallest and the
 * largest, and the coverage says how little that is worth.
 *
 * <p>H. A. David, H. N. Nagaraja: Order Statistics, 3rd edition, 7.1.
 */
public final class Median {

  /** What every interval aims at. */
  public static final double AIM = 0.95;

  /** The fewest runs of which an interval of the median reaches {@link #AIM}. */
  public static final int FEWEST = 6;

  private Median() {}

  /** The interval of finite samples, in any order; empty where there are none. */
  public static Optional<Interval> interval(List<Double> samples) {
    if (samples.isEmpty()) {
      return Optional.empty();
    }
    double[] sorted = samples.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    int n = sorted.length;
    // How likely it is that fewer than `rank` runs lie below the median.
    double tail = Math.pow(0.5, n);
    double exactly = tail;
    int rank = 1;
    while (rank < n) {
      exactly *= (double) (n - rank + 1) / rank;
      if (1 - 2 * (tail + exactly) < AIM) {
        break;
      }
      tail += exactly;
      rank++;
    }
    double coverage = Math.max(0, 1 - 2 * tail);
    return Optional.of(
        new Interval(ofSorted(sorted), sorted[rank - 1], sorted[n - rank], coverage, n));
  }

  /** The median alone, of at least one sample. */
  static double of(double[] samples) {
    double[] sorted = samples.clone();
    Arrays.sort(sorted);
    return ofSorted(sorted);
  }

  private static double ofSorted(double[] sorted) {
    int half = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
  }
}
