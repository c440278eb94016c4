package io.tuner.resources;

import io.tuner.resource.Action;
import io.tuner.resource.Parameter;
import io.tuner.resource.Problems;
import io.tuner.resource.Script;
import io.tuner.resource.Type;

/** A handler that runs a command. */
@Type(
    name = "run",
    summary = "Runs a command of your own, once all tasks that notify it are done",
    guide =
        """
        The command runs in the host's `sh`, and must exit with 0. What it changes is not known to \
        tuner and not taken back by a rollback.
        """)
public record Run(
    @Parameter(
            value = "The command, for the host's `sh`.",
            example = "udevadm settle",
            required = true)
        String command)
    implements Action {

  @Override
  public String name() {
    return Command.shortened(command);
  }

  @Override
  public void validate(Problems problems) {
    Command.text("command", command, problems);
  }

  @Override
  public Script script() {
    return Script.empty().shell(command);
  }
}
