package io.tuner.report;

import io.tuner.bench.BenchmarkFailure;
import io.tuner.plan.Change;
import io.tuner.plan.Conflict;
import io.tuner.plan.HostResult;
import io.tuner.plan.RunResult;
import io.tuner.plan.Status;
import io.tuner.plan.TaskResult;
import io.tuner.resource.Content;
import io.tuner.resource.Risk;
import io.tuner.text.Diagnostic;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A run as one JSON document. Nothing is cut, nothing is left out, absent values are null. */
public final class JsonReport {

  private static final List<Status> OF_HOSTS =
      List.of(
          Status.OK,
          Status.CHANGED,
          Status.PENDING,
          Status.FAILED,
          Status.NOT_STARTED,
          Status.UNREACHABLE);

  private static final List<Status> OF_TASKS =
      List.of(
          Status.OK,
          Status.CHANGED,
          Status.PENDING,
          Status.UNKNOWN,
          Status.SKIPPED,
          Status.FAILED,
          Status.NOT_STARTED);

  private JsonReport() {}

  /** The document; {@link StoredReport} reads it back. */
  public static String of(RunReport report) {
    RunResult run = report.run();
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("run", run.run());
    document.put("command", run.command());
    document.put("dry_run", run.dryRun());
    document.put("exit", run.exit());
    document.put("about", about(report.about()));
    document.put("notes", report.notes());
    document.put("hosts", run.hosts().stream().map(JsonReport::host).toList());
    document.put("conflicts", run.conflicts().stream().map(JsonReport::conflict).toList());
    // A run that measured nothing does not load what tells of measurements.
    document.put(
        "benchmarks",
        report.benchmarks().isEmpty() ? List.of() : BenchmarkJson.of(report.benchmarks()));
    document.put(
        "benchmark_failures", report.failures().stream().map(JsonReport::failure).toList());
    document.put(
        "environments",
        report.environments().isEmpty() ? List.of() : EnvironmentJson.of(report.environments()));
    Map<String, Object> summary = new LinkedHashMap<>();
    summary.put("hosts", counts(OF_HOSTS, run.hostCounts()));
    summary.put("tasks", counts(OF_TASKS, run.taskCounts()));
    document.put("summary", summary);
    return Json.write(document);
  }

  /**
   * The document of a command that ended before it had a result.
   *
   * @param error what was said of it, as text
   * @param errors the same one by one; warnings are left out
   */
  public static String ofFailure(String command, int exit, String error, List<Diagnostic> errors) {
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("run", null);
    document.put("command", command);
    document.put("dry_run", true);
    document.put("exit", exit);
    document.put("hosts", List.of());
    document.put("conflicts", List.of());
    document.put("benchmarks", List.of());
    document.put("error", error);
    document.put(
        "errors",
        errors.stream()
            .filter(one -> one.severity() == Diagnostic.Severity.ERROR)
            .map(JsonReport::error)
            .toList());
    return Json.write(document);
  }

  private static Map<String, Object> error(Diagnostic error) {
    Map<String, Object> out = new LinkedHashMap<>();
    String place = error.span().toString();
    out.put("place", place.isEmpty() ? null : place);
    out.put("message", error.message());
    String hint =
        Stream.of(error.note(), error.hint())
            .flatMap(Optional::stream)
            .collect(Collectors.joining("; "));
    out.put("hint", hint.isEmpty() ? null : hint);
    return out;
  }

  private static Map<String, Object> failure(BenchmarkFailure failure) {
    Map<String, Object> out = new LinkedHashMap<>();
    out.put("host", failure.host());
    out.put("benchmark", failure.benchmark());
    out.put("reason", failure.reason());
    return out;
  }

  private static Map<String, Object> about(RunReport.About about) {
    Map<String, Object> out = new LinkedHashMap<>();
    out.put("operator", orNull(about.operator()));
    out.put("playbook", orNull(about.playbook()));
    out.put("digest", orNull(about.digest()));
    out.put("commit", orNull(about.commit()));
    out.put("started", orNull(about.started()));
    out.put("ended", orNull(about.ended()));
    return out;
  }

  private static String orNull(String text) {
    return text.isEmpty() ? null : text;
  }

  private static Map<String, Object> host(HostResult host) {
    Map<String, Object> out = new LinkedHashMap<>();
    out.put("host", host.host());
    out.put("status", host.status().word());
    out.put("round_trips", host.roundTrips());
    out.put("tasks", host.tasks().stream().map(JsonReport::task).toList());
    out.put("error", host.unreachable().or(host::error).orElse(null));
    out.put("restore", host.restore().orElse(null));
    return out;
  }

  private static Map<String, Object> task(TaskResult task) {
    Map<String, Object> out = new LinkedHashMap<>();
    out.put("address", task.address());
    out.put("name", orNull(task.name()));
    out.put("source", orNull(task.source().toString()));
    out.put("status", task.status().word());
    out.put("ignored", task.ignored());
    out.put("ignore_errors", task.ignoring());
    out.put("message", task.message().orElse(null));
    out.put("warnings", task.warnings());
    out.put("risk", task.risks().keySet().stream().sorted().map(Risk::label).toList());
    Map<String, String> details = new LinkedHashMap<>();
    new TreeMap<>(task.risks()).forEach((risk, detail) -> details.put(risk.label(), detail));
    out.put("risk_details", details);
    out.put("reversible", task.irreversible().isEmpty());
    out.put("irreversible_reason", task.irreversible().orElse(null));
    out.put("commands", task.commands());
    out.put("changes", task.changes().stream().map(JsonReport::change).toList());
    return out;
  }

  private static Map<String, Object> change(Change change) {
    Map<String, Object> out = new LinkedHashMap<>();
    out.put("path", change.path());
    out.put("aspect", change.aspect());
    out.put("settles", change.settles().name().toLowerCase(Locale.ROOT));
    out.put("from", value(change.from()));
    out.put("to", value(change.to()));
    out.put("reason", orNull(change.reason()));
    out.put("file", change.from() instanceof Content || change.to() instanceof Content);
    return out;
  }

  private static Map<String, Object> conflict(Conflict conflict) {
    Map<String, Object> out = new LinkedHashMap<>();
    out.put("host", conflict.host());
    out.put("knob", conflict.knob());
    out.put("address", conflict.address());
    out.put("value", conflict.value());
    out.put("other", conflict.other());
    out.put("other_value", conflict.otherValue());
    out.put("won", conflict.won());
    return out;
  }

  private static Map<String, Object> counts(List<Status> statuses, Map<Status, Long> counts) {
    Map<String, Object> out = new LinkedHashMap<>();
    statuses.forEach(status -> out.put(status.word(), counts.getOrDefault(status, 0L)));
    return out;
  }

  /** What is no list, number or truth is text; Content writes itself as text or base64. */
  private static Object value(Object value) {
    if (value instanceof List<?> list) {
      return list.stream().map(JsonReport::value).toList();
    }
    boolean plain = value == null || value instanceof Number || value instanceof Boolean;
    return plain ? value : value.toString();
  }
}
