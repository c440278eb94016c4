package io.tuner.apply;

import io.tuner.plan.HostPlan;
import io.tuner.plan.TaskPlan;
import io.tuner.probe.HostShell;
import io.tuner.probe.ProbeScript;
import io.tuner.resource.Script;
import java.util.Map;

/** What a host's shell gets to read. */
public final class ShellText {

  private ShellText() {}

  /** The functions that every script has before it. */
  public static byte[] functions() {
    return HostShell.bytes(
        HostShell.preamble("/root of/it's", "token", Map.of("A", "b'c"))
            + ProbeScript.functions()
            + StepFunctions.TEXT
            + ConversationShell.functions());
  }

  /** The commands that read what a plan needs. */
  public static byte[] probe(HostPlan plan) {
    return HostShell.bytes(ProbeScript.body(plan.probe()) + "\n");
  }

  /** The commands of a plan, and those that take it back. */
  public static byte[] changes(TaskPlan task) {
    StringBuilder text = new StringBuilder(StepShell.commands(task.script())).append('\n');
    if (task.from().isPresent() && task.to().isPresent()) {
      Script back =
          transition(task.subject().resource(), task.to().orElseThrow(), task.from().orElseThrow());
      text.append(StepShell.commands(back)).append('\n');
    }
    return HostShell.bytes(text.toString());
  }

  @SuppressWarnings("unchecked")
  private static <S extends Record> Script transition(
      io.tuner.resource.Resource<S> resource, Record from, Record to) {
    return resource.transition((S) from, (S) to);
  }
}
