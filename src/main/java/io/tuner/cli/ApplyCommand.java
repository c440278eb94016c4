package io.tuner.cli;

import java.nio.file.Path;

/** Options of {@code tuner apply}. */
final class ApplyCommand implements Command {

  final HostOptions hosts = new HostOptions();
  final TagOptions tasks = new TagOptions();
  final OutputOptions output = new OutputOptions();

  /** A playbook, or a saved plan. */
  Path playbook;

  boolean dryRun;
  boolean yes;
  boolean detailedExitCode;

  /** Measure hosts without changes too. */
  boolean bench;

  boolean noBenchmarks;

  /** Reboot hosts where something waits for that, whatever the playbook says. */
  boolean reboot;

  private final Run run;

  ApplyCommand(Run run) {
    this.run = run;
  }

  @Override
  public void declare(Syntax syntax) {
    syntax.argument(
        "PLAYBOOK|PLAN.json",
        path -> playbook = Path.of(path),
        "The playbook, or a plan that `tuner plan -o` saved.");
    hosts.declare(syntax);
    tasks.declare(syntax);
    syntax.flag(
        () -> dryRun = true,
        "Show what would change, and stop before any changing command.",
        "--check",
        "--dry-run");
    syntax.flag(() -> yes = true, "Apply without asking.", "--yes");
    syntax.flag(
        () -> detailedExitCode = true,
        "Let a dry run exit 3 where it finds a difference, 5 where only pending ones.",
        "--detailed-exitcode");
    syntax.flag(
        () -> bench = true, "Run the benchmarks also of hosts that have no changes.", "--bench");
    syntax.flag(() -> noBenchmarks = true, "Run no benchmarks.", "--no-benchmarks");
    syntax.flag(
        () -> reboot = true,
        "Reboot the hosts where something waits for that, whatever the playbook says.",
        "--reboot");
    output.declare(syntax);
  }

  @Override
  public int call() throws Exception {
    return run.apply(this);
  }
}
