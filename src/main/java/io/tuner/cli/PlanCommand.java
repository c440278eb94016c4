package io.tuner.cli;

import java.nio.file.Path;
import java.util.Optional;

/** Options of {@code tuner plan}. */
final class PlanCommand implements Command {

  final HostOptions hosts = new HostOptions();
  final TagOptions tasks = new TagOptions();
  final OutputOptions output = new OutputOptions();

  Path playbook;

  /** Where the plan is saved. */
  Optional<Path> saved = Optional.empty();

  boolean detailedExitCode;

  /** Plan the reboots of {@code apply --reboot}. */
  boolean reboot;

  private final Run run;

  PlanCommand(Run run) {
    this.run = run;
  }

  @Override
  public void declare(Syntax syntax) {
    syntax.argument("PLAYBOOK", path -> playbook = Path.of(path), "The playbook.");
    hosts.declare(syntax);
    tasks.declare(syntax);
    syntax.option(
        "PLAN.json",
        path -> saved = Optional.of(Path.of(path)),
        "Save the plan, for `tuner apply PLAN.json`.",
        "-o",
        "--out");
    syntax.flag(
        () -> detailedExitCode = true,
        "Exit 3 where there is a difference, 5 where there are only pending ones.",
        "--detailed-exitcode");
    syntax.flag(
        () -> reboot = true,
        "Plan the reboot of the hosts where something waits for that, whatever the playbook says.",
        "--reboot");
    output.declareReading(syntax);
  }

  @Override
  public int call() throws Exception {
    return run.plan(this);
  }
}
