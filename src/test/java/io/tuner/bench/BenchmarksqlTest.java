package io.tuner.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.tuner.bench.statistics.Cell;
import io.tuner.bench.statistics.Metric;
import io.tuner.format.SavedOutput;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** BenchmarkSQL: how it is run, with a script in its place, and what its result means. */
class BenchmarksqlTest {

  private static final String TASK =
      "directory: /opt/benchmarksql, properties: props.ob, terminals: [200, 400], run_mins: 30";

  @TempDir Path root;

  private static Outcome outcome(String more, String told, int exit) {
    Benchmark task = Bound.of("benchmarksql: {" + TASK + more + "}");
    String text = told.endsWith(".txt") ? SavedOutput.of("benchmarksql/" + told) : told;
    return task.outcome(Cell.ONLY, new Finished(exit, text, "", Duration.ofMinutes(30)));
  }

  @Test
  void theMeasuredRateIsTaken() {
    Outcome plain = outcome("", "plain.txt", 0);
    assertThat(plain.failure()).isEmpty();
    assertThat(plain.incomparable()).isEmpty();
    assertThat(plain.values())
        .containsExactly(
            Map.entry(Metric.higher("tpmC", "tpmC"), 321037.48),
            Map.entry(Metric.higher("tpmTOTAL", "tpm"), 713412.07));
    assertThat(plain.details())
        .containsEntry("transactions", "21402990")
        .containsEntry("duration", "1800 s")
        .containsEntry("new order share", "45.0 %")
        .containsEntry("errors", "0");
  }

  @Test
  void errorsOddMixesAndShortRunsAreNotComparable() {
    Outcome errors = outcome("", "errors.txt", 0);
    assertThat(errors.values()).isNotEmpty();
    assertThat(errors.details()).containsEntry("errors in NEW_ORDER", "2");
    assertThat(errors.incomparable())
        .hasValueSatisfying(why -> assertThat(why).startsWith("4 errors, the last: 10:05:00"));
    Outcome odd = outcome("", "odd-mix-and-short.txt", 0);
    assertThat(odd.incomparable())
        .contains(
            "new orders are 10.0 % of the transactions, where 45.0 % is usual; it took 34.0 s,"
                + " less than a minute; it made 812 transactions, fewer than 1000");
    assertThat(
            outcome(", settings: {newOrderWeight: 10}", "odd-mix-and-short.txt", 0).incomparable())
        .hasValueSatisfying(why -> assertThat(why).startsWith("it took"));
    assertThat(outcome(", least_transactions: 800", "odd-mix-and-short.txt", 0).incomparable())
        .hasValueSatisfying(why -> assertThat(why).endsWith("less than a minute"));
  }

  @Test
  void withoutAResultItFailed() {
    assertThat(outcome("", "no-result.txt", 0).failure())
        .hasValueSatisfying(
            why ->
                assertThat(why)
                    .startsWith("BenchmarkSQL told no tpmC: 10:01:02")
                    .endsWith("Invalid number of terminals!"));
    assertThat(outcome("", "plain.txt", 1).failure())
        .hasValueSatisfying(why -> assertThat(why).startsWith("BenchmarkSQL ended with exit 1"));
    assertThat(outcome("", "", 127).values()).isEmpty();
  }

  @Test
  void theScriptGetsACopyOfTheProperties() throws Exception {
    Path run = Files.createDirectories(root.resolve("opt/benchmarksql/run"));
    Files.createDirectories(root.resolve("tmp"));
    String props =
        """
        db=postgres
        password=se\\cret
        terminals=10
         runTxnsPerTerminal = 10
        resultDirectory=my_result_%tY
        osCollectorScript=./misc/os_collector_linux.py
        limitTxnsPerMin=300\
        """;
    Files.writeString(run.resolve("props.ob"), props);
    Path script = run.resolve("runBenchmark.sh");
    Files.writeString(script, "#!/bin/sh\npwd\nls -ld \"${1%/*}\"\ncat \"$1\"\n");
    Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
    Benchmark task =
        Bound.of(
            "benchmarksql: {"
                + TASK
                + ", warehouses: 1000, limit_txns_per_min: 0,"
                + " settings: {conn: 'jdbc:x://h/é?a=b\\c'}}");
    Finished finished = Ran.cell(root, task, task.cells().get(1));
    assertThat(finished.exit()).isZero();
    List<String> lines = finished.stdout().lines().toList();
    assertThat(lines.get(0)).isEqualTo(run.toRealPath().toString());
    assertThat(lines.get(1)).startsWith("drwx------");
    Properties copy = new Properties();
    copy.load(new StringReader(String.join("\n", lines.subList(2, lines.size()))));
    assertThat(copy)
        .containsExactlyInAnyOrderEntriesOf(
            Map.of(
                "db", "postgres",
                "password", "secret",
                "conn", "jdbc:x://h/é?a=b\\c",
                "warehouses", "1000",
                "terminals", "400",
                "runMins", "30",
                "runTxnsPerTerminal", "0",
                "limitTxnsPerMin", "0"));
    assertThat(root.resolve("tmp")).isEmptyDirectory();
    assertThat(run.resolve("props.ob")).hasContent(props);
    Files.delete(run.resolve("props.ob"));
    assertThat(Ran.outcome(root, task, task.cells().get(0)).failure())
        .hasValueSatisfying(why -> assertThat(why).endsWith("props.ob cannot be read"));
    assertThat(root.resolve("tmp")).isEmptyDirectory();
  }
}
