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
   * What comes before the first change: the guard's own script, which the host keeps.
   *
   * @param functions all that a conversation begins with
   */
  static String script(String run, String functions) {
    String journal = "\"$S/runs/\"" + Shell.quote(run);
    return "_guard=" + Shell.quote(GuardShell.script(functions, journal)) + "\n";
  }

  /**
   * What comes before a change: a command that fails where nothing would guard it.
   *
   * @param patience how long the change may take
   * @param back what takes it back
   */
  String before(String index, Duration patience, String back) {
    return "guarded %s %d %s".formatted(index, patience.plus(limit).toSeconds(), Shell.quote(back));
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
    return "echo " + HostShell.word("cannot be taken back by the host: " + why) + "; false";
  }
}
