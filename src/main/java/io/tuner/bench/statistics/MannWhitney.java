package io.tuner.bench.statistics;

import java.util.Arrays;
import java.util.stream.DoubleStream;
import org.apache.commons.statistics.inference.MannWhitneyUTest;
import org.apache.commons.statistics.inference.PValueMethod;

/**
 * The Mann-Whitney U test, two-sided: how often chance alone would deal the ranks of two blocks at
 * least as unevenly. Exact for up to {@value #EXACT} runs. With ties the distribution is that of
 * the midranks found: runs that read alike are common where a tool counts in whole steps, and the
 * normal approximation would call six against six no rarer than 0.005 where 0.0022 is right.
 */
final class MannWhitney {

  /**
   * The most runs of both blocks that are counted out; beyond it the normal distribution is near.
   */
  private static final int EXACT = 80;

  private MannWhitney() {}

  /**
   * A place to cut the sorted differences of all pairs at.
   *
   * @param rank the end of the interval, counted from 1 from either end
   * @param coverage the confidence reached, 0 to 1
   */
  record Cut(int rank, double coverage) {}

  /** The two-sided p-value of two blocks that are not empty. */
  static double p(double[] before, double[] after) {
    int runs = before.length + after.length;
    double[] all =
        DoubleStream.concat(Arrays.stream(before), Arrays.stream(after)).sorted().toArray();
    boolean ties = Arrays.stream(all).distinct().count() < runs;
    if (ties && all[0] == all[runs - 1]) {
      return 1;
    }
    if (ties && runs <= EXACT) {
      return amongMidranks(all, before);
    }
    PValueMethod method = runs <= EXACT ? PValueMethod.EXACT : PValueMethod.ASYMPTOTIC;
    return MannWhitneyUTest.withDefaults().with(method).test(before, after).getPValue();
  }

  /** Pairs of which the run after is larger, less those of which it is smaller. */
  static int leaning(double[] before, double[] after) {
    int sum = 0;
    for (double b : before) {
      for (double a : after) {
        sum += a > b ? 1 : a < b ? -1 : 0;
      }
    }
    return sum;
  }

  /** The smallest p-value that so many runs can have: all of one block above all of the other. */
  static double smallest(int before, int after) {
    double orders = 1;
    for (int i = 1; i <= before; i++) {
      orders *= (double) (after + i) / i;
    }
    return Math.min(1, 2 / orders);
  }

  /**
   * Where to cut the sorted differences of all pairs for the narrowest interval of the shift that
   * reaches {@link Median#AIM}; the outermost pairs where none does.
   */
  static Cut cut(int before, int after) {
    if (before + after > EXACT) {
      double pairs = (double) before * after;
      double spread = Math.sqrt(pairs * (before + after + 1) / 12);
      return new Cut((int) Math.max(1, Math.floor(pairs / 2 - 1.96 * spread)), Median.AIM);
    }
    int[] ranks = new int[before + after];
    Arrays.setAll(ranks, i -> i + 1);
    double[] sums = sums(ranks, before);
    int least = before * (before + 1) / 2;
    double tail = sums[least];
    int rank = 1;
    while (1 - 2 * (tail + sums[least + rank]) >= Median.AIM) {
      tail += sums[least + rank];
      rank++;
    }
    return new Cut(rank, Math.max(0, 1 - 2 * tail));
  }

  private static double amongMidranks(double[] sorted, double[] before) {
    int[] doubled = new int[sorted.length];
    for (int from = 0, to; from < sorted.length; from = to) {
      for (to = from; to < sorted.length && sorted[to] == sorted[from]; to++) {}
      Arrays.fill(doubled, from, to, from + 1 + to);
    }
    int found = 0;
    for (double value : before) {
      found += doubled[Arrays.binarySearch(sorted, value)];
    }
    int middle = before.length * (sorted.length + 1);
    double[] sums = sums(doubled, before.length);
    double p = 0;
    for (int sum = 0; sum < sums.length; sum++) {
      if (Math.abs(sum - middle) >= Math.abs(found - middle)) {
        p += sums[sum];
      }
    }
    return Math.min(1, p);
  }

  /** How likely each sum of so many ranks is, where every choice of them is equally likely. */
  private static double[] sums(int[] ranks, int chosen) {
    int largest = Arrays.stream(ranks).sum();
    double[][] ways = new double[chosen + 1][largest + 1];
    ways[0][0] = 1;
    for (int i = 0; i < ranks.length; i++) {
      for (int taken = Math.min(i + 1, chosen); taken > 0; taken--) {
        for (int sum = largest; sum >= ranks[i]; sum--) {
          ways[taken][sum] += ways[taken - 1][sum - ranks[i]];
        }
      }
    }
    double all = Arrays.stream(ways[chosen]).sum();
    return Arrays.stream(ways[chosen]).map(way -> way / all).toArray();
  }
}
