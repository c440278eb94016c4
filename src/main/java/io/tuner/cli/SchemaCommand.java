package io.tuner.cli;

import io.tuner.bench.Benchmarks;
import io.tuner.bench.Observers;
import io.tuner.report.PlaybookSchema;
import io.tuner.resources.Resources;

/** {@code tuner schema}. */
final class SchemaCommand implements Command {

  private final Console console;

  SchemaCommand(Console console) {
    this.console = console;
  }

  @Override
  public void declare(Syntax syntax) {
    // It takes nothing.
  }

  @Override
  public int call() {
    console.out().print(PlaybookSchema.of(Resources.all(), Benchmarks.all(), Observers.all()));
    return ExitCode.OK;
  }
}
