package io.tuner.bench.statistics;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Runs of an imagined benchmark around a level of 100, with noise of a seed. */
final class Noise {

  /** How runs scatter, with a standard deviation of 1 but for the strays. */
  enum Shape {
    NORMAL,
    LOGNORMAL,
    UNIFORM,
    STRAYS;

    double next(Random random) {
      return switch (this) {
        case NORMAL -> random.nextGaussian();
        // Skewed as waiting times are: the logarithm has a standard deviation of one half.
        case LOGNORMAL -> (Math.exp(random.nextGaussian() / 2) - Math.exp(0.125)) / 0.6039;
        case UNIFORM -> (random.nextDouble() - 0.5) * Math.sqrt(12);
        case STRAYS -> random.nextGaussian() - (random.nextInt(50) == 0 ? 10 : 0);
      };
    }
  }

  private final Random random;
  private final Shape shape;
  private final double percent;

  Noise(long seed, Shape shape, double percent) {
    random = new Random(seed);
    this.shape = shape;
    this.percent = percent;
  }

  /** Unrelated runs around a level. */
  List<Double> runs(int n, double level) {
    List<Double> runs = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      runs.add(level * (1 + percent / 100 * shape.next(random)));
    }
    return runs;
  }

  /** Runs around a level that grows by so many per cent of 100 from each to the next. */
  List<Double> drifting(int n, double percentARun) {
    List<Double> runs = runs(n, 100);
    for (int i = 0; i < n; i++) {
      runs.set(i, runs.get(i) + percentARun * i);
    }
    return runs;
  }

  /** First-order autocorrelated runs around 100, of the same scatter for every correlation. */
  List<Double> wandering(int n, double correlation) {
    List<Double> runs = new ArrayList<>();
    double off = shape.next(random);
    for (int i = 0; i < n; i++) {
      runs.add(100 + percent * off);
      off = correlation * off + Math.sqrt(1 - correlation * correlation) * shape.next(random);
    }
    return runs;
  }

  /** A series of which the first half of the runs is the state before. */
  static Series halves(List<Double> runs) {
    int half = runs.size() / 2;
    return Series.of(
        Cell.ONLY,
        Metric.higher("iops", "IOPS"),
        runs.subList(0, half),
        runs.subList(half, runs.size()));
  }
}
