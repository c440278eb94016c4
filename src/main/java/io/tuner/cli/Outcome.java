package io.tuner.cli;

import io.tuner.apply.RunIdentity;
import io.tuner.bench.BenchmarkFailure;
import io.tuner.bench.HostEnvironment;
import io.tuner.bench.statistics.BenchmarkResult;
import io.tuner.plan.Conflict;
import io.tuner.plan.HostResult;
import io.tuner.plan.RunResult;
import io.tuner.plan.Status;
import io.tuner.probe.Token;
import io.tuner.report.JsonReport;
import io.tuner.report.Reports;
import io.tuner.report.RunReport;
import io.tuner.report.TextReport;
import io.tuner.rollout.Measurement;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What a run tells: the plan before the question, the question, and the result with its code. */
final class Outcome {

  private static final Path KEPT = Path.of(".tuner", "runs");

  private final Console console;
  private final OutputOptions output;
  private final String command;
  private final boolean dryRun;
  private final boolean detailed;
  private List<HostResult> plan = List.of();
  private RunReport.About about = RunReport.About.NOTHING;
  private List<BenchmarkResult> benchmarks = List.of();
  private List<HostEnvironment> environments = List.of();
  private List<BenchmarkFailure> failures = List.of();
  private List<String> notes = List.of();
  private boolean missed;
  private final Instant started = Instant.now();
  private String run;

  Outcome(Console console, OutputOptions output, String command, boolean dryRun, boolean detailed) {
    this.console = console;
    this.output = output;
    this.command = command;
    this.dryRun = dryRun;
    this.detailed = detailed;
  }

  /**
   * {@code 20261130T120000Z}. A formatter would cost more time to load than the rest of the class;
   * the nanosecond keeps the seconds of a whole minute, which are left out otherwise.
   */
  private static String name(Instant started) {
    String utc = LocalDateTime.ofInstant(started, ZoneOffset.UTC).withNano(1).toString();
    return utc.substring(0, utc.indexOf('.')).replace("-", "").replace(":", "") + "Z";
  }

  /** A name for a further run, which this one starts. */
  static String name() {
    return name(Instant.now()) + "-" + Token.random().substring(0, 4);
  }

  /** Says who runs what. */
  void about(RunIdentity identity) {
    about =
        new RunReport.About(
            identity.operator(),
            identity.playbook(),
            identity.digest(),
            identity.commit(),
            identity.started(),
            "");
  }

  /** Ends the command before anything is contacted where its reports could not be kept. */
  void refuseUnwritable() throws Stop {
    if (dryRun && output.report.isEmpty()) {
      return;
    }
    Path directory = output.report.orElse(KEPT);
    Optional<String> why = Reports.obstacle(directory);
    if (why.isPresent()) {
      throw Stop.usage(
          "no report can be written to `" + directory + "`: " + why.get(),
          output.report.isPresent()
              ? "name another directory with --report"
              : "name a directory with `--report DIR`, or run tuner where it may write");
    }
  }

  /** What is said before the plan. */
  void announce(List<String> sentences) {
    notes = sentences;
  }

  /** What was measured, and what a reader must know first of it. */
  void measured(Measurement measurement, List<String> sentences) {
    benchmarks = measurement.results();
    environments = measurement.environments();
    missed = measurement.shortfalls().isMissed();
    failures = measurement.shortfalls().failures();
    notes = new ArrayList<>(sentences);
    notes.addAll(measurement.notes());
  }

  /** The run's name: its start in UTC, and four hexadecimal digits. */
  String run() {
    if (run == null) {
      // Not before it is asked for: random numbers take their time in a new process.
      run = name(started) + "-" + Token.random().substring(0, 4);
    }
    return run;
  }

  String started() {
    return started.toString();
  }

  /**
   * Shows what is going to be done, and asks; not confirmed ends the command with nothing changed.
   */
  void ask(Reach reach, List<HostResult> shown, List<Conflict> conflicts, boolean yes)
      throws IOException, InterruptedException, Stop {
    reach.progress().finished();
    if (!output.json) {
      plan = shown;
      RunResult before = new RunResult(run(), command, true, 0, shown, conflicts);
      RunReport announced = new RunReport(before, about, List.of(), List.of(), notes);
      console.out().print(TextReport.of(announced, console.outStyle(), output.verbose));
      console.out().flush();
    }
    if (yes) {
      return;
    }
    long hosts = shown.stream().filter(host -> host.status() == Status.CHANGED).count();
    if (!console.inIsTerminal()) {
      throw Stop.usage(
          "there are changes, and nobody to confirm them", "read them, then add --yes");
    }
    String to = hosts + (hosts == 1 ? " host" : " hosts");
    String question =
        command.equals("rollback") ? "Take back these changes on " : "Apply these changes to ";
    Optional<String> answer = console.ask(question + to + "? [y/N] ");
    if (answer.filter(a -> a.strip().toLowerCase(Locale.ROOT).matches("y|yes")).isEmpty()) {
      throw Stop.usage("not confirmed: nothing was changed", "answer y, or add --yes");
    }
  }

  /** Prints and stores the result, and gives the exit code. */
  int finish(Reach reach, List<HostResult> results, List<Conflict> conflicts) throws IOException {
    reach.progress().finished();
    List<HostResult> hosts = results.stream().map(host -> restorable(host, reach)).toList();
    int exit = exit(reach, hosts, conflicts);
    RunResult result = new RunResult(run(), command, dryRun, exit, hosts, conflicts);
    RunReport report =
        new RunReport(
            result,
            about.until(Instant.now().toString()),
            benchmarks,
            environments,
            failures,
            notes);
    console.out().print(output.json ? JsonReport.of(report) : text(report));
    console.out().flush();
    if (!dryRun || output.report.isPresent()) {
      Reports.write(output.report.orElse(KEPT.resolve(run())), report);
    }
    return exit;
  }

  private int exit(Reach reach, List<HostResult> hosts, List<Conflict> conflicts) {
    if (reach.fleet().interrupted()) {
      return ExitCode.INTERRUPTED;
    }
    return missed ? ExitCode.FAILED : ExitCode.of(command, dryRun, detailed, hosts, conflicts);
  }

  /** What was shown before the question is not shown again. */
  private String text(RunReport report) {
    return plan.isEmpty()
        ? TextReport.of(report, console.outStyle(), output.verbose)
        : TextReport.outcome(plan, report, console.outStyle(), output.verbose);
  }

  /** The command that takes it back can be typed as it stands: with the inventory of this run. */
  private static HostResult restorable(HostResult host, Reach reach) {
    return new HostResult(
        host.host(),
        host.roundTrips(),
        host.tasks(),
        host.unreachable(),
        host.error(),
        host.restore().map(command -> command + reach.inventoryWords()));
  }
}
