package io.tuner.bench;

import io.tuner.bench.statistics.Cell;
import io.tuner.bench.statistics.Metric;
import io.tuner.resource.Codec;
import io.tuner.resource.Parameter;
import io.tuner.resource.Probe;
import io.tuner.resource.ProbeFailed;
import io.tuner.resource.Problems;
import io.tuner.resource.Readings;
import io.tuner.resource.Type;
import io.tuner.text.Durations;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Transactions of PostgreSQL a second, by pgbench; latencies in milliseconds. */
@Type(
    name = "pgbench",
    summary = "Transactions of PostgreSQL a second, by pgbench",
    example =
        """
        database: bench
        clients: [16, 64, 256]
        jobs: 4
        time: 5m
        builtin: tpcb_like
        protocol: prepared
        scale: 1000
        initialize: true
        host: db1
        user: bench
        """,
    guide =
        """
        The password is the operator's: `PGPASSFILE`, `~/.pgpass` or `PGPASSWORD` in the \
        environment of the host. With `initialize` each run begins with pgbench's four tables made \
        anew, which is not measured; what was in them is lost.
        """)
public record Pgbench(
    @Parameter(value = "The database's name.", example = "bench", required = true) String database,
    @Parameter(value = "Connections side by side.", example = "[16, 64, 256]", required = true)
        List<Integer> clients,
    @Parameter(value = "Threads that they share.", example = "4", byDefault = "1") int jobs,
    @Parameter(value = "How long a run takes.", example = "5m", byDefault = "60s") String time,
    @Parameter(value = "What a transaction does.", example = "select_only", byDefault = "tpcb_like")
        Builtin builtin,
    @Parameter(
            value = "In its place: a script of your own, on the host.",
            example = "/srv/orders.sql")
        Optional<String> file,
    @Parameter(value = "How queries are sent.", example = "prepared", byDefault = "simple")
        Protocol protocol,
    @Parameter(
            value = "The scale that the tables must have: 100000 accounts each.",
            example = "1000")
        Optional<Integer> scale,
    @Parameter(
            value = "Whether each run begins with new tables of that scale.",
            example = "true",
            byDefault = "false")
        boolean initialize,
    @Parameter(
            value = "The server's name or address, or the directory of its socket.",
            example = "db1")
        Optional<String> host,
    @Parameter(value = "The server's port.", example = "5432") Optional<Integer> port,
    @Parameter(value = "The user in the database.", example = "bench") Optional<String> user)
    implements MatrixBenchmark {

  /** pgbench's own transactions; it spells them with a hyphen. */
  public enum Builtin {
    TPCB_LIKE,
    SIMPLE_UPDATE,
    SELECT_ONLY;

    String word() {
      return Codec.spelling(this).replace('_', '-');
    }
  }

  /** How libpq sends a query. */
  public enum Protocol {
    SIMPLE,
    EXTENDED,
    PREPARED
  }

  @Override
  public String name() {
    String what =
        file.map(path -> path.substring(path.lastIndexOf('/') + 1)).orElse(builtin.word());
    return "pgbench " + what;
  }

  @Override
  public void validate(Problems problems) {
    new PgbenchRun(this, Cell.ONLY).check(problems);
    matrix().check(problems);
  }

  @Override
  public String command(Cell cell) {
    return new PgbenchRun(this, cell).command();
  }

  @Override
  public Optional<List<Metric>> tells() {
    return Optional.of(PgbenchRun.METRICS);
  }

  @Override
  public Outcome outcome(Cell cell, Finished finished) {
    return new PgbenchRun(this, cell).outcome(finished);
  }

  @Override
  public Probe probe() {
    Probe probe = Probe.NOTHING.run("pgbench", "--version");
    return file.isPresent() ? probe.followedAttributes(file.get()) : probe;
  }

  @Override
  public Optional<String> refusal(Readings readings) throws ProbeFailed {
    if (readings.run("pgbench", "--version").known("the version of pgbench").isEmpty()) {
      return Optional.of("pgbench is not installed");
    }
    return file.isPresent() && readings.followedAttributes(file.get()).known(file.get()).isEmpty()
        ? Optional.of("there is no script `" + file.get() + "`")
        : Optional.empty();
  }

  @Override
  public Cost cost(Cell cell) {
    return new Cost(duration(), 0);
  }

  /** How long a run takes, where that can be read. */
  Duration duration() {
    return Durations.parse(time);
  }

  @Override
  public Matrix matrix() {
    return new Matrix().with("clients", clients);
  }
}
