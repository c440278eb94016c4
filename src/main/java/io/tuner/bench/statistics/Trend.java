package io.tuner.bench.statistics;

import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * The Mann-Kendall test of a trend: how often runs in a random order would rise, or fall, as
 * steadily as these. S is the number of pairs in which the later run is larger, less those in which
 * it is smaller. Exact for up to {@value #EXACT} runs; ties only make it more careful.
 *
 * <p>M. G. Kendall: Rank Correlation Methods, 5.2.
 */
final class Trend {

  private static final int EXACT = 60;

  private Trend() {}

  /** S of runs in the order they were taken. */
  static int s(double[] runs) {
    int sum = 0;
    for (int i = 0; i < runs.length; i++) {
      for (int j = i + 1; j < runs.length; j++) {
        sum += runs[j] > runs[i] ? 1 : runs[j] < runs[i] ? -1 : 0;
      }
    }
    return sum;
  }

  /** The two-sided p-value of an S, or of a sum of those of several blocks. */
  static double p(int s, int... lengths) {
    int pairs = 0;
    double variance = 0;
    double[] inversions = {1};
    for (int n : lengths) {
      pairs += n * (n - 1) / 2;
      variance += n * (n - 1.0) * (2 * n + 5) / 18;
      if (n <= EXACT) {
        inversions = convolve(inversions, inversions(n));
      }
    }
    if (inversions.length != pairs + 1) {
      double z = Math.max(0, Math.abs(s) - 1) / Math.sqrt(variance);
      return 2 * NormalDistribution.of(0, 1).survivalProbability(z);
    }
    double p = 0;
    for (int k = 0; k <= pairs; k++) {
      if (Math.abs(pairs - 2 * k) >= Math.abs(s)) {
        p += inversions[k];
      }
    }
    return Math.min(1, p);
  }

  /** How likely each number of inversions is in a random order. */
  private static double[] inversions(int n) {
    double[] likely = {1};
    for (int length = 2; length <= n; length++) {
      // The next run goes before none, one, … or all of those so far, each as likely.
      double[] longer = new double[likely.length + length - 1];
      double window = 0;
      for (int k = 0; k < longer.length; k++) {
        window += k < likely.length ? likely[k] : 0;
        window -= k >= length ? likely[k - length] : 0;
        longer[k] = Math.max(0, window / length);
      }
      likely = longer;
    }
    return likely;
  }

  private static double[] convolve(double[] a, double[] b) {
    double[] sum = new double[a.length + b.length - 1];
    for (int i = 0; i < a.length; i++) {
      for (int j = 0; j < b.length; j++) {
        sum[i + j] += a[i] * b[j];
      }
    }
    return sum;
  }
}
