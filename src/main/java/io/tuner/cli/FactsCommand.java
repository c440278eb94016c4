package io.tuner.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Mixin;

/** Options of {@code tuner facts}. */
final class FactsCommand implements Callable<Integer> {

  @Mixin HostOptions hosts = new HostOptions();

  @Mixin OutputOptions output = new OutputOptions();

  private final Run run;

  FactsCommand(Run run) {
    this.run = run;
  }

  @Override
  public Integer call() throws Exception {
    return run.facts(this);
  }
}
