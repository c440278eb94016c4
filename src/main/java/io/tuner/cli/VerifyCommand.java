package io.tuner.cli;

import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Options of {@code tuner verify}. */
final class VerifyCommand implements Callable<Integer> {

  @Parameters(paramLabel = "PLAYBOOK", description = "The playbook.")
  Path playbook;

  @Mixin HostOptions hosts = new HostOptions();

  @Mixin TagOptions tasks = new TagOptions();

  @Mixin OutputOptions output = new OutputOptions();

  private final Run run;

  VerifyCommand(Run run) {
    this.run = run;
  }

  @Override
  public Integer call() throws Exception {
    return run.verify(this);
  }
}
