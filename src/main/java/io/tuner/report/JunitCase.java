package io.tuner.report;

import io.tuner.bench.BenchmarkFailure;
import io.tuner.bench.statistics.BenchmarkResult;
import io.tuner.plan.HostResult;
import io.tuner.plan.RunResult;
import io.tuner.plan.Status;
import io.tuner.plan.TaskResult;
import java.util.ArrayList;
import java.util.List;

/**
 * A test case.
 *
 * @param group {@code connection}, {@code task}, {@code verification}, {@code benchmark} or {@code
 *     gate}
 * @param name what was tried
 * @param kind how it went
 * @param message why it did not pass; empty where it did
 */
record JunitCase(String group, String name, Kind kind, String message) {

  /** How it went; an error is what kept a case from being tried at all. */
  enum Kind {
    PASSED,
    SKIPPED,
    FAILURE,
    ERROR
  }

  private static final String TASK = "task";
  private static final String VERIFICATION = "verification";

  /** The cases of a host: whether it was reached, its tasks, and their verification. */
  static List<JunitCase> ofHost(RunResult run, HostResult host) {
    List<JunitCase> cases = new ArrayList<>();
    if (host.unreachable().isPresent()) {
      cases.add(new JunitCase("connection", "reached", Kind.ERROR, HostGroup.unreachable(host)));
    } else if (host.error().isPresent()) {
      cases.add(new JunitCase("connection", "reached", Kind.ERROR, host.error().get()));
    } else {
      cases.add(new JunitCase("connection", "reached", Kind.PASSED, ""));
    }
    boolean verifies = run.command().equals("verify");
    for (TaskResult task : host.tasks()) {
      if (!verifies) {
        cases.add(ofTask(run, task));
      }
      cases.add(verified(run, task));
    }
    return cases;
  }

  /** The case of a benchmark that could not be measured or judged. */
  static JunitCase ofFailure(BenchmarkFailure failure) {
    return new JunitCase("benchmark", failure.benchmark(), Kind.ERROR, failure.reason());
  }

  /** The case of a gate. */
  static JunitCase ofGate(BenchmarkResult result) {
    Kind kind =
        switch (result.gate().orElseThrow().result()) {
          case PASSED -> Kind.PASSED;
          case FAILED -> Kind.FAILURE;
          case INCONCLUSIVE -> Kind.SKIPPED;
        };
    String reason = result.reason().isEmpty() ? "" : ": " + result.reason();
    String message =
        kind == Kind.PASSED
            ? ""
            : result.gate().get().result().word() + ": " + Headline.found(result) + reason;
    String name = Headline.measured(result) + " " + result.gate().get().expect();
    return new JunitCase("gate", name, kind, message);
  }

  private static JunitCase ofTask(RunResult run, TaskResult task) {
    String why = task.message().orElse("");
    return switch (task.status()) {
      case OK, PENDING -> new JunitCase(TASK, task.address(), Kind.PASSED, "");
      case CHANGED ->
          run.dryRun()
              ? new JunitCase(TASK, task.address(), Kind.SKIPPED, Wording.of(run).changed())
              : new JunitCase(TASK, task.address(), Kind.PASSED, "");
      case FAILED ->
          task.ignored()
              ? new JunitCase(TASK, task.address(), Kind.SKIPPED, "failed (ignored): " + why)
              : new JunitCase(TASK, task.address(), Kind.FAILURE, failure(task));
      case UNKNOWN, SKIPPED, NOT_STARTED, UNREACHABLE ->
          new JunitCase(TASK, task.address(), Kind.SKIPPED, said(run, task));
    };
  }

  /** Whether the host was read back as declared. */
  private static JunitCase verified(RunResult run, TaskResult task) {
    boolean verifies = run.command().equals("verify");
    return switch (task.status()) {
      case OK -> new JunitCase(VERIFICATION, task.address(), Kind.PASSED, "");
      case CHANGED -> {
        if (verifies) {
          yield new JunitCase(
              VERIFICATION, task.address(), Kind.FAILURE, "drifted: " + drift(task));
        }
        yield run.dryRun()
            ? new JunitCase(VERIFICATION, task.address(), Kind.SKIPPED, "nothing was changed")
            : Circumstances.waits(task) ? pending(task) : read(task);
      }
      case PENDING -> pending(task);
      case FAILED ->
          verifies
              ? new JunitCase(VERIFICATION, task.address(), Kind.FAILURE, failure(task))
              : new JunitCase(VERIFICATION, task.address(), Kind.SKIPPED, "the task failed");
      case UNKNOWN, SKIPPED, NOT_STARTED, UNREACHABLE ->
          new JunitCase(VERIFICATION, task.address(), Kind.SKIPPED, said(run, task));
    };
  }

  private static JunitCase read(TaskResult task) {
    return new JunitCase(VERIFICATION, task.address(), Kind.PASSED, "");
  }

  private static JunitCase pending(TaskResult task) {
    String what =
        String.join(
            "; ",
            task.changes().stream()
                .filter(change -> !change.settlesNow())
                .map(ChangeRow::of)
                .map(row -> row.state() + " " + row.what() + " " + row.settles())
                .toList());
    return new JunitCase(VERIFICATION, task.address(), Kind.SKIPPED, what);
  }

  private static String said(RunResult run, TaskResult task) {
    return Wording.of(run).of(task.status()) + task.message().map(why -> ": " + why).orElse("");
  }

  private static String drift(TaskResult task) {
    return String.join(
        "; ",
        task.changes().stream()
            .map(ChangeRow::of)
            .map(row -> row.state() + " " + row.what() + ": " + row.before() + " -> " + row.after())
            .toList());
  }

  private static String failure(TaskResult task) {
    String commands =
        task.commands().isEmpty() || task.status() != Status.FAILED
            ? ""
            : "\n$ " + String.join("\n$ ", task.commands());
    return task.message().orElse("failed") + commands;
  }
}
