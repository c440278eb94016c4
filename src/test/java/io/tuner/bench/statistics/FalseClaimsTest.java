package io.tuner.bench.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is claimed of imagined runs of which the truth is known. Seeds are fixed. */
class FalseClaimsTest {

  private static final int TIMES = 1000;

  @Test
  void noChangeIsSeldomCalledOne() {
    Noise noise = new Noise(1, Noise.Shape.NORMAL, 2);
    assertThat(claims(() -> Noise.halves(noise.runs(12, 100)))).isLessThanOrEqualTo(0.05);
  }

  @Test
  void noMatrixOfFourteenCellsIsOftenSaidToHaveChanged() {
    Noise noise = new Noise(2, Noise.Shape.NORMAL, 2);
    assertThat(matrices(14, () -> Noise.halves(noise.runs(12, 100)))).isLessThanOrEqualTo(0.05);
  }

  @Test
  void interleavedRunsKeepTheLevelToo() {
    Noise noise = new Noise(3, Noise.Shape.NORMAL, 2);
    Supplier<Series> series = () -> interleaved(noise.runs(12, 100));
    assertThat(claims(series)).isBetween(0.02, 0.05);
    assertThat(matrices(14, series)).isBetween(0.01, 0.05);
  }

  @ParameterizedTest
  @CsvSource({"100, 110", "100, 90", "300000, 330000", "0.005, 0.0055"})
  void aChangeOfTenPerCentIsFoundThroughNoiseOfTwo(double before, double after) {
    Noise noise = new Noise(4, Noise.Shape.NORMAL, 2);
    Verdict right = after > before ? Verdict.IMPROVED : Verdict.REGRESSED;
    Supplier<Series> series = () -> change(noise, 6, before, after);
    assertThat(share(series, right)).isGreaterThanOrEqualTo(0.95);
  }

  @Test
  void aChangeOfTenPerCentIsFoundInEveryCellOfAMatrix() {
    Noise noise = new Noise(5, Noise.Shape.NORMAL, 2);
    int found = 0;
    for (int i = 0; i < TIMES / 14; i++) {
      found +=
          (int)
              Comparison.family(cells(14, () -> change(noise, 6, 100, 90))).stream()
                  .filter(cell -> cell.verdict().orElseThrow() == Verdict.REGRESSED)
                  .count();
    }
    assertThat(found / (TIMES / 14 * 14.0)).isGreaterThanOrEqualTo(0.95);
  }

  @ParameterizedTest
  @CsvSource({
    "6, 0.2", "6, 0.4", "6, 0.6", "6, 0.8", "6, 1", "6, 2", "10, 0.1", "10, 0.3", "10, 0.5",
    "20, 0.1"
  })
  void aDriftIsNoChange(int repeats, double percentARun) {
    Noise noise = new Noise(6, Noise.Shape.NORMAL, 2);
    Supplier<Series> series = () -> Noise.halves(noise.drifting(2 * repeats, percentARun));
    assertThat(claims(series)).isLessThanOrEqualTo(0.05);
  }

  @ParameterizedTest
  @CsvSource({"6, 1, 0.9", "6, 2, 0.99", "10, 0.4, 0.8", "20, 0.2, 0.9", "30, 0.1, 0.9"})
  void aStrongDriftIsSaidToBeInconclusive(int repeats, double percentARun, double atLeast) {
    Noise noise = new Noise(7, Noise.Shape.NORMAL, 2);
    Supplier<Series> series = () -> Noise.halves(noise.drifting(2 * repeats, percentARun));
    assertThat(share(series, Verdict.INCONCLUSIVE)).isGreaterThanOrEqualTo(atLeast);
  }

  @ParameterizedTest
  @CsvSource({
    "6, 0.5", "6, 0.7", "6, 0.9", "6, 0.99", "8, 0.9", "12, 0.7", "12, 0.9", "20, 0.5", "20, 0.9"
  })
  void aWanderingLevelIsNoChange(int repeats, double correlation) {
    Noise noise = new Noise(8, Noise.Shape.NORMAL, 2);
    Supplier<Series> series = () -> Noise.halves(noise.wandering(2 * repeats, correlation));
    assertThat(claims(series)).isLessThanOrEqualTo(0.05);
  }

  @ParameterizedTest
  @CsvSource({"6, 0.75", "8, 0.85", "12, 0.95", "20, 0.98", "30, 0.98"})
  void aStrongAutocorrelationIsSaidToBeInconclusive(int repeats, double atLeast) {
    Noise noise = new Noise(9, Noise.Shape.NORMAL, 2);
    Supplier<Series> series = () -> Noise.halves(noise.wandering(2 * repeats, 0.9));
    assertThat(share(series, Verdict.INCONCLUSIVE)).isGreaterThanOrEqualTo(atLeast);
  }

  /** What unrelated runs pay for it: some pairs are called inconclusive that are not. */
  @ParameterizedTest
  @CsvSource({"NORMAL, 6", "NORMAL, 10", "NORMAL, 20", "LOGNORMAL, 6", "STRAYS, 6", "UNIFORM, 6"})
  void noChangeIsMostlyCalledNone(Noise.Shape shape, int repeats) {
    Noise noise = new Noise(13, shape, 2);
    Supplier<Series> series = () -> Noise.halves(noise.runs(2 * repeats, 100));
    assertThat(share(series, Verdict.NO_DIFFERENCE)).isGreaterThanOrEqualTo(0.83);
  }

  @ParameterizedTest
  @CsvSource({"6, 0.6, 0.8", "6, 0.4, 0.5", "10, 0.2, 0.6"})
  void aWeakDriftIsNotCalledNoDifference(int repeats, double percentARun, double atLeast) {
    Noise noise = new Noise(14, Noise.Shape.NORMAL, 2);
    Supplier<Series> series = () -> Noise.halves(noise.drifting(2 * repeats, percentARun));
    assertThat(share(series, Verdict.INCONCLUSIVE)).isGreaterThanOrEqualTo(atLeast);
  }

  @ParameterizedTest
  @CsvSource({
    "NORMAL, 6", "NORMAL, 10", "NORMAL, 20", "LOGNORMAL, 6", "LOGNORMAL, 10", "LOGNORMAL, 20",
    "UNIFORM, 6", "UNIFORM, 10", "UNIFORM, 20", "STRAYS, 6", "STRAYS, 10", "STRAYS, 20"
  })
  void everyShapeOfNoiseKeepsTheLevel(Noise.Shape shape, int repeats) {
    Noise noise = new Noise(10, shape, 2);
    Supplier<Series> blocks = () -> Noise.halves(noise.runs(2 * repeats, 100));
    assertThat(claims(blocks)).isLessThanOrEqualTo(0.05);
    // Without the rivals, which lower it further, it is the level of the test itself.
    Supplier<Series> alternating = () -> interleaved(noise.runs(2 * repeats, 100));
    assertThat(claims(alternating)).isLessThanOrEqualTo(0.065);
  }

  /** The smaller the change, the more runs it takes; strays cost some. */
  @ParameterizedTest
  @CsvSource({
    "NORMAL, 6, 10, 0.95",
    "NORMAL, 10, 10, 0.98",
    "NORMAL, 20, 6, 0.96",
    "LOGNORMAL, 6, 10, 0.9",
    "LOGNORMAL, 10, 10, 0.97",
    "LOGNORMAL, 20, 6, 0.96",
    "UNIFORM, 6, 10, 0.95",
    "UNIFORM, 10, 10, 0.98",
    "UNIFORM, 20, 6, 0.96",
    "STRAYS, 6, 10, 0.75",
    "STRAYS, 10, 10, 0.93",
    "STRAYS, 20, 6, 0.9"
  })
  void aRealChangeIsFound(Noise.Shape shape, int repeats, double percent, double atLeast) {
    Noise noise = new Noise(11, shape, 2);
    Supplier<Series> series = () -> change(noise, repeats, 100, 100 + percent);
    assertThat(share(series, Verdict.IMPROVED)).isGreaterThanOrEqualTo(atLeast);
  }

  @Test
  void thePromisedCoverageOfIntervalsIsKept() {
    Noise noise = new Noise(12, Noise.Shape.LOGNORMAL, 2);
    double median = 100 * (1 + 0.02 * (1 - Math.exp(0.125)) / 0.6039);
    int medians = 0;
    int shifts = 0;
    for (int i = 0; i < TIMES; i++) {
      Interval interval = Median.interval(noise.runs(6, 100)).orElseThrow();
      medians += interval.low() <= median && median <= interval.high() ? 1 : 0;
      Shift shift =
          Shift.between(Samples.finite(noise.runs(6, 100)), Samples.finite(noise.runs(6, 97)))
              .orElseThrow();
      shifts += shift.lowPct() <= -3 && -3 <= shift.highPct() ? 1 : 0;
    }
    assertThat(medians / (double) TIMES).isBetween(0.955, 0.98);
    assertThat(shifts / (double) TIMES).isBetween(0.94, 0.98);
  }

  private static Series change(Noise noise, int repeats, double before, double after) {
    List<Double> runs = noise.runs(repeats, before);
    runs.addAll(noise.runs(repeats, after));
    return Noise.halves(runs);
  }

  private static Series interleaved(List<Double> runs) {
    Series blocks = Noise.halves(runs);
    return new Series(
        blocks.cell(),
        blocks.labels(),
        blocks.metric(),
        blocks.before(),
        blocks.after(),
        true,
        blocks.incomparable(),
        blocks.noisePct(),
        blocks.expectations(),
        blocks.reference(),
        blocks.warnings());
  }

  private static List<Series> cells(int count, Supplier<Series> series) {
    List<Series> cells = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      cells.add(series.get());
    }
    return cells;
  }

  private static double share(Supplier<Series> series, Verdict verdict) {
    int hits = 0;
    for (int i = 0; i < TIMES; i++) {
      hits += Comparison.family(List.of(series.get())).get(0).verdict().get() == verdict ? 1 : 0;
    }
    return hits / (double) TIMES;
  }

  private static double claims(Supplier<Series> series) {
    return matrices(1, series);
  }

  /** The share of matrices with any claim. */
  private static double matrices(int count, Supplier<Series> series) {
    int hits = 0;
    for (int i = 0; i < TIMES; i++) {
      hits +=
          Comparison.family(cells(count, series)).stream()
                  .map(cell -> cell.verdict().orElseThrow())
                  .anyMatch(v -> v == Verdict.IMPROVED || v == Verdict.REGRESSED)
              ? 1
              : 0;
    }
    return hits / (double) TIMES;
  }
}
