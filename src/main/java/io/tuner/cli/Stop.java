package io.tuner.cli;

import io.tuner.text.Diagnostic;
import io.tuner.text.Diagnostics;
import io.tuner.text.Span;

/** Ends a command: what the operator is told on standard error, and the exit code. */
final class Stop extends Exception {
  private static final long serialVersionUID = 1L;

  private final int exitCode;

  private Stop(int exitCode, String text) {
    super(text);
    this.exitCode = exitCode;
  }

  /** Something was written wrongly, and nothing was changed. */
  static Stop usage(Diagnostics diagnostics) {
    return new Stop(ExitCode.USAGE, diagnostics.render());
  }

  /** The command line itself is wrong, or was not confirmed. */
  static Stop usage(String message, String hint) {
    return new Stop(ExitCode.USAGE, Diagnostic.error(Span.NONE, message).hint(hint).render());
  }

  /** It could not be done. */
  static Stop failed(String message) {
    return new Stop(ExitCode.FAILED, Diagnostic.error(Span.NONE, message).render());
  }

  int exitCode() {
    return exitCode;
  }
}
