package io.tuner.bench.statistics;

import java.util.List;

/** Samples as the statistics take them. */
final class Samples {

  private Samples() {}

  /** Those that are numbers, in their order; minus zero is zero. */
  static double[] finite(List<Double> samples) {
    return samples.stream()
        .mapToDouble(Double::doubleValue)
        .filter(Double::isFinite)
        .map(value -> value + 0.0)
        .toArray();
  }
}
