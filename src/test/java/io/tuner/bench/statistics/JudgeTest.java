package io.tuner.bench.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class JudgeTest {

  private static final Metric TPMC = Metric.higher("tpmC", "tpmC");

  private static final List<Double> BEFORE =
      List.of(321000.0, 322000.0, 320000.0, 321074.0, 319500.0, 323000.0);

  private static final List<Double> AFTER =
      List.of(398000.0, 399402.0, 397000.0, 401000.0, 400000.0, 396500.0);

  @Test
  void aRowHasEverything() {
    Map<String, String> values = new LinkedHashMap<>();
    values.put("terminals", "200");
    Series series =
        new Series(
            new Cell(values),
            Map.of("raid", "3 disks"),
            TPMC,
            BEFORE,
            AFTER,
            false,
            Optional.empty(),
            OptionalDouble.of(1.5),
            List.of(Expectation.of("tpmC", ">= -2%"), Expectation.of("tpmC", ">= 400k")),
            Optional.of(Reference.of("X86", 438783)),
            List.of("3 errors", "3 errors"));
    BenchmarkResult row = Judge.judge("db1", "tpcc", List.of(series)).get(0);
    assertThat(row.host()).isEqualTo("db1");
    assertThat(row.name()).isEqualTo("tpcc");
    assertThat(row.labels())
        .containsExactly(Map.entry("terminals", "200"), Map.entry("raid", "3 disks"));
    assertThat(row.intervalBefore().orElseThrow().median()).isEqualTo(321037);
    assertThat(row.intervalAfter().orElseThrow().median()).isEqualTo(398701);
    assertThat(row.changePct().orElseThrow()).isCloseTo(24.19, within(0.005));
    assertThat(row.verdict()).contains(Verdict.IMPROVED);
    assertThat(row.noisePct()).hasValue(1.5);
    assertThat(row.reference().orElseThrow().gapBeforePct().orElseThrow())
        .isCloseTo(-26.83, within(0.005));
    assertThat(row.reference().orElseThrow().gapAfterPct().orElseThrow())
        .isCloseTo(-9.13, within(0.005));
    assertThat(row.gate()).contains(new Gate(">= -2% and >= 400k", Gate.Result.INCONCLUSIVE));
    assertThat(row.reason()).isEqualTo("gate `>= 400k`: the median lies between 396500 and 401000");
    assertThat(row.warnings()).containsExactly("3 errors");
  }

  @Test
  void theWorstGateIsTheRowsGate() {
    Series series = expecting(BEFORE, AFTER, ">= -2%", ">= 400k", ">= 500k");
    assertThat(Judge.judge("db1", "tpcc", List.of(series)).get(0).gate())
        .contains(new Gate(">= -2% and >= 400k and >= 500k", Gate.Result.FAILED));
  }

  @Test
  void cellsOfOneMetricAreAFamilyAndMetricsAreNot() {
    List<Series> measured = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      measured.add(Series.of(Cell.ONLY, Metric.higher("m" + i, ""), BEFORE, AFTER));
    }
    assertThat(Judge.judge("db1", "many", measured))
        .allSatisfy(row -> assertThat(row.verdict()).contains(Verdict.IMPROVED))
        .extracting(row -> row.metric().name())
        .startsWith("m0", "m1", "m2");
    List<Series> cells = Collections.nCopies(30, Series.of(Cell.ONLY, TPMC, BEFORE, AFTER));
    assertThat(Judge.judge("db1", "many", cells))
        .allSatisfy(row -> assertThat(row.verdict()).contains(Verdict.INCONCLUSIVE));
  }

  @Test
  void straysAreMarkedAndCounted() {
    List<Double> strayed = new ArrayList<>(AFTER);
    strayed.set(2, 200000.0);
    BenchmarkResult row =
        Judge.judge("db1", "tpcc", List.of(Series.of(Cell.ONLY, TPMC, BEFORE, strayed))).get(0);
    assertThat(row.after()).hasSize(6).contains(200000.0);
    assertThat(row.intervalAfter().orElseThrow().low()).isEqualTo(200000);
    assertThat(row.warnings()).containsExactly("far from the other runs after, and counted: run 3");
    assertThat(Outliers.of(strayed)).containsExactly(2);
    assertThat(Outliers.of(AFTER)).isEmpty();
    assertThat(Outliers.of(List.of(5.0, 5.0, 5.0, 5.0, 5.0, 9.0))).containsExactly(5);
    assertThat(Outliers.of(Collections.nCopies(6, 5.0))).isEmpty();
    assertThat(Outliers.of(List.of(1.0, 1.0, 900.0))).isEmpty();
  }

  @Test
  void whatIsNoNumberIsLeftOutOfTheTableAndSaid() {
    List<Double> broken = new ArrayList<>(AFTER);
    broken.add(Double.NaN);
    BenchmarkResult row =
        Judge.judge("db1", "tpcc", List.of(Series.of(Cell.ONLY, TPMC, BEFORE, broken))).get(0);
    assertThat(row.after()).isEqualTo(AFTER);
    assertThat(row.verdict()).contains(Verdict.INCONCLUSIVE);
    assertThat(row.reason()).isEqualTo("1 run told no number");
  }

  @Test
  void oneStateHasNoChange() {
    BenchmarkResult row =
        Judge.judge("db1", "tpcc", List.of(expecting(BEFORE, List.of(), ">= 300k"))).get(0);
    assertThat(row.intervalAfter()).isEmpty();
    assertThat(row.changePct()).isEmpty();
    assertThat(row.verdict()).isEmpty();
    assertThat(row.gate()).contains(new Gate(">= 300k", Gate.Result.PASSED));
    assertThat(Judge.judge("db1", "tpcc", List.of())).isEmpty();
  }

  @Test
  void zeroBeforeHasNoPerCents() {
    List<Double> zero = Collections.nCopies(6, 0.0);
    BenchmarkResult row =
        Judge.judge("db1", "tpcc", List.of(expecting(zero, AFTER, ">= -2%"))).get(0);
    assertThat(row.changePct()).isEmpty();
    assertThat(row.verdict()).contains(Verdict.IMPROVED);
    assertThat(row.gate().orElseThrow().result()).isEqualTo(Gate.Result.INCONCLUSIVE);
  }

  @Test
  void theNoiseFloorIsTheFarEndOfWhatTwoEqualBlocksLeavePossible() {
    List<Double> first = List.of(100.0, 101.0, 99.0, 100.5, 99.5, 100.2);
    List<Double> second = List.of(100.1, 100.9, 99.2, 100.6, 99.4, 100.0);
    assertThat(NoiseFloor.percent(first, second).orElseThrow()).isBetween(0.5, 2.0);
    assertThat(NoiseFloor.percent(first, first.stream().map(v -> v * 1.1).toList()).orElseThrow())
        .isBetween(10.0, 13.0);
    assertThat(NoiseFloor.percent(first, List.of())).isEmpty();
    assertThat(NoiseFloor.percent(Collections.nCopies(6, 0.0), first)).isEmpty();
    assertThat(NoiseFloor.percent(Collections.nCopies(6, 5.0), Collections.nCopies(6, 5.0)))
        .hasValue(0);
  }

  private static Series expecting(List<Double> before, List<Double> after, String... expect) {
    return new Series(
        Cell.ONLY,
        Map.of(),
        TPMC,
        before,
        after,
        false,
        Optional.empty(),
        OptionalDouble.empty(),
        List.of(expect).stream().map(text -> Expectation.of("tpmC", text)).toList(),
        Optional.empty(),
        List.of());
  }
}
