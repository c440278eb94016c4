package io.tuner.cli;

/** Options of {@code tuner facts}. */
final class FactsCommand implements Command {

  final HostOptions hosts = new HostOptions();
  final OutputOptions output = new OutputOptions();

  private final Run run;

  FactsCommand(Run run) {
    this.run = run;
  }

  @Override
  public void declare(Syntax syntax) {
    hosts.declare(syntax);
    output.declareForm(syntax);
  }

  @Override
  public int call() throws Exception {
    return run.facts(this);
  }
}
