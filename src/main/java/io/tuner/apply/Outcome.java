package io.tuner.apply;

import io.tuner.plan.TaskPlan;
import io.tuner.resource.Readings;
import io.tuner.resource.Script;
import io.tuner.resource.Step;
import java.util.List;

/**
 * How a change went on the host.
 *
 * @param exit of its script; 137 where it outlived its time
 * @param failedStep the number of the step that ended it, counted from 1; 0 where none is known
 * @param output what it printed, where it failed
 * @param readings what was read after it
 */
record Outcome(int exit, int failedStep, String output, Readings readings) {
  /** The exit of a change that was not begun, because it could not be journalled. */
  static final int NOT_BEGUN = -1;

  /** Why the change of a task failed, with the command and what it printed. */
  String failure(TaskPlan task) {
    return failure(task.script(), task.explain(output.lines().limit(20).toList()));
  }

  /** Why a script failed. */
  String failure(Script script) {
    return failure(script, output.lines().limit(20).toList());
  }

  private String failure(Script script, List<String> said) {
    StringBuilder message = new StringBuilder();
    message.append(
        switch (exit) {
          case NOT_BEGUN -> "not begun, for the journal cannot be written";
          case 137 -> "command did not end within its time";
          default -> "command failed with exit " + exit;
        });
    List<Step> steps = script.steps();
    if (failedStep >= 1 && failedStep <= steps.size()) {
      message.append("\n  $ ").append(steps.get(failedStep - 1).show());
    }
    said.forEach(line -> message.append("\n  ").append(line));
    return message.toString();
  }
}
