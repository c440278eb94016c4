package io.tuner.cli;

import java.util.Optional;

/** Options of {@code tuner rollback}. */
final class RollbackCommand implements Command {

  final HostOptions hosts = new HostOptions();
  final OutputOptions output = new OutputOptions();

  /** The run to take back with all later ones; without it the last that changed something. */
  Optional<String> runName = Optional.empty();

  boolean all;

  /** Take back one task only, by its address. */
  Optional<String> task = Optional.empty();

  boolean force;
  boolean yes;

  private final Run run;

  RollbackCommand(Run run) {
    this.run = run;
  }

  @Override
  public void declare(Syntax syntax) {
    syntax.optionalArgument(
        "RUN",
        name -> runName = Optional.of(name),
        "Take back this run and all later ones; without it the last that changed something.");
    syntax.flag(() -> all = true, "Go back to before the first run.", "--all");
    syntax.option(
        "ADDRESS",
        address -> task = Optional.of(address),
        "Only this task, such as sysctl[vm.swappiness].",
        "--task");
    syntax.flag(() -> force = true, "Overwrite what somebody else changed since.", "--force");
    syntax.flag(() -> yes = true, "Roll back without asking.", "--yes");
    hosts.declare(syntax);
    output.declare(syntax);
  }

  @Override
  public int call() throws Exception {
    return run.rollback(this);
  }
}
