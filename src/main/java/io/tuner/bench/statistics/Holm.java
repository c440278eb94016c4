package io.tuner.bench.statistics;

import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Holm's step-down correction: judged by the corrected values, the chance of any false claim in the
 * whole family is at most the level, whatever the dependence between its members.
 *
 * <p>S. Holm: A simple sequentially rejective multiple test procedure, Scandinavian Journal of
 * Statistics 6 (1979).
 */
final class Holm {

  private Holm() {}

  /**
   * The corrected p-values, in the order given.
   *
   * @param family how many members the family has, at least as many as there are values; those
   *     without a value count as members that nothing is claimed of
   */
  static double[] correct(double[] values, int family) {
    List<Integer> ascending =
        IntStream.range(0, values.length)
            .boxed()
            .sorted(Comparator.comparingDouble(i -> values[i]))
            .toList();
    double[] corrected = new double[values.length];
    double largest = 0;
    for (int done = 0; done < values.length; done++) {
      int next = ascending.get(done);
      largest = Math.max(largest, Math.min(1, (family - done) * values[next]));
      corrected[next] = largest;
    }
    return corrected;
  }
}
