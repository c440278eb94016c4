package io.tuner.cli;

import io.tuner.text.Diagnostic;
import io.tuner.text.Diagnostics;
import io.tuner.text.Span;
import java.util.List;

/** Ends a command: what the operator is told on standard error, and the exit code. */
final class Stop extends Exception {
  private static final long serialVersionUID = 1L;

  private final int exitCode;
  private final transient Diagnostics diagnostics;

  private Stop(int exitCode, Diagnostics diagnostics) {
    super(diagnostics.render());
    this.exitCode = exitCode;
    this.diagnostics = diagnostics;
  }

  private Stop(int exitCode, Diagnostic diagnostic) {
    this(exitCode, Diagnostics.of(diagnostic));
  }

  /** Something was written wrongly, and nothing was changed. */
  static Stop usage(Diagnostics diagnostics) {
    return new Stop(ExitCode.USAGE, diagnostics);
  }

  /** The command line itself is wrong, or was not confirmed. */
  static Stop usage(String message, String hint) {
    return new Stop(ExitCode.USAGE, Diagnostic.error(Span.NONE, message).hint(hint));
  }

  /** It could not be done. */
  static Stop failed(String message) {
    return new Stop(ExitCode.FAILED, Diagnostic.error(Span.NONE, message));
  }

  /** The same one by one. */
  List<Diagnostic> diagnostics() {
    return diagnostics.sorted();
  }

  int exitCode() {
    return exitCode;
  }
}
