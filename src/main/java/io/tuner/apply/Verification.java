package io.tuner.apply;

import io.tuner.plan.Change;
import io.tuner.plan.Conflicts;
import io.tuner.plan.Planner;
import io.tuner.plan.Status;
import io.tuner.plan.TaskPlan;
import io.tuner.plan.TaskResult;
import io.tuner.resource.Readings;
import io.tuner.resource.Settles;
import java.util.List;
import java.util.Optional;

/** The last look at a task, when every task and handler is done. */
final class Verification {

  private Verification() {}

  /**
   * Looks at every task that did not fail, each in its place.
   *
   * @param rollback true: it goes through the states between the first and the last, and only the
   *     first stays
   */
  static void all(
      List<TaskPlan> tasks, Readings latest, List<TaskResult> handlers, boolean rollback) {
    for (int i = 0; i < tasks.size(); i++) {
      TaskPlan task = tasks.get(i);
      boolean failed = task.result().status() == Status.FAILED;
      boolean known = task.about().isPresent() && task.to().isPresent() && !failed;
      List<TaskPlan> later = tasks.subList(i + 1, tasks.size());
      if (known && !(rollback && (superseded(task, later) || gone(task, later, latest)))) {
        tasks.set(i, after(task, latest, handlers));
      }
    }
  }

  private static boolean superseded(TaskPlan task, List<TaskPlan> later) {
    return later.stream()
        .anyMatch(other -> other.about().isPresent() && Conflicts.shareKnob(task, other));
  }

  /** A unit's state goes with the unit's file, which an earlier task had brought. */
  private static boolean gone(TaskPlan task, List<TaskPlan> later, Readings latest) {
    return later.stream().anyMatch(TaskPlan::changes) && isGone(task, latest);
  }

  /** Whether the host has no longer what the task is about, and no value of it. */
  static boolean isGone(TaskPlan task, Readings readings) {
    Status declared = Planner.plan(task.subject().undecided(), readings, true).result().status();
    return declared == Status.UNKNOWN
        && Planner.plan(task.subject().wanting(task.to().orElseThrow()), readings, false)
            .result()
            .changes()
            .stream()
            .allMatch(change -> change.from() == null);
  }

  /**
   * The task as it stands: undone, pending, settled meanwhile, or as it was.
   *
   * @param handlers that have run
   */
  static TaskPlan after(TaskPlan task, Readings readings, List<TaskResult> handlers) {
    TaskResult checked = Planner.verify(task, readings);
    if (checked.status() == Status.FAILED) {
      String message = checked.message().orElse("");
      return task.with(
          checked.with(
              Status.FAILED,
              Optional.of(message + ": undone by a later task, a handler or a daemon")));
    }
    // A service that has started since has limits of which nothing could be said before.
    TaskResult now = Planner.plan(task.subject(), readings, false).result();
    List<Change> left = now.changes();
    Optional<Change> untaken = left.stream().filter(Change::settlesNow).findFirst();
    if (untaken.isPresent()) {
      return task.with(checked.with(Status.FAILED, Optional.of(Planner.untaken(untaken.get()))));
    }
    Optional<TaskResult> restart = handlers.stream().filter(one -> settles(one, task)).findFirst();
    Optional<Change> unsettled =
        left.stream().filter(change -> change.settles() == Settles.When.RESTART).findFirst();
    if (restart.isPresent() && unsettled.isPresent()) {
      String message =
          "%s after %s ran: something else limits or sets it"
              .formatted(Planner.untaken(unsettled.get()), restart.get().address());
      return task.with(checked.with(Status.FAILED, Optional.of(message)));
    }
    if (now.status() == Status.FAILED) {
      return task.with(checked.with(Status.FAILED, now.message()));
    }
    TaskResult before = task.result();
    List<Change> more =
        left.stream()
            .filter(change -> before.changes().stream().noneMatch(change::isOfSameLeaf))
            .toList();
    TaskResult result = before.settled(before.status(), left).and(more);
    return task.with(result.with(status(before.status(), result.changes()), before.message()));
  }

  /** True for a restart that this task had asked for. */
  private static boolean settles(TaskResult handler, TaskPlan task) {
    return handler.status() == Status.CHANGED
        && handler.address().startsWith("restart[")
        && task.subject().notifies().contains(handler.name());
  }

  private static Status status(Status before, List<Change> changes) {
    boolean pending = changes.stream().anyMatch(change -> !change.settlesNow());
    if (before == Status.PENDING) {
      return pending ? Status.PENDING : Status.CHANGED;
    }
    return before == Status.OK && pending ? Status.PENDING : before;
  }
}
