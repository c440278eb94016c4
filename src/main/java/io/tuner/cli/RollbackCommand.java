package io.tuner.cli;

import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Options of {@code tuner rollback}. */
final class RollbackCommand implements Callable<Integer> {

  @Parameters(
      paramLabel = "RUN",
      arity = "0..1",
      description = "Take back this run and all later ones; without it the last that changed something.")
  Optional<String> runName = Optional.empty();

  @Option(names = "--all", description = "Go back to before the first run.")
  boolean all;

  @Option(
      names = "--task",
      paramLabel = "ADDRESS",
      description = "Only this task, such as sysctl[vm.swappiness].")
  Optional<String> task = Optional.empty();

  @Option(names = "--force", description = "Overwrite what somebody else changed since.")
  boolean force;

  @Option(names = "--yes", description = "Roll back without asking.")
  boolean yes;

  @Mixin HostOptions hosts = new HostOptions();

  @Mixin OutputOptions output = new OutputOptions();

  private final Run run;

  RollbackCommand(Run run) {
    this.run = run;
  }

  @Override
  public Integer call() throws Exception {
    return run.rollback(this);
  }
}
