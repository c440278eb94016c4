package io.tuner.load;

import io.tuner.text.Diagnostic;
import io.tuner.text.Span;

/** A value cannot be had; what is wrong, and where. */
class Unrendered extends Exception {
  private static final long serialVersionUID = 1L;

  private final transient Diagnostic diagnostic;

  Unrendered(Diagnostic diagnostic) {
    super(diagnostic.message(), null, false, false);
    this.diagnostic = diagnostic;
  }

  Unrendered(Span span, String message) {
    this(Diagnostic.error(span, message));
  }

  /** At this place, where it has none of its own. */
  Unrendered at(Span span) {
    return diagnostic.span().isPlace()
        ? this
        : new Unrendered(
            new Diagnostic(
                diagnostic.severity(),
                span,
                diagnostic.message(),
                diagnostic.note(),
                diagnostic.hint()));
  }

  Diagnostic diagnostic() {
    return diagnostic;
  }
}
