package io.tuner.cli;

/** Options of {@code tuner history}. */
final class HistoryCommand implements Command {

  final HostOptions hosts = new HostOptions();
  final OutputOptions output = new OutputOptions();

  boolean prune;

  private final Run run;

  HistoryCommand(Run run) {
    this.run = run;
  }

  @Override
  public void declare(Syntax syntax) {
    syntax.flag(
        () -> prune = true,
        "Remove runs that nothing is left to take back of; what can be taken back is kept.",
        "--prune");
    hosts.declare(syntax);
    output.declareForm(syntax);
  }

  @Override
  public int call() throws Exception {
    return run.history(this);
  }
}
