package io.tuner.cli;

import java.nio.file.Path;

/** Options of {@code tuner verify}. */
final class VerifyCommand implements Command {

  final HostOptions hosts = new HostOptions();
  final TagOptions tasks = new TagOptions();
  final OutputOptions output = new OutputOptions();

  Path playbook;

  private final Run run;

  VerifyCommand(Run run) {
    this.run = run;
  }

  @Override
  public void declare(Syntax syntax) {
    syntax.argument("PLAYBOOK", path -> playbook = Path.of(path), "The playbook.");
    hosts.declare(syntax);
    tasks.declare(syntax);
    output.declareReading(syntax);
  }

  @Override
  public int call() throws Exception {
    return run.verify(this);
  }
}
