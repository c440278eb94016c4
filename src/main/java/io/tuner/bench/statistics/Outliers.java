package io.tuner.bench.statistics;

import java.util.List;
import java.util.stream.IntStream;

/**
 * Runs that lie far from the others of their block. They are marked, and nothing is done to them:
 * all numbers of a report are made of all runs, and a median bears some strays.
 *
 * <p>Far is more than six times the median absolute deviation, scaled to be a standard deviation of
 * normal noise. Such noise has a run marked in 4 of 100 blocks of 6 and in fewer of larger ones.
 * (Fences at 1.5 times the interquartile range would mark one in 27 of 100.)
 */
public final class Outliers {

  /** Scaled median absolute deviations. */
  private static final double FAR = 6;

  /** Standard deviations of normal noise in a median absolute deviation. */
  static final double SCALE = 1.4826;

  /** How often the mean absolute deviation is far, where more than half of the runs agree. */
  private static final double FAR_OF_MEAN = 3.5 * 1.2533;

  private Outliers() {}

  /** Which runs, counted from 0, in their order. Fewer than 4 samples tell of no outlier. */
  public static List<Integer> of(List<Double> samples) {
    if (samples.size() < 4) {
      return List.of();
    }
    double[] values = samples.stream().mapToDouble(Double::doubleValue).toArray();
    double median = Median.of(values);
    double[] distances = new double[values.length];
    double sum = 0;
    for (int i = 0; i < values.length; i++) {
      distances[i] = Math.abs(values[i] - median);
      sum += distances[i];
    }
    double half = SCALE * Median.of(distances);
    double far = half > 0 ? FAR * half : FAR_OF_MEAN * sum / values.length;
    return IntStream.range(0, values.length).filter(i -> distances[i] > far).boxed().toList();
  }
}
