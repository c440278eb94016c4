package io.tuner.report;

import io.tuner.bench.BenchmarkFailure;
import io.tuner.bench.HostEnvironment;
import io.tuner.bench.statistics.BenchmarkResult;
import io.tuner.bench.statistics.Gate;
import io.tuner.bench.statistics.Interval;
import io.tuner.bench.statistics.Metric;
import io.tuner.bench.statistics.Reference;
import io.tuner.bench.statistics.Verdict;
import io.tuner.plan.Conflict;
import io.tuner.plan.HostResult;
import io.tuner.plan.RunResult;
import io.tuner.plan.Status;
import io.tuner.plan.TaskResult;
import io.tuner.resource.Risk;
import io.tuner.text.Source;
import io.tuner.text.Span;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;

/** Reports with measurements, and every sample run without, by the name of their golden files. */
final class SampleReports {

  /** Everything that a form could take for its own. */
  static final String HOSTILE =
      "<script>alert(1)</script><img src=x onerror=alert(1)> `x` ``y`` | a\\|b || @octocat #1 <!-- -->"
          + " </code></pre></details> [l](http://e.test) **b** _i_ ~~s~~ &amp; &#124; \"q' ]]>"
          + " \u001b[2J\u0007\u0000\u009b1m\u202e\ud800\uffff\r\n1. x\n# h\n```\n~~~";

  private static final RunReport.About ABOUT =
      new RunReport.About(
          "ada@desk",
          "playbooks/ob.yml",
          "0123456789abcdef".repeat(4),
          "89abcdef0123456789abcdef0123456789abcdef",
          "2026-11-30T12:00:00Z",
          "2026-11-30T12:41:07.250Z");

  private SampleReports() {}

  private static final String UNKNOWN = "unknown metric `tps`: there are write.bw";

  static Map<String, RunReport> all() {
    Map<String, RunReport> reports = new TreeMap<>();
    SampleRuns.all().forEach((name, run) -> reports.put(name, RunReport.of(run)));
    reports.putAll(measured());
    return reports;
  }

  /** Those that have golden files of their own in text and JSON. */
  static Map<String, RunReport> measured() {
    Map<String, RunReport> reports = new TreeMap<>();
    reports.put("database", report("applied", database(), SampleEnvironments.tuned(), List.of()));
    reports.put("writes", report("applied", writes(), List.of(), List.of()));
    reports.put("matrix", report("failed", matrix(), SampleEnvironments.tuned(), gateNotes()));
    reports.put(
        "baseline",
        report(
            "planned",
            baseline(),
            SampleEnvironments.alone("db1", "db2"),
            List.of("measures for 12 minutes")));
    reports.put("unmeasured", unmeasured());
    reports.put("hostile-everywhere", hostile());
    reports.put("compared", compared());
    return reports;
  }

  private static RunReport compared() {
    RunReport one = report("planned", matrix(), SampleEnvironments.alone("db1", "db2"), List.of());
    RunReport other =
        report("applied", matrix(9100).subList(0, 6), SampleEnvironments.tuned(), List.of());
    return RunDifference.of(one, other);
  }

  private static RunReport report(
      String run,
      List<BenchmarkResult> results,
      List<HostEnvironment> environments,
      List<String> notes) {
    return new RunReport(SampleRuns.all().get(run), ABOUT, results, environments, notes);
  }

  private static List<String> gateNotes() {
    return List.of(
        "a gate failed, and the play's changes were taken back on db1 (`on_regression: rollback`)",
        "before and after are two blocks of time");
  }

  /** Two concurrencies, before and after, against a reference. */
  private static List<BenchmarkResult> database() {
    return List.of(
        againstX86("200", 321037, 398701, 438783), againstX86("400", 231722, 285895, 365412));
  }

  private static BenchmarkResult againstX86(String terminals, double a, double b, double x86) {
    return new BenchmarkResult(
        "db1",
        "benchmarksql",
        Map.of("terminals", terminals),
        Metric.higher("tpmC", "tpmC"),
        around(a),
        around(b),
        Optional.of(interval(a)),
        Optional.of(interval(b)),
        OptionalDouble.of((b - a) / a * 100),
        Optional.of(Verdict.IMPROVED),
        "",
        OptionalDouble.empty(),
        Optional.of(
            new Reference(
                "X86",
                x86,
                OptionalDouble.of((a - x86) / x86 * 100),
                OptionalDouble.of((b - x86) / x86 * 100),
                "")),
        Optional.empty(),
        List.of());
  }

  /** What a database wrote in a year, mapped and private, on two arrays of disks. */
  private static List<BenchmarkResult> writes() {
    List<BenchmarkResult> results = new ArrayList<>();
    for (String raid : List.of("3 disks", "5 disks")) {
      Map<String, String> labels = Map.of("raid", raid);
      double wider = raid.startsWith("3") ? 1 : 1.25;
      results.add(row(labels, Metric.lower("writes", "B/s"), 4e6 * wider, 12e3));
      results.add(row(labels, Metric.lower("endurance", "TB/year"), 126.144 * wider, 0.378));
      results.add(row(labels, Metric.lower("cpu", "%"), 41.2, 42.0));
      results.add(row(labels, Metric.lower("memory", "B"), 61.4e9, 75.9e9));
      results.add(row(labels, Metric.lower("start", "s"), 3.2, 95));
      results.add(row(labels, Metric.lower("stop", "s"), 1.5, 210));
      results.add(row(labels, Metric.neither("load", "transactions/s"), 812, 809));
    }
    return results;
  }

  private static BenchmarkResult row(
      Map<String, String> labels, Metric metric, double before, double after) {
    double change = (after - before) / before * 100;
    boolean less = after < before;
    Optional<Verdict> verdict =
        metric.better() == Metric.Better.NEITHER
            ? Optional.empty()
            : Optional.of(less ? Verdict.IMPROVED : Verdict.REGRESSED);
    return new BenchmarkResult(
        "node1",
        "observed for 10 minutes",
        labels,
        metric,
        around(before),
        around(after),
        Optional.of(interval(before)),
        Optional.of(interval(after)),
        OptionalDouble.of(change),
        verdict,
        "",
        OptionalDouble.of(1.2),
        Optional.empty(),
        metric.name().equals("cpu")
            ? Optional.of(new Gate("<= +5%", Gate.Result.PASSED))
            : Optional.empty(),
        List.of());
  }

  /** A matrix with more cells than metrics, with gates of every result and every verdict. */
  private static List<BenchmarkResult> matrix() {
    return matrix(11900);
  }

  private static List<BenchmarkResult> matrix(double one) {
    Verdict[] verdicts = Verdict.values();
    List<BenchmarkResult> results = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      Map<String, String> labels = new LinkedHashMap<>();
      labels.put("rw", "randread");
      labels.put("bs", "4k");
      labels.put("numjobs", String.valueOf(1 << i));
      double iops = one * (i + 1);
      results.add(cell(labels, Metric.higher("read.iops", "IOPS"), iops, verdicts[i], gate(i)));
      results.add(
          cell(labels, Metric.lower("read.p99", "ms"), 0.4 + i, verdicts[i], Optional.empty()));
    }
    return results;
  }

  private static Optional<Gate> gate(int i) {
    Gate.Result[] all = Gate.Result.values();
    return i < all.length ? Optional.of(new Gate(">= -2%", all[i])) : Optional.empty();
  }

  private static BenchmarkResult cell(
      Map<String, String> labels, Metric metric, double a, Verdict verdict, Optional<Gate> gate) {
    double b =
        switch (verdict) {
          case IMPROVED -> a * 1.12;
          case REGRESSED -> a * 0.91;
          default -> a * 1.001;
        };
    String reason =
        switch (verdict) {
          case INCONCLUSIVE -> "the samples before drift by 4.1 % an hour";
          case NOT_COMPARABLE -> "the governor changed from performance to powersave";
          default -> "";
        };
    return new BenchmarkResult(
        "db1",
        "fio",
        labels,
        metric,
        around(a),
        around(b),
        Optional.of(interval(a)),
        Optional.of(interval(b)),
        OptionalDouble.of((b - a) / a * 100),
        Optional.of(verdict),
        reason,
        OptionalDouble.empty(),
        Optional.empty(),
        gate,
        verdict == Verdict.INCONCLUSIVE ? List.of("direct I/O was refused") : List.of());
  }

  /** One state alone: of some hosts a sample, of one nothing. */
  private static List<BenchmarkResult> baseline() {
    List<BenchmarkResult> results = new ArrayList<>();
    for (String host : List.of("db1", "db2", "db3")) {
      boolean none = host.equals("db3");
      results.add(
          new BenchmarkResult(
              host,
              "dd",
              Map.of(),
              Metric.higher("write", "B/s"),
              none ? List.of() : List.of(1.23e9),
              List.of(),
              none ? Optional.empty() : Optional.of(new Interval(1.23e9, 1.23e9, 1.23e9, 0, 1)),
              Optional.empty(),
              OptionalDouble.empty(),
              Optional.empty(),
              none ? "the device is mounted" : "",
              OptionalDouble.empty(),
              Optional.empty(),
              Optional.empty(),
              List.of()));
    }
    return results;
  }

  /** Hosts that are all right, and benchmarks that fail the run. */
  private static RunReport unmeasured() {
    RunResult converged = SampleRuns.all().get("converged");
    RunResult run =
        new RunResult(converged.run(), "bench", false, 1, converged.hosts(), converged.conflicts());
    return new RunReport(
        run,
        ABOUT,
        baseline().subList(0, 2),
        SampleEnvironments.alone("db1", "db2"),
        List.of(
            new BenchmarkFailure(
                "db1", "dd rw=read", "could not be measured: the device is mounted"),
            new BenchmarkFailure(
                "load1", "dd", "has an `expect` that cannot be judged: " + UNKNOWN)),
        List.of("db1: dd rw=read could not be measured: the device is mounted"));
  }

  private static RunReport hostile() {
    TaskResult task =
        new TaskResult(
            HOSTILE,
            HOSTILE,
            new Span(new Source(HOSTILE, ""), 1, 1, 1),
            Status.FAILED,
            Optional.of(HOSTILE),
            List.of(HOSTILE),
            Map.of(Risk.DATA, HOSTILE),
            Optional.of(HOSTILE),
            List.of(
                SampleRuns.change(HOSTILE, HOSTILE, HOSTILE, "b\n"),
                SampleRuns.change("live", HOSTILE, HOSTILE.replace("\n", ""), "|"),
                SampleRuns.change("live", "list", List.of(HOSTILE), null)),
            List.of(HOSTILE));
    TaskResult quiet = TaskResult.of(HOSTILE, HOSTILE, Span.NONE, Status.SKIPPED, HOSTILE);
    Optional<String> why = Optional.of(HOSTILE);
    Optional<String> none = Optional.empty();
    List<HostResult> hosts =
        List.of(
            new HostResult(HOSTILE, 1, List.of(task, quiet), none, none, why),
            new HostResult("b" + HOSTILE, 1, List.of(quiet), none, none, why),
            new HostResult("c" + HOSTILE, 1, List.of(), why, none, none),
            new HostResult("d" + HOSTILE, 1, List.of(), none, why, none));
    Conflict conflict = new Conflict(HOSTILE, HOSTILE, HOSTILE, HOSTILE, HOSTILE, HOSTILE, true);
    RunResult run = new RunResult(HOSTILE, "apply", false, 1, hosts, List.of(conflict));
    List<BenchmarkResult> results = new ArrayList<>();
    for (String value : List.of("1", HOSTILE)) {
      Map<String, String> labels = new LinkedHashMap<>();
      labels.put("fixed" + HOSTILE, HOSTILE);
      labels.put(HOSTILE, value);
      results.add(
          new BenchmarkResult(
              HOSTILE,
              HOSTILE,
              labels,
              Metric.higher(HOSTILE, HOSTILE),
              around(3),
              around(4),
              Optional.of(interval(3)),
              Optional.of(interval(4)),
              OptionalDouble.of(33.333),
              Optional.of(Verdict.INCONCLUSIVE),
              HOSTILE,
              OptionalDouble.empty(),
              Optional.of(
                  new Reference(
                      HOSTILE, 5, OptionalDouble.of(-40), OptionalDouble.of(-20), HOSTILE)),
              Optional.of(new Gate(HOSTILE, Gate.Result.FAILED)),
              List.of(HOSTILE)));
    }
    RunReport.About about =
        new RunReport.About(HOSTILE, HOSTILE, HOSTILE, HOSTILE, HOSTILE, HOSTILE);
    return new RunReport(
        run,
        about,
        results,
        List.of(SampleEnvironments.hostile(HOSTILE)),
        List.of(HOSTILE, "1. " + HOSTILE));
  }

  private static List<Double> around(double value) {
    return List.of(
        value * 1.001, value * 0.99, value * 1.01, value * 0.995, value * 1.004, value * 0.999);
  }

  private static Interval interval(double value) {
    return new Interval(value, value * 0.99, value * 1.01, 0.96875, 6);
  }
}
