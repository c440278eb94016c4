package io.tuner.cli;

import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Options of {@code tuner apply}. */
final class ApplyCommand implements Callable<Integer> {

  @Parameters(
      paramLabel = "PLAYBOOK|PLAN.json",
      description = "The playbook, or a plan that `tuner plan -o` saved.")
  Path playbook;

  @Mixin HostOptions hosts = new HostOptions();

  @Mixin TagOptions tasks = new TagOptions();

  @Option(
      names = {"--dry-run", "--check"},
      description = "Show what would change, and stop before any changing command.")
  boolean dryRun;

  @Option(names = "--yes", description = "Apply without asking.")
  boolean yes;

  @Option(
      names = "--detailed-exitcode",
      description = "Let a dry run exit 3 where it finds a difference, 5 where only pending ones.")
  boolean detailedExitCode;

  @Mixin OutputOptions output = new OutputOptions();

  private final Run run;

  ApplyCommand(Run run) {
    this.run = run;
  }

  @Override
  public Integer call() throws Exception {
    return run.apply(this);
  }
}
