package io.tuner.bench;

import io.tuner.bench.statistics.Metric;
import io.tuner.format.FioReport;
import io.tuner.format.FioReport.Direction;
import io.tuner.format.FioReport.Job;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** What a run of fio means: numbers only where no job met an error. */
final class FioOutcome {

  /** The percentiles that are shown; fio has seventeen. */
  private static final Map<String, Double> PERCENTILES = new LinkedHashMap<>();

  static {
    PERCENTILES.put("p50", 50.0);
    PERCENTILES.put("p99", 99.0);
    PERCENTILES.put("p99.9", 99.9);
  }

  /** Among fio's remarks, what tells more than that something was done otherwise. */
  private static final Pattern CAUSE =
      Pattern.compile("refusing|error on file|\\berr=|verify failed");

  private static final String MEAN = "clat_mean";

  private FioOutcome() {}

  static Outcome of(Finished finished) {
    Optional<FioReport> report = FioReport.parse(finished.stdout());
    if (finished.exit() == 127) {
      return Outcome.failed("fio is not installed");
    }
    List<Job> jobs = report.map(FioReport::jobs).orElse(List.of());
    Optional<Job> faulty = jobs.stream().filter(job -> job.error() != 0).findFirst();
    if (faulty.isPresent()) {
      return Outcome.failed(
          "fio met error "
              + faulty.get().error()
              + " in job "
              + faulty.get().name()
              + lastWords(finished));
    }
    if (finished.exit() != 0) {
      return Outcome.failed("fio ended with exit " + finished.exit() + lastWords(finished));
    }
    if (jobs.isEmpty()) {
      return Outcome.failed("fio told no result" + lastWords(finished));
    }
    if (jobs.size() > 1) {
      return Outcome.failed(
          "fio told of " + jobs.size() + " groups of jobs, where one result was expected");
    }
    Map<Metric, Double> values = values(jobs.get(0));
    if (values.isEmpty()) {
      return Outcome.failed("fio moved nothing" + lastWords(finished));
    }
    long errors = jobs.get(0).errors();
    return new Outcome(
        values,
        details(report.get()),
        FioReport.remarks(finished.stdout() + "\n" + finished.stderr()),
        Optional.empty(),
        errors > 0 ? Optional.of(errors + " requests failed") : Optional.empty());
  }

  /**
   * What a run can tell; empty where an option makes it tell of other directions than {@code rw}
   * names.
   */
  static Optional<List<Metric>> metrics(List<String> accesses, Map<String, String> options) {
    if (options.keySet().stream().anyMatch(FioOutcome::changesDirections)) {
      return Optional.empty();
    }
    Set<Metric> metrics = new LinkedHashSet<>();
    for (String name : List.of("read", "write", "trim")) {
      if (accesses.stream().anyMatch(access -> access.contains(name) || mixed(access, name))) {
        metrics.addAll(List.of(iops(name), bandwidth(name), time(name, MEAN)));
        PERCENTILES.keySet().forEach(label -> metrics.add(time(name, label)));
      }
    }
    return Optional.of(List.copyOf(metrics));
  }

  /** A run that verifies reads what it wrote; `unified_rw_reporting` tells of `mixed`. */
  private static boolean changesDirections(String option) {
    return option.contains("verify") || option.equals("unified_rw_reporting");
  }

  private static boolean mixed(String access, String name) {
    return access.matches("(?:rand)?rw(?::.*)?") && !name.equals("trim");
  }

  private static Metric iops(String direction) {
    return Metric.higher(direction + ".iops", "IOPS");
  }

  private static Metric bandwidth(String direction) {
    return Metric.higher(direction + ".bw", "B/s");
  }

  private static Metric time(String direction, String what) {
    return Metric.lower(direction + "." + what, "ms");
  }

  private static Map<Metric, Double> values(Job job) {
    Map<Metric, Double> values = new LinkedHashMap<>();
    job.directions().forEach((name, direction) -> add(name, direction, values));
    return values;
  }

  private static void add(String name, Direction direction, Map<Metric, Double> values) {
    values.put(iops(name), direction.iops());
    values.put(bandwidth(name), direction.bandwidth());
    direction.clatMean().ifPresent(mean -> values.put(time(name, MEAN), mean));
    PERCENTILES.forEach(
        (label, percent) -> {
          Double value = direction.percentiles().get(percent);
          if (value != null) {
            values.put(time(name, label), value);
          }
        });
  }

  private static Map<String, String> details(FioReport report) {
    Map<String, String> details = new LinkedHashMap<>();
    details.put("version", report.version());
    report
        .jobs()
        .get(0)
        .directions()
        .forEach((name, direction) -> details.put(name + ".requests", "" + direction.requests()));
    return details;
  }

  /** fio's own word for what went wrong: after a colon, or nothing. */
  private static String lastWords(Finished finished) {
    List<String> remarks = FioReport.remarks(finished.stdout() + "\n" + finished.stderr());
    Optional<String> cause =
        remarks.stream().filter(line -> CAUSE.matcher(line).find()).findFirst();
    return cause
        .or(() -> remarks.stream().findFirst())
        .map(LastLine::after)
        .orElseGet(() -> LastLine.after(finished.stderr()));
  }
}
