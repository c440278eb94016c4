package io.tuner.apply;

import io.tuner.load.HandlerInstance;
import io.tuner.plan.Status;
import io.tuner.plan.TaskPlan;
import io.tuner.plan.TaskResult;
import io.tuner.resource.Probe;
import io.tuner.resource.Readings;
import io.tuner.text.Span;
import java.util.List;

/** The handlers that a run which died had notified, and that the next apply runs. */
public final class Debts {

  /** What must be read to know them. */
  public static final Probe PROBE = Notified.PROBE;

  private Debts() {}

  /** The handlers that are owed. */
  public static List<HandlerInstance> of(Readings readings) {
    return Notified.read(readings);
  }

  /**
   * What stands for a handler that is owed and cannot be read: nothing is begun before it is seen.
   */
  public static List<TaskPlan> unreadable(Readings readings) {
    return Notified.unreadable(readings).entrySet().stream()
        .map(
            file ->
                TaskResult.of(
                    "notified[" + file.getKey().substring(file.getKey().lastIndexOf('/') + 1) + "]",
                    "",
                    Span.NONE,
                    Status.FAILED,
                    file.getValue()))
        .map(TaskPlan::of)
        .toList();
  }
}
