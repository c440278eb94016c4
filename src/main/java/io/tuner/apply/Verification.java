package io.tuner.apply;

import io.tuner.plan.Change;
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

  /** The task as it stands: undone, pending, settled meanwhile, or as it was. */
  static TaskPlan after(TaskPlan task, Readings readings) {
    TaskResult checked = Planner.verify(task, readings);
    if (checked.status() == Status.FAILED) {
      String message = checked.message().orElse("");
      return task.with(
          checked.with(
              Status.FAILED,
              Optional.of(message + ": undone by a later task, a handler or a daemon")));
    }
    List<Change> left =
        Planner.plan(task.subject().wanting(task.to().orElseThrow()), readings, false)
            .result()
            .changes();
    List<Change> changes =
        task.result().changes().stream().map(change -> settled(change, left)).toList();
    boolean pending = changes.stream().anyMatch(change -> !change.settlesNow());
    Status status =
        task.result().status() == Status.PENDING && !pending
            ? Status.CHANGED
            : task.result().status();
    TaskResult result = task.result();
    return task.with(
        new TaskResult(
            result.address(),
            result.name(),
            result.source(),
            status,
            result.message(),
            result.warnings(),
            result.risks(),
            result.irreversible(),
            changes,
            result.commands()));
  }

  private static Change settled(Change change, List<Change> left) {
    boolean open =
        left.stream()
            .anyMatch(l -> l.aspect().equals(change.aspect()) && l.path().equals(change.path()));
    return open || change.settlesNow()
        ? change
        : new Change(
            change.aspect(), change.path(), Settles.When.NOW, "", change.from(), change.to());
  }
}
