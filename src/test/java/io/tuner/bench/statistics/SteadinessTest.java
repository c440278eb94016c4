package io.tuner.bench.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SteadinessTest {

  private static final double[] UNRELATED = {101, 99, 102, 98, 100, 103};

  @Test
  void aTrendIsCountedOverAllOrders() {
    assertThat(Trend.s(new double[] {1, 2, 3, 4, 5, 6})).isEqualTo(15);
    assertThat(Trend.p(15, 6)).isCloseTo(2 / 720.0, within(1e-12));
    assertThat(Trend.p(-13, 6)).isCloseTo(12 / 720.0, within(1e-12));
    assertThat(Trend.p(0, 6)).isCloseTo(1, within(1e-12));
    assertThat(Trend.p(30, 6, 6)).isCloseTo(2 / 720.0 / 720, within(1e-12));
    // Kendall's tables: 10 runs, S of 21 has a probability of 0.036 on one side.
    assertThat(Trend.p(21, 10)).isCloseTo(2 * 0.036, within(0.001));
    assertThat(Trend.p(400, 61)).isCloseTo(0.0129, within(0.0005));
    assertThat(Trend.s(new double[] {1, 1, 1})).isZero();
  }

  @Test
  void neighboursOfARandomOrderAreNoNearerThanOthers() {
    Random random = new Random(1);
    double sum = 0;
    double squares = 0;
    for (int i = 0; i < 4000; i++) {
      double z = Autocorrelation.neighbours(random.doubles(6).toArray());
      sum += z;
      squares += z * z;
    }
    assertThat(sum / 4000).isCloseTo(0, within(0.1));
    assertThat(squares / 4000).isCloseTo(1, within(0.1));
    assertThat(Autocorrelation.neighbours(new double[] {1, 2, 3, 4, 5, 6})).isLessThan(-2);
    assertThat(Autocorrelation.neighbours(new double[] {1, 6, 2, 5, 3, 4})).isGreaterThan(0);
    assertThat(Autocorrelation.neighbours(new double[] {1, 1, 1, 1, 1, 1})).isZero();
  }

  @ParameterizedTest
  @CsvSource({"1, rising", "-1, falling"})
  void aDriftIsNamedWithItsBlockAndItsWay(int way, String how) {
    double[] drifting = new double[6];
    for (int i = 0; i < 6; i++) {
      drifting[i] = 100 + way * i;
    }
    assertThat(Steadiness.disturbance(drifting, UNRELATED))
        .contains("drift: the runs before keep " + how);
    assertThat(Steadiness.disturbance(UNRELATED, drifting))
        .contains("drift: the runs after keep " + how);
    assertThat(Steadiness.disturbance(drifting, drifting))
        .contains("drift: the runs in both blocks keep " + how);
    assertThat(Steadiness.disturbance(drifting, turned(drifting)))
        .hasValueSatisfying(
            reason -> assertThat(reason).endsWith(how + ", and those after do the contrary"));
    assertThat(Steadiness.disturbance(UNRELATED, UNRELATED)).isEmpty();
  }

  @Test
  void runsThatTakeAfterEachOtherAreNamed() {
    double[] waves = new double[20];
    for (int i = 0; i < 20; i++) {
      waves[i] = 100 + Math.sin(i / 2.0);
    }
    assertThat(Steadiness.disturbance(waves, waves))
        .contains("autocorrelation: each run takes after the one before it");
  }

  @Test
  void blocksThatLookAlikeAreAskedAsOneRow() {
    double[] before = {100, 99, 101, 99.5, 100.5, 99.8};
    assertThat(Steadiness.unsteadyTogether(before, UNRELATED)).isEmpty();
    double[] rising = {100, 100.4, 100.2, 100.8, 100.6, 101};
    double[] further = {100.7, 101.2, 100.9, 101.4, 101.1, 101.6};
    assertThat(Steadiness.disturbance(rising, further)).isEmpty();
    assertThat(Steadiness.unsteadyTogether(rising, further))
        .contains("drift: the runs of both blocks in a row keep rising");
    double[] wave = {101, 100.4, 99.8, 99.3, 99.6, 99.9};
    double[] back = {100.2, 100.6, 100.9, 100.7, 100.3, 100};
    assertThat(Steadiness.unsteadyTogether(wave, back))
        .contains("autocorrelation: each run of both blocks takes after the one before it");
    double[] constant = {5, 5, 5, 5, 5, 5};
    assertThat(Steadiness.unsteadyTogether(constant, constant)).isEmpty();
  }

  @Test
  void aPlainStepHasNoRival() {
    assertThat(Steadiness.rival(UNRELATED, shifted(UNRELATED, 12))).isEmpty();
    double[] constant = {5, 5, 5, 5, 5, 5};
    assertThat(Steadiness.rival(constant, shifted(constant, 1))).isEmpty();
    assertThat(Steadiness.rival(shifted(constant, 0.1), shifted(constant, -0.3))).isEmpty();
  }

  @Test
  void aLineThroughBothBlocksIsARival() {
    double[] before = {100, 101.2, 101.8, 103.1, 103.9, 105.2};
    assertThat(Steadiness.rival(before, shifted(before, 6)))
        .contains("a steady drift through both blocks would explain it as well");
  }

  @Test
  void aWanderingLevelIsARival() {
    double[] before = {99, 98, 97, 97, 99, 100};
    double[] after = {101, 102, 102, 102, 102, 101};
    assertThat(Steadiness.rival(before, after))
        .contains("a level that wanders from run to run would explain it as well");
  }

  private static double[] turned(double[] block) {
    double[] turned = new double[block.length];
    for (int i = 0; i < block.length; i++) {
      turned[i] = block[block.length - 1 - i];
    }
    return turned;
  }

  private static double[] shifted(double[] block, double by) {
    double[] shifted = block.clone();
    for (int i = 0; i < shifted.length; i++) {
      shifted[i] += by;
    }
    return shifted;
  }
}
