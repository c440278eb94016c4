package io.tuner.cli;

/** {@code tuner completion bash|zsh}. */
final class CompletionCommand implements Command {

  private final Console console;

  CompletionCommand(Console console) {
    this.console = console;
  }

  @Override
  public void declare(Syntax syntax) {
    syntax.argument("bash|zsh", CompletionCommand::shell, "The shell; zsh needs bashcompinit.");
  }

  @Override
  public int call() {
    console.out().print(Usage.completion(console));
    return ExitCode.OK;
  }

  private static void shell(String name) {
    if (!name.equals("bash") && !name.equals("zsh")) {
      throw new IllegalArgumentException(name);
    }
  }
}
