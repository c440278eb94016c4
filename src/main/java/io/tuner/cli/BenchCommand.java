package io.tuner.cli;

import java.nio.file.Path;
import java.util.Optional;

/** Options of {@code tuner bench}. */
final class BenchCommand implements Command {

  final HostOptions hosts = new HostOptions();
  final TagOptions tasks = new TagOptions();
  final OutputOptions output = new OutputOptions();

  Path playbook;

  /** The stored run whose state before is compared with. */
  Optional<String> against = Optional.empty();

  private final Run run;

  BenchCommand(Run run) {
    this.run = run;
  }

  @Override
  public void declare(Syntax syntax) {
    syntax.argument("PLAYBOOK", path -> playbook = Path.of(path), "The playbook.");
    syntax.option(
        "RUN",
        name -> against = Optional.of(name),
        "Compare with what this run measured before its changes.",
        "--against");
    hosts.declare(syntax);
    tasks.declare(syntax);
    output.declare(syntax);
  }

  @Override
  public int call() throws Exception {
    return run.bench(this);
  }
}
