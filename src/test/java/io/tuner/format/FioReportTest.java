package io.tuner.format;

import static org.assertj.core.api.Assertions.assertThat;

import io.tuner.format.FioReport.Direction;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** fio's JSON, of both major versions, with what stands around it. */
class FioReportTest {

  private static FioReport report(String name) {
    return FioReport.parse(SavedOutput.of("fio/" + name)).orElseThrow();
  }

  private static Map<String, Direction> directions(FioReport report) {
    return report.jobs().get(0).directions();
  }

  @Test
  void version3HasNanosecondsAndBytesBetweenOtherText() {
    FioReport report = report("3-mixed.txt");
    assertThat(report.version()).isEqualTo("fio-3.33");
    assertThat(report.remarks())
        .containsExactly(
            "fio: this platform does not support process shared mutexes, forcing use of threads.");
    assertThat(report.jobs()).hasSize(1);
    assertThat(report.jobs().get(0).error()).isZero();
    assertThat(directions(report)).containsOnlyKeys("read", "write");
    Direction read = directions(report).get("read");
    assertThat(read.iops()).isEqualTo(11809.52381);
    assertThat(read.bandwidth()).isEqualTo(48371809);
    assertThat(read.requests()).isEqualTo(354297);
    assertThat(read.clatMean()).hasValue(0.074663717742);
    assertThat(read.percentiles())
        .containsExactly(
            Map.entry(50.0, 0.077312), Map.entry(99.0, 0.214016), Map.entry(99.9, 0.423936));
    assertThat(directions(report).get("write").percentiles().get(50.0)).isEqualTo(0.092648);
  }

  @Test
  void version2HasMicrosecondsAndKibibytes() {
    FioReport report = report("2-randread.txt");
    assertThat(report.version()).isEqualTo("fio-2.2.10");
    assertThat(directions(report)).containsOnlyKeys("read");
    Direction read = directions(report).get("read");
    assertThat(read.iops()).isEqualTo(2696.13);
    assertThat(read.bandwidth()).isEqualTo(43138L * 1024);
    assertThat(read.clatMean()).hasValue(0.238357);
    assertThat(read.percentiles().get(99.9)).isEqualTo(3.216);
  }

  @Test
  void theLastOfSeveralDocumentsIsTheWholeRun() {
    assertThat(directions(report("status-documents.txt")).get("read").iops()).isEqualTo(9500.5);
  }

  @Test
  void aDocumentThatIsCutOffIsNone() {
    String text = SavedOutput.of("fio/status-documents.txt");
    String first = text.substring(0, text.indexOf("\n}\n") + 3);
    assertThat(FioReport.parse(first).map(r -> directions(r).get("read").iops())).contains(9000.0);
    assertThat(FioReport.parse(first + text.substring(first.length(), first.length() + 400)))
        .map(r -> directions(r).get("read").iops())
        .contains(9000.0);
    assertThat(FioReport.parse(first.substring(0, first.length() - 3))).isEmpty();
    assertThat(FioReport.parse("")).isEmpty();
  }

  @Test
  void errorsStandBesideNumbers() {
    FioReport report = report("error-with-numbers.txt");
    assertThat(report.jobs().get(0).error()).isEqualTo(5);
    assertThat(directions(report).get("read").iops()).isEqualTo(49501.3);
    assertThat(report.remarks()).hasSize(2);
    assertThat(report("went-on-after-errors.txt").jobs().get(0).errors()).isEqualTo(17);
  }

  @Test
  void aLatencyThatWasNotMeasuredIsNotZero() {
    String text =
        SavedOutput.of("fio/3-mixed.txt").replaceAll("(\"(?:min|max|mean)\") : [0-9.]+", "$1 : 0");
    assertThat(directions(FioReport.parse(text).orElseThrow()).get("read").clatMean()).isEmpty();
  }
}
