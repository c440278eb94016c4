package io.tuner.apply;

import io.tuner.host.Unreachable;
import io.tuner.load.HandlerInstance;
import io.tuner.plan.HostPlan;
import io.tuner.plan.JournalEntry;
import io.tuner.plan.Status;
import io.tuner.plan.TaskPlan;
import io.tuner.plan.TaskResult;
import io.tuner.resource.Action;
import io.tuner.resource.ProbeFailed;
import io.tuner.resource.Readings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Runs the handlers that the tasks of an apply notified, and those that a dead run still owed. */
final class HandlerRun {

  private final HostPlan plan;
  private final String run;
  private final Applier.Watch watch;
  private final List<TaskResult> results = new ArrayList<>();
  private int index;

  /**
   * The handlers of one apply.
   *
   * @param lastIndex of the journal so far
   */
  HandlerRun(HostPlan plan, String run, int lastIndex, Applier.Watch watch) {
    this.plan = plan;
    this.run = run;
    this.index = lastIndex;
    this.watch = watch;
  }

  int lastIndex() {
    return index;
  }

  List<TaskResult> results() {
    return results;
  }

  /** Runs what was notified, in declared order; true where all of it took. */
  boolean run(Conversation conversation, List<TaskPlan> tasks)
      throws Unreachable, InterruptedException {
    List<HandlerInstance> due = plan.due(tasks);
    for (HandlerInstance handler : due) {
      watch.step(results.size() + 1, due.size(), handler.address());
      TaskResult result = handle(conversation, handler);
      results.add(result);
      if (result.status() == Status.FAILED) {
        return false;
      }
    }
    return true;
  }

  private TaskResult handle(Conversation conversation, HandlerInstance handler)
      throws Unreachable, InterruptedException {
    Action action = handler.action().orElseThrow();
    JournalEntry entry =
        new JournalEntry(
            run,
            ++index,
            handler.address(),
            handler.type(),
            1,
            handler.name(),
            handler.span().toString(),
            handler.parameters(),
            handler.become(),
            Map.of(),
            Map.of(),
            false,
            Optional.empty());
    Outcome outcome =
        conversation.change(
            JournalEntry.number(index),
            Json.write(entry.toMap()),
            action.script(),
            new Before(Map.of(), Optional.of(Notified.fileName(handler)), List.of(), ":"),
            action.probe());
    Optional<String> failure =
        outcome.exit() == 0
            ? check(action, outcome.readings())
            : Optional.of(outcome.failure(action.script()));
    return TaskResult.of(
        handler.address(),
        handler.name(),
        handler.span(),
        failure.isPresent() ? Status.FAILED : Status.CHANGED,
        failure.orElse(null));
  }

  private static Optional<String> check(Action action, Readings readings) {
    try {
      return action.failure(readings);
    } catch (ProbeFailed e) {
      return Optional.of(e.getMessage());
    }
  }
}
