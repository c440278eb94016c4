package io.tuner.cli;

/** The program: {@code tuner COMMAND …}. */
public final class Main {

  private Main() {}

  /** Runs the command and ends the process with its exit code. */
  public static void main(String[] arguments) {
    System.exit(run(arguments));
  }

  /** Runs one command in this process, and gives its exit code. */
  static int run(String... arguments) {
    Interruption interruption = Interruption.watch(Thread.currentThread());
    int code = new Dispatch(Console.ofProcess()).run(arguments);
    interruption.over();
    return code;
  }
}
