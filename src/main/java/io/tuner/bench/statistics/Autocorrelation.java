package io.tuner.bench.statistics;

/**
 * Bartels' rank version of the von Neumann ratio: how much nearer neighbours in time are to each
 * other than unrelated runs would be. By ranks, so that one stray run does not decide it.
 *
 * <p>R. Bartels: The Rank Version of von Neumann's Ratio Test for Randomness, Journal of the
 * American Statistical Association 77 (1982).
 */
final class Autocorrelation {

  private Autocorrelation() {}

  /** Standard deviations from what a random order gives on average; below zero: too near. */
  static double neighbours(double[] runs) {
    int n = runs.length;
    double[] ranks = new double[n];
    for (int i = 0; i < n; i++) {
      for (double other : runs) {
        ranks[i] += other < runs[i] ? 1 : other == runs[i] ? 0.5 : 0;
      }
    }
    double steps = 0;
    double squares = 0;
    for (int i = 0; i < n; i++) {
      double step = i == 0 ? 0 : ranks[i] - ranks[i - 1];
      double off = ranks[i] - n / 2.0;
      steps += step * step;
      squares += off * off;
    }
    if (squares == 0) {
      return 0;
    }
    double size = n;
    double variance =
        4
            * (size - 2)
            * (5 * size * size - 2 * size - 9)
            / (5 * size * (size + 1) * (size - 1) * (size - 1));
    return (steps / squares - 2) / Math.sqrt(variance);
  }
}
