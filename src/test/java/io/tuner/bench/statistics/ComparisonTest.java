package io.tuner.bench.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class ComparisonTest {

  private static final List<Double> BEFORE = List.of(101.0, 99.0, 102.0, 98.0, 100.0, 103.0);

  private static final Metric IOPS = Metric.higher("iops", "IOPS");

  private static final Metric LATENCY = Metric.lower("lat", "ms");

  @Test
  void whichWayIsGoodDecidesTheVerdict() {
    assertThat(verdict(IOPS, BEFORE, plus(12))).contains(Verdict.IMPROVED);
    assertThat(verdict(IOPS, BEFORE, plus(-12))).contains(Verdict.REGRESSED);
    assertThat(verdict(LATENCY, BEFORE, plus(12))).contains(Verdict.REGRESSED);
    assertThat(verdict(LATENCY, BEFORE, plus(-12))).contains(Verdict.IMPROVED);
    assertThat(verdict(Metric.neither("tps", ""), BEFORE, plus(12))).isEmpty();
    assertThat(compare(IOPS, BEFORE, plus(12)).reason()).isEmpty();
  }

  @Test
  void noDifferenceTellsWhatItCannotRuleOut() {
    Comparison same = compare(IOPS, BEFORE, List.of(100.0, 102.0, 98.5, 103.5, 99.5, 100.5));
    assertThat(same.verdict()).contains(Verdict.NO_DIFFERENCE);
    assertThat(same.reason()).matches("a change between -[0-9.]+ % and \\+[0-9.]+ % cannot be.*");
  }

  @Test
  void fewerThanSixRunsAreInconclusive() {
    Comparison few = compare(IOPS, BEFORE.subList(0, 5), plus(50));
    assertThat(few.verdict()).contains(Verdict.INCONCLUSIVE);
    assertThat(few.reason())
        .isEqualTo("5 runs before and 6 after: an interval of 95 % takes 6 of each");
    assertThat(verdict(IOPS, BEFORE, plus(50).subList(0, 5))).contains(Verdict.INCONCLUSIVE);
    assertThat(few.shift()).isEmpty();
  }

  @Test
  void oneStateHasNoVerdict() {
    assertThat(verdict(IOPS, BEFORE, List.of())).isEmpty();
    assertThat(verdict(IOPS, List.of(), List.of())).isEmpty();
  }

  @Test
  void whatTellsNoNumberIsInconclusive() {
    List<Double> broken = new ArrayList<>(plus(12));
    broken.set(2, Double.NaN);
    assertThat(compare(IOPS, BEFORE, broken).reason()).isEqualTo("1 run told no number");
    broken.set(3, Double.POSITIVE_INFINITY);
    assertThat(compare(IOPS, BEFORE, broken).reason()).isEqualTo("2 runs told no number");
    assertThat(verdict(IOPS, BEFORE, broken)).contains(Verdict.INCONCLUSIVE);
  }

  @Test
  void driftIsInconclusiveHoweverLargeTheDifference() {
    List<Double> rising = List.of(100.0, 101.0, 102.0, 103.0, 104.0, 105.0);
    Comparison drifting = compare(IOPS, rising, plus(500));
    assertThat(drifting.verdict()).contains(Verdict.INCONCLUSIVE);
    assertThat(drifting.reason()).isEqualTo("drift: the runs before keep rising");
    assertThat(drifting.shift()).isEmpty();
  }

  @Test
  void alternatingRunsAreNotAskedForDrift() {
    List<Double> rising = List.of(100.0, 101.0, 102.0, 103.0, 104.0, 105.0);
    Series blocks = Series.of(Cell.ONLY, IOPS, rising, plus(500));
    Comparison alternating = Comparison.family(List.of(with(blocks, true, 0, ""))).get(0);
    assertThat(alternating.verdict()).contains(Verdict.IMPROVED);
  }

  @Test
  void aDifferenceThatADriftExplainsIsInconclusive() {
    List<Double> rising = List.of(100.0, 101.2, 102.4, 102.0, 104.0, 105.0);
    Comparison line = compare(IOPS, rising, rising.stream().map(value -> value + 6).toList());
    assertThat(line.verdict()).contains(Verdict.INCONCLUSIVE);
    assertThat(line.reason()).contains("drift");
  }

  @Test
  void whatMustNotBeComparedIsNot() {
    Series series = Series.of(Cell.ONLY, IOPS, BEFORE, plus(50));
    Comparison other =
        Comparison.family(List.of(with(series, false, 0, "200 terminals, then 400"))).get(0);
    assertThat(other.verdict()).contains(Verdict.NOT_COMPARABLE);
    assertThat(other.reason()).isEqualTo("200 terminals, then 400");
    assertThat(other.p()).isEmpty();
  }

  @Test
  void noClaimIsMadeBelowTheNoise() {
    Series series = Series.of(Cell.ONLY, IOPS, BEFORE, plus(12));
    Comparison below = Comparison.family(List.of(with(series, false, 12.5, ""))).get(0);
    assertThat(below.verdict()).contains(Verdict.NO_DIFFERENCE);
    assertThat(below.reason())
        .isEqualTo("the change of +12.44 % lies within the noise floor of 12.50 %");
    Comparison above = Comparison.family(List.of(with(series, false, 12.4, ""))).get(0);
    assertThat(above.verdict()).contains(Verdict.IMPROVED);
  }

  @Test
  void runsWithoutAnyNoiseAreJudged() {
    List<Double> hundred = Collections.nCopies(6, 100.0);
    assertThat(verdict(IOPS, hundred, Collections.nCopies(6, 101.0))).contains(Verdict.IMPROVED);
    assertThat(verdict(IOPS, hundred, hundred)).contains(Verdict.NO_DIFFERENCE);
    assertThat(verdict(LATENCY, Collections.nCopies(6, 0.0), Collections.nCopies(6, 2.0)))
        .contains(Verdict.REGRESSED);
    assertThat(verdict(LATENCY, Collections.nCopies(6, 0.0), Collections.nCopies(6, -0.0)))
        .contains(Verdict.NO_DIFFERENCE);
  }

  @Test
  void tiesAreNoObstacle() {
    assertThat(
            verdict(
                LATENCY,
                List.of(5.0, 5.0, 6.0, 5.0, 6.0, 5.0),
                List.of(9.0, 8.0, 9.0, 9.0, 8.0, 9.0)))
        .contains(Verdict.REGRESSED);
  }

  @Test
  void fourteenCellsOfSixRunsCanStillShowADifference() {
    List<Series> cells = new ArrayList<>(unchanged(13));
    cells.add(Series.of(Cell.ONLY, IOPS, BEFORE, plus(12)));
    Comparison found = Comparison.family(cells).get(13);
    assertThat(found.verdict()).contains(Verdict.IMPROVED);
    assertThat(found.p().getAsDouble()).isCloseTo(14 * 2 / 924.0, within(1e-9));
  }

  @Test
  void moreCellsThanSixRunsCanCarryAreToldHowManyItTakes() {
    List<Series> cells = new ArrayList<>(unchanged(29));
    cells.add(Series.of(Cell.ONLY, IOPS, BEFORE, plus(12)));
    Comparison lost = Comparison.family(cells).get(29);
    assertThat(lost.verdict()).contains(Verdict.INCONCLUSIVE);
    assertThat(lost.reason())
        .isEqualTo(
            "it would differ by itself (p = 0.0022), and does not among 30 cells: so many cells take"
                + " 7 runs of each state");
  }

  @Test
  void whatIsNotJudgedDoesNotMakeTheFamilyLarger() {
    List<Series> cells = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      cells.add(with(Series.of(Cell.ONLY, IOPS, BEFORE, BEFORE), false, 0, "another load"));
    }
    cells.add(Series.of(Cell.ONLY, IOPS, BEFORE, plus(12)));
    assertThat(Comparison.family(cells).get(40).verdict()).contains(Verdict.IMPROVED);
  }

  @Test
  void aMatrixOfReadingAndWritingCellsIsOneMatrix() {
    List<Series> cells = new ArrayList<>();
    for (int i = 0; i < 14; i++) {
      Metric metric = Metric.higher(i < 7 ? "read.iops" : "write.iops", "IOPS");
      cells.add(Series.of(new Cell(Map.of("cell", "" + i)), metric, BEFORE, plus(i == 0 ? 12 : 0)));
    }
    assertThat(Comparison.family(cells).get(0).p().getAsDouble())
        .isCloseTo(14 * 2 / 924.0, within(1e-9));
  }

  /** Of the 36 ratios each of 1 % to 6 % stands six times: the sixth from either end is kept. */
  @Test
  void theChangeLiesBetweenTheSixthPairsFromEitherEnd() {
    double[] hundred = {100, 100, 100, 100, 100, 100};
    double[] more = {103, 101, 105, 102, 106, 104};
    Shift shift = Shift.between(hundred, more).orElseThrow();
    assertThat(shift.lowPct()).isCloseTo(1, within(1e-9));
    assertThat(shift.highPct()).isCloseTo(6, within(1e-9));
    assertThat(shift.coverage()).isCloseTo(1 - 2 * 19 / 924.0, within(1e-9));
    assertThat(shift.show()).isEqualTo("between +1.00 % and +6.00 %");
  }

  @Test
  void belowZeroTheChangeIsInPerCentOfTheMedian() {
    double[] before = {-100, -100, -100, -100, -100, -100};
    double[] after = {-90, -80, -70, -60, -50, 0};
    assertThat(Shift.between(before, after))
        .hasValueSatisfying(shift -> assertThat(shift.lowPct()).isCloseTo(10, within(1e-9)))
        .hasValueSatisfying(shift -> assertThat(shift.highPct()).isCloseTo(100, within(1e-9)));
    assertThat(Shift.between(new double[] {0, 0, 0}, after)).isEmpty();
  }

  @Test
  void correctionsAreHolms() {
    assertThat(Holm.correct(new double[] {0.01, 0.04, 0.03, 0.005}, 4))
        .containsExactly(new double[] {0.03, 0.06, 0.06, 0.02}, within(1e-12));
    assertThat(Holm.correct(new double[] {0.01, 0.001}, 5))
        .containsExactly(new double[] {0.04, 0.005}, within(1e-12));
    assertThat(Holm.correct(new double[] {0.9, 0.8}, 2)).containsExactly(1, 1);
    assertThat(Holm.correct(new double[] {}, 0)).isEmpty();
  }

  private static List<Series> unchanged(int count) {
    List<Double> same = List.of(100.0, 102.0, 98.5, 103.5, 99.5, 100.5);
    return Collections.nCopies(count, Series.of(Cell.ONLY, IOPS, BEFORE, same));
  }

  private static List<Double> plus(double change) {
    return List.of(98.5, 101.5, 100.5, 102.5, 99.5, 103.5).stream().map(v -> v + change).toList();
  }

  private static Optional<Verdict> verdict(Metric metric, List<Double> b, List<Double> a) {
    return compare(metric, b, a).verdict();
  }

  private static Comparison compare(Metric metric, List<Double> before, List<Double> after) {
    return Comparison.family(List.of(Series.of(Cell.ONLY, metric, before, after))).get(0);
  }

  private static Series with(
      Series series, boolean interleaved, double noisePct, String incomparable) {
    return new Series(
        series.cell(),
        Map.of(),
        series.metric(),
        series.before(),
        series.after(),
        interleaved,
        incomparable.isEmpty() ? Optional.empty() : Optional.of(incomparable),
        noisePct == 0 ? OptionalDouble.empty() : OptionalDouble.of(noisePct),
        List.of(),
        Optional.empty(),
        List.of());
  }
}
