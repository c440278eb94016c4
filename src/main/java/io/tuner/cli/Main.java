package io.tuner.cli;

/** The program: {@code tuner COMMAND …}. */
public final class Main {

  private Main() {}

  /** Runs the command and ends the process with its exit code. */
  public static void main(String[] arguments) {
    Interruption interruption = Interruption.watch(Thread.currentThread());
    int code = new Dispatch(Console.ofProcess()).run(arguments);
    interruption.over();
    System.exit(code);
  }
}
