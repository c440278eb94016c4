package io.tuner.cli;

import io.tuner.plan.Conflict;
import io.tuner.plan.HostResult;
import io.tuner.plan.Status;
import io.tuner.plan.TaskResult;
import io.tuner.resource.Settles;
import java.util.List;

/** What the process answers its caller. Where several apply, the lowest-numbered failure wins. */
final class ExitCode {

  /** As declared. */
  static final int OK = 0;

  /** A host failed, or a verification, or a gate. */
  static final int FAILED = 1;

  /** A usage, playbook or inventory error, or not confirmed: nothing was changed. */
  static final int USAGE = 2;

  /** {@code verify}, or a dry run with {@code --detailed-exitcode}, found a difference. */
  static final int DRIFT = 3;

  /** A host could not be reached, and none failed. */
  static final int UNREACHABLE = 4;

  /** As declared but for what is pending a reboot or restart. */
  static final int PENDING = 5;

  /** Interrupted by the operator: 128 and the number of SIGINT. */
  static final int INTERRUPTED = 130;

  private ExitCode() {}

  /**
   * The code of a run that came to its end.
   *
   * @param command the command's name
   * @param dryRun true where no changing command was sent
   * @param detailed true where a dry run tells differences by its code
   */
  static int of(
      String command,
      boolean dryRun,
      boolean detailed,
      List<HostResult> hosts,
      List<Conflict> conflicts) {
    boolean verify = command.equals("verify");
    boolean applied = command.equals("apply") && !dryRun;
    boolean won = conflicts.stream().anyMatch(Conflict::won);
    if (any(hosts, Status.FAILED) || (applied && won)) {
      return FAILED;
    }
    boolean tellsDifferences = verify || (dryRun && detailed);
    boolean differs = hosts.stream().flatMap(h -> h.tasks().stream()).anyMatch(ExitCode::differs);
    if (tellsDifferences && (differs || (verify && won))) {
      return DRIFT;
    }
    if (any(hosts, Status.UNREACHABLE)) {
      return UNREACHABLE;
    }
    boolean pending = hosts.stream().flatMap(h -> h.tasks().stream()).anyMatch(ExitCode::pending);
    return pending && (applied || tellsDifferences) ? PENDING : OK;
  }

  private static boolean any(List<HostResult> hosts, Status status) {
    return hosts.stream().anyMatch(host -> host.status() == status);
  }

  private static boolean differs(TaskResult task) {
    return task.status() == Status.CHANGED
        || task.status() == Status.UNKNOWN
        || task.status() == Status.NOT_STARTED;
  }

  private static boolean pending(TaskResult task) {
    boolean waits =
        task.changes().stream()
            .map(io.tuner.plan.Change::settles)
            .anyMatch(when -> when == Settles.When.RESTART || when == Settles.When.BOOT);
    return task.status() == Status.PENDING || (task.status() == Status.CHANGED && waits);
  }
}
