package io.tuner.report;

import io.tuner.plan.RunResult;
import io.tuner.plan.Status;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The words that say what a difference means to the command that found it.
 *
 * @param changed what a host or task with differences is called in the sum
 * @param done what a task is called that was carried through on a host that then failed
 * @param changes true where commands that change were sent
 * @param onlyReads true where nobody expects that anything was changed
 */
record Wording(String changed, String done, boolean changes, boolean onlyReads) {

  private static final String RESTORED = "restored";
  private static final String FORCE = " --force";

  /** The statuses in the order of a sum. */
  private static final List<Status> ORDER =
      List.of(
          Status.OK,
          Status.CHANGED,
          Status.PENDING,
          Status.UNKNOWN,
          Status.SKIPPED,
          Status.FAILED,
          Status.NOT_STARTED,
          Status.UNREACHABLE);

  static Wording of(RunResult run) {
    if (run.command().equals("verify")) {
      return new Wording("drifted", "", false, true);
    }
    if (run.command().equals("rollback")) {
      return new Wording(run.dryRun() ? "to restore" : RESTORED, RESTORED, !run.dryRun(), false);
    }
    if (run.command().equals(RunDifference.COMMAND)) {
      return new Wording("differing", "", false, true);
    }
    return run.dryRun()
        ? new Wording("to change", "", false, false)
        : new Wording("changed", "applied", true, false);
  }

  /** True where the command itself takes back. */
  boolean takesBack() {
    return done.equals(RESTORED);
  }

  /** What the command does that is offered to a host which stopped after so many tasks. */
  String next(String command, long tasks) {
    if (takesBack()) {
      return command.contains(FORCE) ? "overwrites what somebody else set" : "goes on from there";
    }
    return tasks == 1 ? "restores it" : "restores the first " + tasks;
  }

  /** A status as people read it. */
  String of(Status status) {
    return switch (status) {
      case CHANGED -> changed;
      case UNKNOWN -> "known after apply";
      case NOT_STARTED -> "not started";
      default -> status.word();
    };
  }

  /** {@code 2 hosts: 1 changed, 1 ok; 7 tasks: 5 ok, 2 changed}. */
  String sum(RunResult run) {
    long tasks = run.taskCounts().values().stream().mapToLong(Long::longValue).sum();
    String hosts = counted(run.hosts().size(), "host") + counts(run.hostCounts());
    return tasks == 0 ? hosts : hosts + "; " + counted(tasks, "task") + counts(run.taskCounts());
  }

  private String counts(Map<Status, Long> counts) {
    return ORDER.stream()
        .filter(counts::containsKey)
        .map(status -> counts.get(status) + " " + of(status))
        .collect(Collectors.joining(", ", counts.isEmpty() ? "" : ": ", ""));
  }

  private static String counted(long number, String noun) {
    return number + " " + noun + (number == 1 ? "" : "s");
  }
}
