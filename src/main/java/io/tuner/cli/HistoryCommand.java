package io.tuner.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options of {@code tuner history}. */
final class HistoryCommand implements Callable<Integer> {

  @Option(
      names = "--prune",
      description = "Remove from the hosts what is beyond the retention.")
  boolean prune;

  @Mixin HostOptions hosts = new HostOptions();

  @Mixin OutputOptions output = new OutputOptions();

  private final Run run;

  HistoryCommand(Run run) {
    this.run = run;
  }

  @Override
  public Integer call() throws Exception {
    return run.history(this);
  }
}
