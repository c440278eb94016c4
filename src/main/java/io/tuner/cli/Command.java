package io.tuner.cli;

/** One command: it says what words it takes, and runs with what they set. */
interface Command {

  /** Declares options and arguments; reading the command line sets them. */
  void declare(Syntax syntax);

  /** Runs, and answers with the exit code. */
  int call() throws Exception;
}
