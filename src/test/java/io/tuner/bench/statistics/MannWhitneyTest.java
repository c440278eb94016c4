package io.tuner.bench.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.DoubleStream;
import org.apache.commons.statistics.inference.MannWhitneyUTest;
import org.junit.jupiter.api.Test;

class MannWhitneyTest {

  @Test
  void sixAboveSixIsAsRareAsItGets() {
    double[] low = {1, 2, 3, 4, 5, 6};
    double[] high = {7, 8, 9, 10, 11, 12};
    assertThat(MannWhitney.p(low, high)).isCloseTo(2 / 924.0, within(1e-12));
    assertThat(MannWhitney.p(high, low)).isCloseTo(2 / 924.0, within(1e-12));
    assertThat(MannWhitney.smallest(6, 6)).isCloseTo(2 / 924.0, within(1e-12));
    assertThat(MannWhitney.smallest(3, 2)).isCloseTo(0.2, within(1e-12));
  }

  /** Also where runs read alike, and where all runs of a block do. */
  @Test
  void tiesAreCountedOut() {
    Random random = new Random(1);
    for (int i = 0; i < 40; i++) {
      double[] before = random.ints(5, 0, 6).asDoubleStream().toArray();
      double[] after = random.ints(4, 1, 7).asDoubleStream().toArray();
      assertThat(MannWhitney.p(before, after))
          .as("%s against %s", Arrays.toString(before), Arrays.toString(after))
          .isCloseTo(byAllChoices(before, after), within(1e-9));
    }
    double[] constant = {3, 3, 3, 3, 3, 3};
    double[] other = {4, 4, 4, 4, 4, 4};
    assertThat(MannWhitney.p(constant, other)).isCloseTo(2 / 924.0, within(1e-12));
    assertThat(MannWhitney.p(constant, constant)).isEqualTo(1);
  }

  @Test
  void manyRunsGoByTheLibrary() {
    double[] before = new Random(2).doubles(60).toArray();
    double[] after = new Random(3).doubles(60).map(value -> value + 0.2).toArray();
    assertThat(MannWhitney.p(before, after))
        .isCloseTo(MannWhitneyUTest.withDefaults().test(before, after).getPValue(), within(1e-9));
  }

  /** Of 6 against 6, U of at most 5 has a probability of 19 in 924 (Owen's tables: 0.0206). */
  @Test
  void theCutOfTheIntervalIsThatOfTheTables() {
    MannWhitney.Cut cut = MannWhitney.cut(6, 6);
    assertThat(cut.rank()).isEqualTo(6);
    assertThat(cut.coverage()).isCloseTo(1 - 2 * 19 / 924.0, within(1e-9));
    assertThat(MannWhitney.cut(3, 3).rank()).isEqualTo(1);
    assertThat(MannWhitney.cut(3, 3).coverage()).isCloseTo(0.9, within(1e-9));
    assertThat(MannWhitney.cut(1, 1).coverage()).isZero();
    assertThat(MannWhitney.cut(20, 20).rank()).isEqualTo(128);
    assertThat(MannWhitney.cut(41, 41).rank()).isBetween(620, 640);
  }

  private static double byAllChoices(double[] before, double[] after) {
    double[] all = DoubleStream.concat(Arrays.stream(before), Arrays.stream(after)).toArray();
    double found = Math.abs(lean(all, (1 << before.length) - 1));
    int choices = 0;
    int asUneven = 0;
    for (int set = 0; set < 1 << all.length; set++) {
      if (Integer.bitCount(set) == before.length) {
        choices++;
        asUneven += Math.abs(lean(all, set)) >= found ? 1 : 0;
      }
    }
    return asUneven / (double) choices;
  }

  private static double lean(double[] all, int set) {
    double lean = 0;
    for (int i = 0; i < all.length; i++) {
      for (int j = 0; j < all.length; j++) {
        boolean pair = (set >> i & 1) == 1 && (set >> j & 1) == 0;
        lean += pair ? Math.signum(all[j] - all[i]) : 0;
      }
    }
    return lean;
  }
}
