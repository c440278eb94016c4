package io.tuner.report;

import io.tuner.bench.BenchmarkFailure;
import io.tuner.bench.HostEnvironment;
import io.tuner.bench.statistics.BenchmarkResult;
import io.tuner.plan.RunResult;
import java.util.List;

/**
 * Everything that any form of a report shows: the one model of all five.
 *
 * @param run hosts, tasks and changes
 * @param about who ran what, and when
 * @param benchmarks what was measured, in the order of the playbook
 * @param environments what the hosts were like around what was measured
 * @param failures what of the benchmarks fails the run, gates that are missed left out
 * @param notes sentences about the run as a whole, the most important first: a gate that was missed
 *     and what was done about it, what was measured and how
 */
public record RunReport(
    RunResult run,
    About about,
    List<BenchmarkResult> benchmarks,
    List<HostEnvironment> environments,
    List<BenchmarkFailure> failures,
    List<String> notes) {

  /**
   * Who ran what, and when.
   *
   * @param operator user and machine
   * @param playbook its path
   * @param digest SHA-256 of everything it was made of, hexadecimal: what the plan was made from
   * @param commit of the playbook's repository, or empty
   * @param started ISO 8601, UTC
   * @param ended ISO 8601, UTC; empty while it runs
   */
  public record About(
      String operator,
      String playbook,
      String digest,
      String commit,
      String started,
      String ended) {

    /** Where nothing is known. */
    public static final About NOTHING = new About("", "", "", "", "", "");

    /** The same, ended then. */
    public About until(String end) {
      return new About(operator, playbook, digest, commit, started, end);
    }
  }

  public RunReport {
    benchmarks = List.copyOf(benchmarks);
    environments = List.copyOf(environments);
    failures = List.copyOf(failures);
    notes = List.copyOf(notes);
  }

  /** A run of which every benchmark could be measured. */
  public RunReport(
      RunResult run,
      About about,
      List<BenchmarkResult> benchmarks,
      List<HostEnvironment> environments,
      List<String> notes) {
    this(run, about, benchmarks, environments, List.of(), notes);
  }

  /** A run without measurements. */
  public static RunReport of(RunResult run) {
    return new RunReport(run, About.NOTHING, List.of(), List.of(), List.of());
  }
}
