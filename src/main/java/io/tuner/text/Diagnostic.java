package io.tuner.text;

import java.util.Optional;

/**
 * One thing to tell the operator about what was written: where, what, and what next.
 *
 * @param severity error or warning
 * @param span the place
 * @param message lower case, no full stop, the operator's own words in backticks
 * @param note what stands beside the underline, such as a suggestion
 * @param hint what to do next
 */
public record Diagnostic(
    Severity severity, Span span, String message, Optional<String> note, Optional<String> hint) {

  /** How grave it is. */
  public enum Severity {
    /** Nothing is contacted while there is one. */
    ERROR,
    /** Said, and gone on. */
    WARNING
  }

  public static Diagnostic error(Span span, String message) {
    return new Diagnostic(Severity.ERROR, span, message, Optional.empty(), Optional.empty());
  }

  public static Diagnostic warning(Span span, String message) {
    return new Diagnostic(Severity.WARNING, span, message, Optional.empty(), Optional.empty());
  }

  public Diagnostic note(String text) {
    return new Diagnostic(severity, span, message, Optional.of(text), hint);
  }

  public Diagnostic hint(String text) {
    return new Diagnostic(severity, span, message, note, Optional.of(text));
  }

  /** The form people read: the place, the line with its underline, the hint. */
  public String render() {
    StringBuilder out = new StringBuilder();
    String place = span.toString();
    if (!place.isEmpty()) {
      out.append(Printable.of(place)).append(": ");
    }
    out.append(severity == Severity.ERROR ? "error: " : "warning: ");
    out.append(Printable.lines(message)).append('\n');
    String line = span.isPlace() ? span.source().line(span.line()) : "";
    if (!line.isBlank()) {
      int width = Math.min(160, line.length());
      String number = String.format("%5d", span.line());
      out.append(number).append(" | ").append(Printable.of(line.substring(0, width))).append('\n');
      if (span.column() <= width) {
        int length = Math.max(1, Math.min(span.length(), line.length() - span.column() + 1));
        out.append("      | ")
            .append(" ".repeat(span.column() - 1))
            .append("^".repeat(length))
            .append(note.map(text -> " " + Printable.of(text)).orElse(""))
            .append('\n');
      }
    }
    hint.ifPresent(text -> out.append("hint: ").append(Printable.lines(text)).append('\n'));
    return out.toString();
  }
}
