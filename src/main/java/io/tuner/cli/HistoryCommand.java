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
        () -> prune = true, "Remove from the hosts what is beyond the retention.", "--prune");
    hosts.declare(syntax);
    output.declare(syntax);
  }

  @Override
  public int call() throws Exception {
    return run.history(this);
  }
}
