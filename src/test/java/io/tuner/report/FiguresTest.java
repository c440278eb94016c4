package io.tuner.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.tuner.bench.statistics.BenchmarkResult;
import io.tuner.bench.statistics.Interval;
import io.tuner.bench.statistics.Metric;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Numbers as tables and drawings have them. */
class FiguresTest {

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "12.5, 12.5",
    "1234567, 1234567",
    "0.000123, 0.000123",
    "1e308, 1.00e+308",
    "-1e308, -1.00e+308",
    "1e-300, 1.00e-300",
    "4.9e-324, 4.90e-324",
    "123456789012345678, 1.23e+17"
  })
  void aNumberFitsACell(double value, String shown) {
    List<Double> values = List.of(value);
    assertThat(Figures.ofUnit("IOPS", values).fitting(values).show(value)).isEqualTo(shown);
  }

  @ParameterizedTest
  @CsvSource({
    "1e308, -1e308",
    "1.7e308, 1.7e308",
    "1e-300, 2e-300",
    "4.9e-324, 4.9e-324",
    "0, 1e308"
  })
  void aDrawingHasNoPlaceThatIsNoNumber(double before, double after) {
    RunReport report =
        new RunReport(
            SampleRuns.all().get("converged"),
            RunReport.About.NOTHING,
            List.of(result(before, after)),
            List.of(),
            List.of());
    assertThat(HtmlReport.of(report)).doesNotContain("NaN", "Infinity", "0000000000000000");
  }

  @Test
  void usualNumbersAreDrawn() {
    RunReport report =
        new RunReport(
            SampleRuns.all().get("converged"),
            RunReport.About.NOTHING,
            List.of(result(10, 12)),
            List.of(),
            List.of());
    assertThat(HtmlReport.of(report)).contains("<circle");
  }

  private static BenchmarkResult result(double before, double after) {
    return new BenchmarkResult(
        "db1",
        "fio",
        Map.of(),
        Metric.higher("iops", "IOPS"),
        List.of(before),
        List.of(after),
        Optional.of(new Interval(before, before, before, 0.97, 6)),
        Optional.of(new Interval(after, after, after, 0.97, 6)),
        OptionalDouble.empty(),
        Optional.empty(),
        "",
        OptionalDouble.empty(),
        Optional.empty(),
        Optional.empty(),
        List.of());
  }
}
