package io.tuner.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.tuner.Proves;
import io.tuner.bench.statistics.BenchmarkResult;
import io.tuner.bench.statistics.Interval;
import io.tuner.bench.statistics.Metric;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The shapes of tables. */
@Proves(what = "benchmarks become tables of the shapes people know", against = "literal numbers")
class BenchmarkTablesTest {

  @Test
  void twoConcurrenciesAgainstAReference() {
    BenchmarkTable table = only("database");
    assertThat(table.caption()).isEqualTo("benchmarksql on db1: tpmC, higher is better");
    assertThat(table.head())
        .containsExactly(
            "terminals",
            "before",
            "after",
            "change",
            "verdict",
            "reference (X86)",
            "gap before",
            "gap after");
    assertThat(table.rows().get(0).cells())
        .containsExactly(
            "321037 [317827, 324247]",
            "398701 [394714, 402688]",
            "+24.19 %",
            "improved",
            "438783",
            "-26.83 %",
            "-9.13 %");
    assertThat(table.rows().get(1).cells())
        .contains("231722 [229405, 234039]", "+23.38 %", "365412", "-36.59 %", "-21.76 %");
  }

  @Test
  void metricsAreRowsWhereTheyAreMoreThanTheCells() {
    BenchmarkTable table = only("writes");
    assertThat(table.dimensions()).containsExactly("raid", "metric");
    assertThat(table.rows().subList(0, 3))
        .extracting(BenchmarkTable.Row::dimensions)
        .containsExactly(
            List.of("3 disks", "writes (MB/s)"),
            List.of("3 disks", "endurance (TB/year)"),
            List.of("3 disks", "cpu (%)"));
    assertThat(table.columns()).startsWith("before", "after", "change");
  }

  @Test
  void oneArrayOfDisksIsSaidInTheCaption() {
    List<BenchmarkResult> one = SampleReports.all().get("writes").benchmarks().subList(0, 7);
    BenchmarkTable table = BenchmarkTables.of(one).get(0);
    assertThat(table.caption()).isEqualTo("observed for 10 minutes on node1 (raid: 3 disks)");
    assertThat(table.dimensions()).containsExactly("metric");
  }

  @Test
  void aMatrixHasATableForEachMetric() {
    List<BenchmarkTable> tables = tables("matrix");
    assertThat(tables)
        .extracting(BenchmarkTable::caption)
        .containsExactly(
            "fio on db1 (rw: randread, bs: 4k): read.iops (IOPS), higher is better",
            "fio on db1 (rw: randread, bs: 4k): read.p99 (ms), lower is better");
    assertThat(tables).allSatisfy(t -> assertThat(t.dimensions()).containsExactly("numjobs"));
    assertThat(tables.get(0).columns()).contains("expected");
    assertThat(tables.get(1).columns()).doesNotContain("expected");
  }

  @Test
  void oneStateIsMeasuredAndNotBefore() {
    BenchmarkTable table = only("baseline");
    assertThat(table.head()).containsExactly("host", "measured");
    assertThat(table.rows().get(0).cells()).containsExactly("1.23");
    assertThat(table.rows().get(2).cells()).containsExactly(Figures.NONE);
    assertThat(table.remarks()).contains("db3: the device is mounted");
  }

  @Test
  void theCellsOfAMatrixStayTogetherHoweverTheyCame() {
    List<BenchmarkResult> results = new ArrayList<>();
    for (String metric : List.of("a", "b", "c")) {
      for (String jobs : List.of("1", "2")) {
        results.add(result(Map.of("jobs", jobs), metric, OptionalDouble.empty()));
      }
    }
    assertThat(BenchmarkTables.of(results).get(0).rows())
        .extracting(BenchmarkTable.Row::name)
        .containsExactly("1, a", "1, b", "1, c", "2, a", "2, b", "2, c");
  }

  @Test
  void aLabelThatOneLacksIsNoEmptyLabel() {
    List<BenchmarkResult> results =
        List.of(
            result(Map.of(), "m", OptionalDouble.empty()),
            result(Map.of("raid", ""), "m", OptionalDouble.empty()));
    assertThat(BenchmarkTables.of(results).get(0).rows())
        .extracting(BenchmarkTable.Row::dimensions)
        .containsExactly(List.of(Figures.NONE), List.of(""));
  }

  @Test
  void aChangeOfNothingIsNoNumber() {
    BenchmarkResult zero = result(Map.of(), "m", OptionalDouble.of(Double.POSITIVE_INFINITY));
    assertThat(BenchmarkTables.of(List.of(zero)).get(0).rows().get(0).cells())
        .containsExactly("0", "0", Figures.NONE);
  }

  @ParameterizedTest
  @CsvSource({
    "321037, '', 321037",
    "0.378, TB/year, 0.378",
    "126.144, TB/year, 126.1",
    "12000, B/s, 12 kB/s",
    "4000000, B/s, 4 MB/s",
    "999, B, 999 B",
    "1234567890123, B, 1.235 TB",
    "0, ms, 0 ms",
    "-3.14159, s, -3.142 s",
    "0.0000123, s, 0.000012 s",
    "1e15, '', 1000000000000000"
  })
  void numbersHaveTheDigitsThatMatter(double value, String unit, String shown) {
    Figures figures = Figures.ofUnit(unit, List.of(value)).fitting(List.of(value));
    String text = figures.show(value) + (unit.contains("year") ? "" : " " + figures.unit());
    assertThat(text.strip()).isEqualTo(shown);
  }

  private static BenchmarkResult result(
      Map<String, String> labels, String metric, OptionalDouble change) {
    Interval nothing = new Interval(0, 0, 0, 0, 1);
    return new BenchmarkResult(
        "db1",
        "dd",
        labels,
        Metric.neither(metric, ""),
        List.of(0.0),
        List.of(0.0),
        Optional.of(nothing),
        Optional.of(nothing),
        change,
        Optional.empty(),
        "",
        OptionalDouble.empty(),
        Optional.empty(),
        Optional.empty(),
        List.of());
  }

  private static BenchmarkTable only(String report) {
    assertThat(tables(report)).hasSize(1);
    return tables(report).get(0);
  }

  private static List<BenchmarkTable> tables(String report) {
    return BenchmarkTables.of(SampleReports.all().get(report).benchmarks());
  }
}
