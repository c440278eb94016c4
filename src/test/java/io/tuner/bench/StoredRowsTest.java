package io.tuner.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.tuner.Proves;
import io.tuner.bench.statistics.BenchmarkResult;
import io.tuner.bench.statistics.Cell;
import io.tuner.bench.statistics.Judge;
import io.tuner.bench.statistics.Metric;
import io.tuner.bench.statistics.Reference;
import io.tuner.bench.statistics.Series;
import io.tuner.bench.statistics.Verdict;
import io.tuner.resources.YamlTree;
import io.tuner.text.Diagnostics;
import io.tuner.text.Tree;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is claimed of numbers whose other half lies in a stored run. */
@Proves(
    what = "a stored row that must not be compared with is not, and why is told in its place",
    against = "made-up results")
class StoredRowsTest {

  private static final Metric P99 = Metric.lower("p99", "ms");
  private static final Item ITEM = item("");
  private static final Item REFERRING = item(", reference: {label: X86, run: OLD}");

  @ParameterizedTest
  @CsvSource({"ms, 10, -50", "s, 0.01, -50", "us, 10000, -50", "ms, 5, 0"})
  void numbersOfOneKindOfUnitAreConverted(String unit, double stored, double change) {
    StoredRows rows = rows(row("db1", Metric.lower("p99", unit), stored, 6, Optional.empty()));
    BenchmarkResult row = against(rows, P99, 5);
    assertThat(row.changePct()).hasValue(change);
    assertThat(row.intervalBefore().orElseThrow().median()).isEqualTo(5 / (1 + change / 100));
    assertThat(row.verdict()).contains(change == 0 ? Verdict.NO_DIFFERENCE : Verdict.IMPROVED);
    Reference reference = referring(rows, P99, 5);
    assertThat(reference.gapBeforePct()).hasValue(change);
    assertThat(reference.reason()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "tpmC, tps, 'stored in tpmC in OLD, measured in tps'",
    "'', ms, 'stored without a unit in OLD, measured in ms'",
    "ms, '', 'stored in ms in OLD, measured without a unit'",
    "MB, MB/s, 'stored in MB in OLD, measured in MB/s'"
  })
  void unitsOfAnotherKindAreNotComparable(String stored, String measured, String why) {
    StoredRows rows = rows(row("db1", Metric.higher("p99", stored), 10, 6, Optional.empty()));
    refuses(rows, Metric.higher("p99", measured), why);
    assertThat(against(rows, Metric.higher("p99", measured), 5).before()).isEmpty();
  }

  @Test
  void whatTheRunItselfCalledNotComparableStaysSo() {
    StoredRows rows = rows(row("db1", P99, 10, 6, Optional.of("3 requests failed")));
    refuses(rows, P99, "not comparable in OLD: 3 requests failed");
  }

  @Test
  void aCellOfWhichAnyRowIsNotComparableIsNot() {
    Metric load = Metric.neither("load", "");
    StoredRows rows =
        rows(
            row("db1", load, 10, 6, Optional.empty()),
            row("db1", P99, 10, 6, Optional.of("too short")));
    assertThat(referring(rows, load, 5).reason()).isEqualTo("not comparable in OLD: too short");
    assertThat(against(rows, load, 5).warnings())
        .containsExactly("not comparable in OLD: too short");
  }

  @Test
  void tooFewRunsAreNotComparedWith() {
    StoredRows rows = rows(row("db1", P99, 10, 5, Optional.empty()));
    refuses(rows, P99, "5 runs in OLD: an interval of 95 % takes 6");
  }

  @Test
  void whatCouldNotBeMeasuredThenIsTold() {
    StoredRows rows = rows(row("db1", Assessment.RUNS, 0, 0, Optional.of("fio is not installed")));
    refuses(rows, P99, "not comparable in OLD: fio is not installed");
  }

  @Test
  void whatAStoredRunLacksIsTold() {
    refuses(rows(), P99, "OLD did not measure `b` on db1");
    StoredRows other = rows(row("db1", Metric.lower("p50", "ms"), 10, 6, Optional.empty()));
    refuses(other, P99, "OLD told no `p99` of it");
    BenchmarkResult cell = row("db1", P99, 10, 6, Map.of("bs", "4k"), Optional.empty());
    refuses(rows(cell), P99, "OLD did not measure it with no label, but with bs=4k");
  }

  @Test
  void whatWasTakenBackIsNoReferenceAndItsStateBeforeIsABaseline() {
    BenchmarkResult both =
        Judge.judge("db1", "b", List.of(Series.of(Cell.ONLY, P99, six(10), six(20)))).get(0);
    StoredRows rows =
        new StoredRows("OLD", false, List.of(both), Map.of("db1", "a gate is missed: rolled back"));
    assertThat(referring(rows, P99, 5).reason())
        .isEqualTo("failed in OLD: a gate is missed: rolled back");
    assertThat(against(rows, P99, 5).changePct()).hasValue(-50);
  }

  @Test
  void whatIsNoNumberInADamagedReportIsNone() {
    List<Double> samples = new ArrayList<>(six(10));
    samples.set(2, Double.NaN);
    BenchmarkResult whole = row("db1", P99, 10, 6, Optional.empty());
    BenchmarkResult damaged =
        new BenchmarkResult(
            whole.host(),
            whole.name(),
            whole.labels(),
            whole.metric(),
            samples,
            List.of(),
            Optional.empty(),
            Optional.empty(),
            OptionalDouble.empty(),
            Optional.empty(),
            "",
            OptionalDouble.empty(),
            Optional.empty(),
            Optional.empty(),
            List.of());
    refuses(rows(damaged), P99, "5 runs in OLD: an interval of 95 % takes 6");
  }

  @Test
  void whichOfTwoRowsIsMeantIsNotGuessed() {
    BenchmarkResult row = row("db1", P99, 10, 6, Optional.empty());
    refuses(rows(row, row), P99, "OLD has 2 rows of it, of as many plays");
  }

  @Test
  void aRunOfOtherHostsIsNoBaselineOfThisOne() {
    StoredRows rows =
        rows(
            row("x1", P99, 10, 6, Optional.empty()),
            row("x2", P99, 20, 6, Optional.empty()),
            row("x3", P99, 99, 6, Optional.of("too short")));
    assertThat(against(rows, P99, 5).reason())
        .isEqualTo("OLD did not measure `b` on db1, but on x1; x2; x3");
    // As a reference, other hosts are what is meant.
    Reference reference = referring(rows, P99, 5);
    assertThat(reference.median()).isEqualTo(15);
    assertThat(reference.reason()).isEqualTo("without x3: not comparable in OLD: too short");
  }

  @Test
  void aReferenceThatHasTheHostItselfIsOfThatAlone() {
    StoredRows rows =
        rows(row("x1", P99, 20, 6, Optional.empty()), row("db1", P99, 10, 6, Optional.empty()));
    assertThat(referring(rows, P99, 5).median()).isEqualTo(10);
  }

  @Test
  void aRunThatOnlyMeasuredIsTakenForWhatItMeasuredItself() {
    BenchmarkResult both =
        Judge.judge("db1", "b", List.of(Series.of(Cell.ONLY, P99, six(10), six(20)))).get(0);
    StoredRows applied = new StoredRows("OLD", false, List.of(both), Map.of());
    assertThat(against(applied, P99, 5).before()).isEqualTo(six(10));
    StoredRows measured = new StoredRows("OLD", true, List.of(both), Map.of());
    assertThat(against(measured, P99, 5).before()).isEqualTo(six(20));
  }

  /** Neither as what a run is measured against nor as a reference. */
  private static void refuses(StoredRows rows, Metric metric, String why) {
    BenchmarkResult row = against(rows, metric, 5);
    assertThat(row.verdict()).contains(Verdict.NOT_COMPARABLE);
    assertThat(row.reason()).isEqualTo(why);
    Reference reference = referring(rows, metric, 5);
    assertThat(reference.isComparable()).isFalse();
    assertThat(reference.gapBeforePct()).isEmpty();
    assertThat(reference.reason()).isEqualTo(why);
  }

  private static BenchmarkResult against(StoredRows rows, Metric metric, double now) {
    Assessment.Blocks blocks =
        new Assessment.Blocks(Block.NOTHING, Block.NOTHING, block(metric, now), List.of(), false);
    return new Assessment(source -> List.of(), run -> rows, Optional.of(rows))
        .judge("db1", ITEM, blocks)
        .get(0);
  }

  private static Reference referring(StoredRows rows, Metric metric, double now) {
    Assessment.Blocks blocks =
        new Assessment.Blocks(block(metric, now), Block.NOTHING, Block.NOTHING, List.of(), false);
    return new Assessment(source -> List.of(), run -> rows, Optional.empty())
        .judge("db1", REFERRING, blocks)
        .get(0)
        .reference()
        .orElseThrow();
  }

  private static Block block(Metric metric, double value) {
    List<Outcome> runs = Collections.nCopies(6, Outcome.of(Map.of(metric, value)));
    return new Block(Map.of(Cell.ONLY, runs), Optional.empty());
  }

  private static StoredRows rows(BenchmarkResult... rows) {
    return new StoredRows("OLD", true, List.of(rows), Map.of());
  }

  private static BenchmarkResult row(
      String host, Metric metric, double value, int runs, Optional<String> incomparable) {
    return row(host, metric, value, runs, Map.of(), incomparable);
  }

  private static BenchmarkResult row(
      String host,
      Metric metric,
      double value,
      int runs,
      Map<String, String> labels,
      Optional<String> incomparable) {
    List<Double> samples = new ArrayList<>(Collections.nCopies(runs, value));
    return new BenchmarkResult(
        host,
        "b",
        labels,
        metric,
        samples,
        List.of(),
        Optional.empty(),
        Optional.empty(),
        OptionalDouble.empty(),
        incomparable
            .filter(why -> metric.better() != Metric.Better.NEITHER || runs == 0)
            .map(why -> Verdict.NOT_COMPARABLE),
        incomparable.map(why -> why + "; gate `>= 2%`: there is no change to judge by").orElse(""),
        OptionalDouble.empty(),
        Optional.empty(),
        Optional.empty(),
        List.of());
  }

  private static List<Double> six(double value) {
    return Collections.nCopies(6, value);
  }

  private static Item item(String more) {
    Tree.Sequence entries =
        (Tree.Sequence)
            YamlTree.parse(
                "play.yml",
                "[{name: b, command: {run: a, metrics: {p99: {regex: a}}}" + more + "}]");
    return ItemReader.read(entries.items(), Map.of(), new Diagnostics()).get(0);
  }
}
