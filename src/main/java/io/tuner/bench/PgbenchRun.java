package io.tuner.bench;

import io.tuner.bench.statistics.Cell;
import io.tuner.bench.statistics.Metric;
import io.tuner.format.PgbenchReport;
import io.tuner.resource.Codec;
import io.tuner.resource.Problems;
import io.tuner.text.Shell;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** One run of pgbench (pgbench(1)): its command, and what it told. */
record PgbenchRun(Pgbench pgbench, Cell cell) {

  private static final Metric TPS = Metric.higher("tps", "tps");
  private static final Metric AVERAGE = Metric.lower("latency_average", "ms");
  private static final Metric DEVIATION = Metric.lower("latency_stddev", "ms");

  /** All that it tells. */
  static final List<Metric> METRICS = List.of(TPS, AVERAGE, DEVIATION);

  /** Every transaction is then timed, which is what a deviation needs. */
  private static final int PROGRESS_SECONDS = 5;

  void check(Problems problems) {
    // libpq would take a whole connection string here, and with it a password.
    if (!pgbench.database().matches("[^=/\\\\:\\p{Cntrl}]+")
        || pgbench.database().startsWith("-")) {
      problems.error(
          "database",
          "`database` is not the name of one",
          "`host`, `port` and `user` are parameters; a password is given by PGPASSFILE");
    }
    pgbench.host().ifPresent(host -> word("host", host, problems));
    pgbench.user().ifPresent(user -> word("user", user, problems));
    pgbench.file().ifPresent(path -> HostPath.check("file", path, problems));
    if (pgbench.clients().stream().anyMatch(count -> count < 1)) {
      problems.error("clients", "`clients` is a number from 1 on");
    }
    positive("jobs", Optional.of(pgbench.jobs()), problems);
    positive("scale", pgbench.scale(), problems);
    if (pgbench.port().filter(port -> port < 1 || port > 65_535).isPresent()) {
      problems.error("port", "`port` is a number from 1 to 65535");
    }
    try {
      if (pgbench.duration().toSeconds() < 1 || pgbench.duration().toMillis() % 1000 != 0) {
        problems.error("time", "`time` is whole seconds, from 1 on");
      }
    } catch (IllegalArgumentException malformed) {
      problems.error("time", malformed.getMessage());
    }
    if (pgbench.initialize() && pgbench.scale().isEmpty()) {
      problems.error("initialize", "`initialize` needs `scale`");
    }
    if (pgbench.initialize() && pgbench.file().isPresent()) {
      problems.error("initialize", "a script of your own has tables of its own: leave it out");
    }
    if (pgbench.file().isPresent() && pgbench.scale().isPresent() && !pgbench.initialize()) {
      problems.error("scale", "pgbench finds no scale for a script of your own: leave it out");
    }
  }

  private static void word(String name, String value, Problems problems) {
    if (value.isBlank() || value.startsWith("-") || value.chars().anyMatch(c -> c < ' ')) {
      problems.error(name, "`" + name + "` is not the name of one");
    }
  }

  private static void positive(String name, Optional<Integer> number, Problems problems) {
    if (number.filter(count -> count < 1).isPresent()) {
      problems.error(name, "`" + name + "` is a number from 1 on");
    }
  }

  String command() {
    List<String> words = new ArrayList<>(List.of("pgbench"));
    words.add("--client=" + clients());
    words.add("--jobs=" + pgbench.jobs());
    words.add("--time=" + pgbench.duration().toSeconds());
    words.add("--progress=" + PROGRESS_SECONDS);
    words.add("--protocol=" + Codec.spelling(pgbench.protocol()));
    String script = "";
    if (pgbench.file().isPresent()) {
      words.add("--no-vacuum");
      script = " \"--file=$R\"" + Shell.quote(pgbench.file().get());
    } else {
      words.add("--builtin=" + pgbench.builtin().word());
    }
    String measured = Shell.join(words) + script + " " + Shell.join(connection());
    if (!pgbench.initialize()) {
      return "exec " + measured + "\n";
    }
    String made = "pgbench --initialize --quiet --scale=" + pgbench.scale().orElseThrow() + " ";
    return made + Shell.join(connection()) + " >&2 || exit\nexec " + measured + "\n";
  }

  /** No password: that would be seen in the list of processes. */
  private List<String> connection() {
    List<String> words = new ArrayList<>();
    pgbench.host().ifPresent(host -> words.add("--host=" + host));
    pgbench.port().ifPresent(port -> words.add("--port=" + port));
    pgbench.user().ifPresent(user -> words.add("--username=" + user));
    words.add(pgbench.database());
    return words;
  }

  private long clients() {
    return Long.parseLong(pgbench.matrix().of(cell, "clients"));
  }

  Outcome outcome(Finished finished) {
    if (finished.exit() == 127) {
      return Outcome.failed("pgbench is not installed");
    }
    PgbenchReport report = PgbenchReport.parse(finished.stdout(), finished.stderr());
    if (finished.exit() != 0 || report.aborted() > 0) {
      String clients = report.aborted() > 0 ? ", " + report.aborted() + " clients gave up" : "";
      return Outcome.failed(
          "pgbench ended with exit "
              + finished.exit()
              + clients
              + LastLine.after(finished.stderr()));
    }
    if (report.tps().isEmpty()) {
      return Outcome.failed("pgbench told no result" + LastLine.after(finished.stderr()));
    }
    if (report.transactions().orElse(0) == 0) {
      return Outcome.failed("pgbench made no transaction");
    }
    Optional<Integer> scale = pgbench.scale();
    if (scale.isPresent() && report.scale().orElse(0) != scale.get()) {
      return Outcome.failed(
          "the tables of `"
              + pgbench.database()
              + "` have scale "
              + (report.scale().isPresent() ? report.scale().getAsLong() : "unknown")
              + ", not "
              + scale.get());
    }
    return new Outcome(
        values(report), details(report), warnings(report), Optional.empty(), incomparable(report));
  }

  private static Map<Metric, Double> values(PgbenchReport report) {
    Map<Metric, Double> values = new LinkedHashMap<>();
    values.put(TPS, report.tps().orElseThrow());
    report.latencyAverage().ifPresent(time -> values.put(AVERAGE, time));
    report.latencyDeviation().ifPresent(time -> values.put(DEVIATION, time));
    return values;
  }

  private static Map<String, String> details(PgbenchReport report) {
    Map<String, String> details = new LinkedHashMap<>();
    report.version().ifPresent(version -> details.put("version", version));
    report.transactions().ifPresent(count -> details.put("transactions", "" + count));
    report.failed().ifPresent(count -> details.put("failed", "" + count));
    report.scale().ifPresent(scale -> details.put("scale", "" + scale));
    return details;
  }

  /** Each transaction of these two updates one of as many branches as the scale says. */
  private List<String> warnings(PgbenchReport report) {
    OptionalLong scale = report.scale();
    boolean crowded =
        pgbench.file().isEmpty()
            && pgbench.builtin() == Pgbench.Builtin.TPCB_LIKE
            && scale.isPresent()
            && scale.getAsLong() < clients();
    return crowded
        ? List.of(
            "scale "
                + scale.getAsLong()
                + " is less than "
                + clients()
                + " clients: mostly they wait for each other's rows")
        : List.of();
  }

  private static Optional<String> incomparable(PgbenchReport report) {
    long lost = report.failed().orElse(0) + report.skipped().orElse(0);
    return lost > 0 ? Optional.of(lost + " transactions failed") : Optional.empty();
  }
}
