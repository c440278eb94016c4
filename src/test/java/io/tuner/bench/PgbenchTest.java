package io.tuner.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.tuner.bench.statistics.Cell;
import io.tuner.bench.statistics.Metric;
import io.tuner.format.SavedOutput;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** pgbench: its command, and what its result means. */
class PgbenchTest {

  private static Outcome outcome(String parameters, int exit, String told, String errors) {
    Benchmark pgbench = Bound.of("pgbench: {database: b, clients: 16" + parameters + "}");
    String text = told.endsWith(".txt") ? SavedOutput.of("pgbench/" + told) : told;
    return pgbench.outcome(Cell.ONLY, new Finished(exit, text, errors, Duration.ofSeconds(60)));
  }

  @Test
  void clientsMakeAMatrixAndNoPasswordIsAmongTheWords() {
    Benchmark pgbench =
        Bound.of(
            "pgbench: {database: 'a b', clients: [4, 16], jobs: 2, time: 5m, builtin: select_only,"
                + " protocol: prepared, host: db1, port: 5433, user: u}");
    assertThat(pgbench.cells()).extracting(Cell::name).containsExactly("clients=4", "clients=16");
    assertThat(pgbench.name()).isEqualTo("pgbench select-only");
    assertThat(pgbench.cost(Cell.ONLY)).isEqualTo(new Cost(Duration.ofMinutes(5), 0));
    assertThat(pgbench.command(pgbench.cells().get(1)))
        .isEqualTo(
            "exec pgbench --client=16 --jobs=2 --time=300 --progress=5 --protocol=prepared"
                + " --builtin=select-only --host=db1 --port=5433 --username=u 'a b'\n");
    assertThat(Bound.of("pgbench: {database: b, clients: 1, file: /s/x.sql}").command(Cell.ONLY))
        .contains(" --no-vacuum \"--file=$R\"/s/x.sql b\n");
    assertThat(
            Bound.of("pgbench: {database: b, clients: 1, scale: 10, initialize: true}")
                .command(Cell.ONLY))
        .startsWith("pgbench --initialize --quiet --scale=10 b >&2 || exit\nexec pgbench ");
  }

  @Test
  void theRateWithoutConnectingIsTaken() {
    Outcome old = outcome(", scale: 100", 0, "9.6.txt", "");
    assertThat(old.values())
        .containsExactly(
            Map.entry(Metric.higher("tps", "tps"), 2853.894006),
            Map.entry(Metric.lower("latency_average", "ms"), 5.604),
            Map.entry(Metric.lower("latency_stddev", "ms"), 2.117));
    assertThat(old.incomparable()).isEmpty();
    assertThat(old.warnings()).isEmpty();
    assertThat(outcome("", 0, "14.txt", "").values()).hasSize(2);
  }

  @Test
  void lostTransactionsAreNotComparable() {
    assertThat(outcome("", 0, "17-failed.txt", "").incomparable())
        .contains("412 transactions failed");
    assertThat(outcome("", 0, "12-two-scripts.txt", "").incomparable())
        .contains("3 transactions failed");
  }

  @Test
  void anotherScaleIsAnotherDatabase() {
    assertThat(outcome(", scale: 10", 0, "9.6.txt", "").failure())
        .contains("the tables of `b` have scale 100, not 10");
    assertThat(outcome("", 0, "12-two-scripts.txt", "").warnings())
        .containsExactly(
            "scale 10 is less than 16 clients: mostly they wait for each other's rows");
    assertThat(outcome(", builtin: select_only", 0, "12-two-scripts.txt", "").warnings()).isEmpty();
  }

  @Test
  void whatGaveUpIsAFailure() {
    assertThat(outcome("", 127, "", "").failure()).contains("pgbench is not installed");
    assertThat(outcome("", 1, "", "pgbench: error: connection refused\n").failure())
        .contains("pgbench ended with exit 1: pgbench: error: connection refused");
    assertThat(
            outcome("", 0, "9.6.txt", "client 3 aborted in command 5 of script 0; it died\n")
                .failure())
        .hasValueSatisfying(why -> assertThat(why).contains("1 clients gave up"));
    assertThat(outcome("", 0, "nothing", "").failure()).contains("pgbench told no result");
    String none = SavedOutput.of("pgbench/14.txt").replace("processed: 1613220", "processed: 0");
    assertThat(outcome("", 0, none, "").failure()).contains("pgbench made no transaction");
  }
}
