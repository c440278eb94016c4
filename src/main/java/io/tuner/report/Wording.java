package io.tuner.report;

import io.tuner.plan.RunResult;
import io.tuner.plan.Status;

/**
 * The words that say what a difference means to the command that found it.
 *
 * @param changed what a host or task with differences is called in the sum
 * @param done what a task is called that was carried through on a host that then failed
 * @param changes true where commands that change were sent
 */
record Wording(String changed, String done, boolean changes) {

  private static final String RESTORED = "restored";

  static Wording of(RunResult run) {
    if (run.command().equals("verify")) {
      return new Wording("drifted", "", false);
    }
    if (run.command().equals("rollback")) {
      return new Wording(run.dryRun() ? "to restore" : RESTORED, RESTORED, !run.dryRun());
    }
    return run.dryRun()
        ? new Wording("to change", "", false)
        : new Wording("changed", "applied", true);
  }

  /** What the command does that is offered to a host which stopped after so many tasks. */
  String next(long tasks) {
    if (done.equals(RESTORED)) {
      return "goes on from there";
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
}
