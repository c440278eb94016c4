package io.tuner.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tuner.bench.statistics.Interval;
import io.tuner.bench.statistics.Median;
import io.tuner.bench.statistics.Percent;
import io.tuner.bench.statistics.Reference;
import io.tuner.bench.statistics.References;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReferencesTest {

  /** Transactions a minute of one platform before and after tuning, against another's. */
  @ParameterizedTest
  @CsvSource({
    "321037, 398701, 438783, -26.83 %, -9.13 %, +24.19 %",
    "231722, 285895, 365412, -36.59 %, -21.76 % , +23.38 %"
  })
  void gapsAndTheChangeArePerCents(
      double before, double after, double reference, String first, String second, String change) {
    Reference gaps = References.gaps("X86", reference, one(before), one(after));
    assertThat(Percent.show(gaps.gapBeforePct().orElseThrow())).isEqualTo(first);
    assertThat(Percent.show(gaps.gapAfterPct().orElseThrow())).isEqualTo(second);
    assertThat(Percent.show(Percent.of(after, before).orElseThrow())).isEqualTo(change);
    assertThat(gaps.label()).isEqualTo("X86");
    assertThat(gaps.median()).isEqualTo(reference);
  }

  @Test
  void whatWasNotMeasuredHasNoGap() {
    Reference gaps = References.gaps("X86", 100, one(0), Optional.empty());
    assertThat(gaps.gapBeforePct()).hasValue(-100);
    assertThat(gaps.gapAfterPct()).isEmpty();
    assertThat(References.gaps("X86", 0, one(5), one(0)).gapBeforePct()).isEmpty();
    assertThat(References.gaps("X86", 0, one(5), one(0)).gapAfterPct()).isEmpty();
  }

  @Test
  void moreIsPositiveAlsoBelowZero() {
    assertThat(Percent.of(-50, -100)).hasValue(50);
    assertThat(Percent.of(Double.NaN, 1)).isEmpty();
  }

  @Test
  void aRateOfWritingIsTerabytesAYear() {
    assertThat(Endurance.terabytesAYear(4e6)).isCloseTo(126, within(0.5));
    assertThat(Endurance.terabytesAYear(12e3)).isCloseTo(0.378, within(0.0005));
    assertThat(Endurance.terabytesAYear(0)).isZero();
  }

  @Test
  void aDriveLastsUntilItHasTakenItsRating() {
    assertThat(Endurance.yearsLeft(1261.44, 0, 4e6).orElseThrow()).isCloseTo(10, within(1e-9));
    assertThat(Endurance.yearsLeft(1261.44, 630.72, 4e6).orElseThrow()).isCloseTo(5, within(1e-9));
    assertThat(Endurance.yearsLeft(100, 120, 4e6)).hasValue(0);
    assertThat(Endurance.yearsLeft(100, 100, 0)).hasValue(0);
    assertThat(Endurance.yearsLeft(100, 0, 0)).isEmpty();
  }

  private static Optional<Interval> one(double value) {
    return Median.interval(List.of(value));
  }
}
