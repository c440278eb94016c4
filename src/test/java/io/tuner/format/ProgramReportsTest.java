package io.tuner.format;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What dd, pgbench and BenchmarkSQL tell at their end. */
class ProgramReportsTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          1073741824 bytes (1.1 GB, 1.0 GiB) copied, 2.5 s, 429 MB/s;        1073741824; 2.5
          1073741824 bytes (1.1 GB) copied, 0.52431 s, 2.0 GB/s;             1073741824; 0.52431
          8388608 bytes (8.0MB) copied, 0.004210 seconds, 1.9GB/s;           8388608;    0.004210
          512 bytes copied, 4.2e-05 s, 12.2 MB/s;                            512;        0.000042
          1 byte copied, 1 s, 0.0 kB/s;                                      1;          1
          """)
  void ddTellsBytesAndSeconds(String line, long bytes, double seconds) {
    String text = "8+0 records in\n8+0 records out\n" + line + "\n";
    assertThat(DdReport.parse(text)).contains(new DdReport(bytes, seconds));
    assertThat(DdReport.parse("99 bytes copied, 1 s, 0.1 kB/s\n" + text))
        .map(DdReport::bytes)
        .contains(bytes);
  }

  @Test
  void ddThatFailedTellsNothing() {
    assertThat(DdReport.parse("dd: error writing '/x': No space left on device\n1+0 records in\n"))
        .isEmpty();
    assertThat(DdReport.parse("12 octets copiés, 1 s, 0,1 kB/s\n")).isEmpty();
  }

  private static PgbenchReport pgbench(String name) {
    return PgbenchReport.parse(SavedOutput.of("pgbench/" + name), "");
  }

  @Test
  void pgbenchOfOldServersHasTwoRates() {
    PgbenchReport old = pgbench("9.6.txt");
    assertThat(old.tps()).hasValue(2853.894006);
    assertThat(old.latencyAverage()).hasValue(5.604);
    assertThat(old.latencyDeviation()).hasValue(2.117);
    assertThat(old.transactions()).hasValue(171204);
    assertThat(old.failed()).isEmpty();
    assertThat(old.scale()).hasValue(100);
    assertThat(old.version()).isEmpty();
  }

  @Test
  void pgbenchTellsOfEachScriptBesideTheWhole() {
    PgbenchReport two = pgbench("12-two-scripts.txt");
    assertThat(two.tps()).hasValue(8005.105512);
    assertThat(two.latencyAverage()).hasValue(0.998);
    assertThat(two.transactions()).hasValue(240124);
    assertThat(two.skipped()).hasValue(3);
  }

  @Test
  void pgbenchOfNewServersHasOneRateAndCountsFailures() {
    PgbenchReport one = pgbench("14.txt");
    assertThat(one.tps()).hasValue(80817.345001);
    assertThat(one.latencyDeviation()).isEmpty();
    assertThat(one.failed()).isEmpty();
    assertThat(one.version()).contains("14.11 (Debian 14.11-1)");
    PgbenchReport failed = pgbench("17-failed.txt");
    assertThat(failed.failed()).hasValue(412);
    assertThat(failed.latencyAverage()).hasValue(38.912);
    assertThat(failed.tps()).hasValue(1640.550127);
    String clean = SavedOutput.of("pgbench/17-failed.txt").replace("412 (0.418%)", "0 (0.000%)");
    assertThat(PgbenchReport.parse(clean, "").failed()).hasValue(0);
  }

  @Test
  void pgbenchNamesClientsThatGaveUp() {
    String errors =
        """
        pgbench: error: client 3 script 0 aborted in command 8 query 0: ERROR:  deadlock detected
        client 4 aborted in command 5 of script 0; perhaps the backend died while processing
        pgbench: error: Run was aborted; the above results are incomplete.
        """;
    assertThat(PgbenchReport.parse("", errors).aborted()).isEqualTo(2);
    assertThat(PgbenchReport.parse("tps = 1.5 (including reconnection times)\n", "").tps())
        .hasValue(1.5);
  }

  private static BenchmarkSqlReport benchmarkSql(String name) {
    return BenchmarkSqlReport.parse(SavedOutput.of("benchmarksql/" + name));
  }

  @Test
  void benchmarkSqlTellsTheMeasuredRateAndRunningAveragesThatAreNone() {
    BenchmarkSqlReport plain = benchmarkSql("plain.txt");
    assertThat(plain.tpmC()).hasValue(321037.48);
    assertThat(plain.tpmTotal()).hasValue(713412.07);
    assertThat(plain.transactions()).hasValue(21402990);
    assertThat(plain.duration()).contains(Duration.ofMinutes(30));
    assertThat(plain.newOrderShare().orElseThrow()).isBetween(0.4500, 0.4501);
    assertThat(plain.errors()).isEmpty();
    assertThat(plain.lastError()).isEmpty();
    assertThat(benchmarkSql("large.txt").tpmC()).hasValue(10213377);
  }

  @Test
  void benchmarkSqlsErrorsAreCountedByTransaction() {
    BenchmarkSqlReport errors = benchmarkSql("errors.txt");
    assertThat(errors.errors())
        .containsExactlyInAnyOrderEntriesOf(Map.of("NEW_ORDER", 2L, "PAYMENT", 1L, "other", 1L));
    assertThat(errors.errorCount()).isEqualTo(4);
    assertThat(errors.lastError()).hasValueSatisfying(l -> assertThat(l).endsWith("of its own"));
    assertThat(errors.tpmC()).hasValue(300100.5);
  }

  @Test
  void benchmarkSqlWithoutAResultSaysWhy() {
    BenchmarkSqlReport none = benchmarkSql("no-result.txt");
    assertThat(none.tpmC()).isEmpty();
    assertThat(none.transactions()).isEmpty();
    assertThat(none.duration()).isEmpty();
    assertThat(none.newOrderShare()).isEmpty();
    assertThat(none.lastError())
        .hasValueSatisfying(l -> assertThat(l).endsWith("Invalid number of terminals!"));
  }
}
