package io.tuner.bench;

import io.tuner.bench.statistics.Cell;
import io.tuner.bench.statistics.Metric;
import io.tuner.resource.Parameter;
import io.tuner.resource.Probe;
import io.tuner.resource.ProbeFailed;
import io.tuner.resource.Problems;
import io.tuner.resource.Readings;
import io.tuner.resource.Type;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Transactions like TPC-C's a minute, by an installation of BenchmarkSQL 5. */
@Type(
    name = "benchmarksql",
    summary = "Transactions like TPC-C's a minute, by BenchmarkSQL",
    guide =
        """
        Runs `runBenchmark.sh` of an installation whose database is built, with a copy of its \
        properties file in a private directory that goes away again. The password stays in that \
        file. `resultDirectory` and `osCollector…` are left out of the copy. A run with errors, with \
        an odd mix of transactions, or too short, is not comparable.
        """)
public record Benchmarksql(
    @Parameter(
            value = "The installation; `run/runBenchmark.sh` is below it.",
            example = "/opt/benchmarksql-5.0",
            required = true)
        String directory,
    @Parameter(
            value = "The properties file: a path, or a name below `run`.",
            example = "props.ob",
            required = true)
        String properties,
    @Parameter(value = "Terminals side by side.", example = "[200, 400]", required = true)
        List<Integer> terminals,
    @Parameter(value = "Minutes of a run.", example = "30", required = true) int run_mins,
    @Parameter(value = "Warehouses, as the database was built.", example = "1000")
        Optional<Integer> warehouses,
    @Parameter(value = "The most transactions a minute; 0: as many as there can be.", example = "0")
        Optional<Integer> limit_txns_per_min,
    @Parameter(
            value = "Other settings of the properties file.",
            example = "{terminalWarehouseFixed: true}")
        Map<String, String> settings,
    @Parameter(
            value = "The fewest transactions that make a run comparable.",
            example = "10000",
            byDefault = "1000")
        int least_transactions)
    implements MatrixBenchmark {

  @Override
  public String name() {
    return "benchmarksql";
  }

  @Override
  public void validate(Problems problems) {
    new BenchmarksqlRun(this, Cell.ONLY).check(problems);
    matrix().check(problems);
  }

  @Override
  public String command(Cell cell) {
    return new BenchmarksqlRun(this, cell).command();
  }

  @Override
  public Optional<List<Metric>> tells() {
    return Optional.of(List.of(BenchmarksqlOutcome.TPMC, BenchmarksqlOutcome.TPM_TOTAL));
  }

  @Override
  public Outcome outcome(Cell cell, Finished finished) {
    return new BenchmarksqlOutcome(this).of(finished);
  }

  @Override
  public Probe probe() {
    return Probe.NOTHING.followedAttributes(script()).followedAttributes(file());
  }

  @Override
  public Optional<String> refusal(Readings readings) throws ProbeFailed {
    for (String path : List.of(script(), file())) {
      if (readings.followedAttributes(path).known(path).isEmpty()) {
        return Optional.of("there is no `" + path + "`");
      }
    }
    return Optional.empty();
  }

  @Override
  public Cost cost(Cell cell) {
    return new Cost(Duration.ofMinutes(run_mins), 0);
  }

  /** Where the script stands that runs it. */
  String script() {
    return directory + "/run/runBenchmark.sh";
  }

  /** The properties file's path. */
  String file() {
    return properties.startsWith("/") ? properties : directory + "/run/" + properties;
  }

  @Override
  public Matrix matrix() {
    return new Matrix().with("terminals", terminals);
  }
}
