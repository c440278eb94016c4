package io.tuner.apply;

import io.tuner.plan.TaskPlan;
import io.tuner.resource.Readings;

/** What is said of a change whose commands fail, for tests of other packages. */
public final class Failures {
  private Failures() {}

  /**
   * The message of a failed task.
   *
   * @param step the number of the step that failed, counted from 1
   * @param said what it printed, in lines
   */
  public static String of(TaskPlan task, int exit, int step, String said) {
    return new Outcome(exit, step, said, new Readings.Builder().build()).failure(task);
  }
}
