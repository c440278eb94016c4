package io.tuner.cli;

import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;

/** {@code tuner completion bash}. */
final class CompletionCommand implements Callable<Integer> {

  @Parameters(paramLabel = "bash|zsh", description = "The shell; zsh needs bashcompinit.")
  Shell shell;

  private final Console console;

  /** The shells there is a script for. */
  enum Shell {
    BASH,
    ZSH
  }

  CompletionCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    CommandLine tuner = new CommandLine(CommandSpec.create().name("tuner"));
    for (Commands.Entry entry : Commands.all()) {
      tuner.addSubcommand(entry.name(), Usage.commandLine(entry, console));
    }
    console.out().print(AutoComplete.bash("tuner", tuner));
    return ExitCode.OK;
  }
}
