package io.tuner.report;

import io.tuner.plan.Conflict;
import io.tuner.plan.HostResult;
import io.tuner.plan.RunResult;
import io.tuner.plan.Status;
import io.tuner.plan.TaskResult;
import io.tuner.text.Printable;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A run as people read it, before a change as after it: hosts of which the same is to be said are
 * said it once, a line a change, and a sum at the end.
 */
public final class TextReport {

  private final RunReport report;
  private final RunResult run;
  private final Style style;
  private final boolean verbose;
  private final Wording wording;
  private final TaskText tasks;
  private final Optional<Set<String>> told;

  private TextReport(RunReport report, Style style, boolean verbose, Optional<Set<String>> told) {
    this.report = report;
    this.run = report.run();
    this.told = told;
    this.style = style;
    this.verbose = verbose;
    this.wording = Wording.of(run);
    this.tasks = new TaskText(style, verbose);
  }

  /**
   * The report, with a line end after it.
   *
   * @param verbose true: what is as declared, left out or not started is shown too, and the
   *     commands
   */
  public static String of(RunReport report, Style style, boolean verbose) {
    return new TextReport(report, style, verbose, Optional.empty()).render();
  }

  /**
   * What came of a plan that was shown: a line a task and no difference again, only warnings that
   * the plan did not have, and failures whole.
   *
   * @param shown the plan
   * @param verbose true: what is as declared, left out or not started has its line too
   */
  public static String outcome(
      List<HostResult> shown, RunReport report, Style style, boolean verbose) {
    Set<String> told = new HashSet<>();
    shown.forEach(host -> host.tasks().forEach(task -> told.addAll(task.warnings())));
    return new TextReport(report, style, verbose, Optional.of(told)).render();
  }

  private String render() {
    StringBuilder out = new StringBuilder();
    first().forEach(line -> out.append(style.changed(Printable.of(line))).append('\n'));
    out.append(out.isEmpty() ? "" : "\n");
    grouped(run.hosts(), this::body)
        .forEach(
            (body, names) ->
                out.append(style.heading(heading(names))).append('\n').append(body).append('\n'));
    List<Conflict> conflicts = told.isPresent() ? List.of() : run.conflicts();
    grouped(conflicts).forEach((text, hosts) -> out.append(conflict(hosts, text)).append('\n'));
    out.append(conflicts.isEmpty() ? "" : "\n");
    if (!report.benchmarks().isEmpty()) {
      out.append(BenchmarkText.of(report.benchmarks(), style));
    }
    if (!report.environments().isEmpty()) {
      out.append(BenchmarkText.environments(report.environments(), style, verbose));
    }
    out.append(sum()).append('\n');
    if (wording.changes()) {
      run.hosts().stream()
          .filter(host -> host.status() != Status.FAILED)
          .flatMap(host -> host.restore().stream())
          .distinct()
          .forEach(command -> out.append("`" + Printable.of(command) + "` takes it back\n"));
    }
    if (run.exit() != 0) {
      out.append(ExitReason.of(report)).append('\n');
    }
    return out.toString();
  }

  /** Hosts by what is to be said of them; those of which nothing is to be said are left out. */
  private static Map<String, List<String>> grouped(
      List<HostResult> hosts, java.util.function.Function<HostResult, String> body) {
    Map<String, List<String>> groups = new LinkedHashMap<>();
    for (HostResult host : hosts) {
      String text = body.apply(host);
      if (!text.isEmpty()) {
        groups.computeIfAbsent(text, key -> new ArrayList<>()).add(host.host());
      }
    }
    return groups;
  }

  private static Map<String, List<String>> grouped(List<Conflict> conflicts) {
    return conflicts.stream()
        .collect(
            Collectors.groupingBy(
                TextReport::text,
                LinkedHashMap::new,
                Collectors.mapping(Conflict::host, Collectors.toList())));
  }

  private String heading(List<String> hosts) {
    String names = HostNames.of(hosts, verbose);
    return hosts.size() == 1 ? names : names + " (" + hosts.size() + " hosts)";
  }

  private String body(HostResult host) {
    StringBuilder out = new StringBuilder();
    host.unreachable()
        .map(
            why ->
                why.startsWith(host.host() + ": ") ? why.substring(host.host().length() + 2) : why)
        .ifPresent(why -> out.append(error(host, "cannot be reached: " + why)));
    if (verbose && host.unreachable().isEmpty()) {
      out.append(style.faint("  round trips: " + host.roundTrips())).append('\n');
    }
    host.tasks().forEach(task -> out.append(text(host.host(), task)));
    host.error().ifPresent(why -> out.append(error(host, why)));
    if (host.status() == Status.FAILED && wording.changes()) {
      out.append(state(host));
    }
    return out.toString();
  }

  private String text(String host, TaskResult task) {
    return told.map(known -> tasks.outcome(host, task, known, wording.of(task.status())))
        .orElseGet(() -> tasks.of(host, task));
  }

  private String error(HostResult host, String why) {
    List<String> lines = Printable.lines(why).strip().lines().toList();
    String first = lines.isEmpty() ? "" : lines.get(0);
    String rest = lines.stream().skip(1).map(l -> "  " + l + "\n").collect(Collectors.joining());
    String head = "error: " + Printable.of(host.host()) + ": " + first;
    return style.removed(head) + "\n" + rest;
  }

  /** What stands and what does not, where a host stopped on its way. */
  private String state(HostResult host) {
    long done = host.count(Status.CHANGED);
    // What a command did before it failed is journalled, and restored, as well.
    long restored = done + host.tasks().stream().filter(TextReport::failedOnHost).count();
    String state =
        String.format(
            "state: %d %s, %d failed, %d not started",
            done, wording.done(), host.count(Status.FAILED), host.count(Status.NOT_STARTED));
    Optional<String> restore =
        host.restore()
            .filter(command -> restored > 0 || wording.takesBack())
            .map(command -> "; `" + Printable.of(command) + "` " + wording.next(command, restored));
    return state + restore.orElse("") + "\n";
  }

  private static boolean failedOnHost(TaskResult task) {
    return task.status() == Status.FAILED && !task.commands().isEmpty();
  }

  private String conflict(List<String> hosts, String text) {
    return style.changed("conflict: ") + HostNames.of(hosts, verbose) + ": " + text;
  }

  static String text(Conflict conflict) {
    String other = Printable.of(conflict.other()) + " sets " + Values.show(conflict.otherValue());
    return Printable.of(conflict.knob())
        + ": "
        + Printable.of(conflict.address())
        + " sets "
        + Values.show(conflict.value())
        + ", "
        + other
        + (conflict.won() ? " and has won" : " later");
  }

  /** A run that says nothing of itself does not load what it takes to. */
  private List<String> first() {
    return report.notes().isEmpty() && report.benchmarks().isEmpty()
        ? List.of()
        : Headline.first(report);
  }

  private String sum() {
    return style.heading(wording.sum(run)) + (nothingChanged() ? " (nothing was changed)" : "");
  }

  private boolean nothingChanged() {
    return run.dryRun() && !wording.onlyReads();
  }
}
