package io.tuner.cli;

import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Options of {@code tuner plan}. */
final class PlanCommand implements Callable<Integer> {

  @Parameters(paramLabel = "PLAYBOOK", description = "The playbook.")
  Path playbook;

  @Option(
      names = {"-o", "--out"},
      paramLabel = "PLAN.json",
      description = "Save the plan, for `tuner apply PLAN.json`.")
  Optional<Path> saved = Optional.empty();

  @Mixin HostOptions hosts = new HostOptions();

  @Mixin TagOptions tasks = new TagOptions();

  @Option(
      names = "--detailed-exitcode",
      description = "Exit 3 where there is a difference, 5 where there are only pending ones.")
  boolean detailedExitCode;

  @Mixin OutputOptions output = new OutputOptions();

  private final Run run;

  PlanCommand(Run run) {
    this.run = run;
  }

  @Override
  public Integer call() throws Exception {
    return run.plan(this);
  }
}
