package io.tuner.apply;

import io.tuner.plan.TaskPlan;
import io.tuner.probe.HostShell;
import io.tuner.resource.Resource;
import io.tuner.resource.Script;
import io.tuner.resource.Step;
import io.tuner.text.Shell;
import java.time.Duration;
import java.util.Optional;

/**
 * The guard of a run on one host: what the host does by itself where the changes that follow are
 * not confirmed in time ({@link GuardShell}).
 *
 * @param limit how long it waits after the last word of the control machine
 */
record Guard(Duration limit) {

  /**
   * What comes before a change: a command that fails where nothing would guard it.
   *
   * @param functions all that a conversation begins with, for the guard itself
   * @param patience how long the change may take
   * @param back what takes it back
   */
  String before(String run, String index, String functions, Duration patience, String back) {
    String script = GuardShell.script(functions, "\"$S/runs/\"" + Shell.quote(run));
    return "guarded %s %d %s %s"
        .formatted(index, patience.plus(limit).toSeconds(), Shell.quote(script), Shell.quote(back));
  }

  /** What comes after a change. */
  String after() {
    return "vigil " + limit.toSeconds() + "\n";
  }

  /** What the host does to take a change back, as commands for {@link StepFunctions}. */
  static String back(TaskPlan task) {
    Script script = back(task, task.subject().resource());
    return refusal(script).map(Guard::refuse).orElseGet(() -> StepShell.commands(script));
  }

  /** Why the host cannot take a change back by itself; empty where it can. */
  static Optional<String> refusal(TaskPlan task) {
    return refusal(back(task, task.subject().resource()));
  }

  @SuppressWarnings("unchecked")
  private static <S extends Record> Script back(TaskPlan task, Resource<S> resource) {
    return resource.transition((S) task.to().orElseThrow(), (S) task.from().orElseThrow());
  }

  private static Optional<String> refusal(Script script) {
    if (script.impossible().isPresent()) {
      return script.impossible();
    }
    for (Step step : script.flat()) {
      if (step instanceof Step.Request) {
        return Optional.of("only the control machine reaches its management controller");
      }
      if (step instanceof Step.Send) {
        return Optional.of("only the control machine has the file");
      }
      if (step instanceof Step.Run run && run.input().isPresent()) {
        return Optional.of("it takes a secret, which is never kept on a host");
      }
    }
    return Optional.empty();
  }

  private static String refuse(String why) {
    return "echo "
        + HostShell.raw(Shell.quote("cannot be taken back by the host: " + why))
        + "; false";
  }
}
