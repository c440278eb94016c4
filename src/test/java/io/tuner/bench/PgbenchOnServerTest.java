package io.tuner.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.tuner.bench.statistics.Metric;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Real pgbench on a real PostgreSQL. */
class PgbenchOnServerTest {

  private static final Path NO_ROOT = Path.of("");

  @Test
  void transactionsAreMeasured() throws Exception {
    Ran.needs("pgbench");
    try (PostgresServer server = PostgresServer.start()) {
      String task =
          "pgbench: {database: postgres, user: bench, time: 1, clients: [1, 2], scale: 1, host: "
              + server.host();
      Benchmark without = Bound.of(task + "}");
      assertThat(Ran.outcome(NO_ROOT, without, without.cells().get(0)).failure())
          .hasValueSatisfying(why -> assertThat(why).contains("initialization"));
      Benchmark made = Bound.of(task + ", initialize: true}");
      Outcome outcome = Ran.outcome(NO_ROOT, made, made.cells().get(1));
      assertThat(outcome.failure()).isEmpty();
      assertThat(outcome.incomparable()).isEmpty();
      assertThat(outcome.values().keySet())
          .extracting(Metric::name)
          .containsExactly("tps", "latency_average", "latency_stddev");
      assertThat(outcome.values().values()).allMatch(value -> value > 0);
      assertThat(outcome.details()).containsEntry("scale", "1").containsKey("version");
      assertThat(outcome.warnings())
          .singleElement()
          .asString()
          .startsWith("scale 1 is less than 2");
      Outcome again = Ran.outcome(NO_ROOT, without, without.cells().get(0));
      assertThat(again.values().keySet()).isEqualTo(outcome.values().keySet());
      Benchmark larger = Bound.of(task.replace("scale: 1", "scale: 2") + "}");
      assertThat(Ran.outcome(NO_ROOT, larger, larger.cells().get(0)).failure())
          .contains("the tables of `postgres` have scale 1, not 2");
    }
  }
}
