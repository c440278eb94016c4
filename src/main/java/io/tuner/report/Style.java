package io.tuner.report;

/** How text is marked for the eye: with the terminal's colours (ECMA-48, SGR), or not at all. */
public enum Style {
  /** No marks: for files, pipes and {@code NO_COLOR}. */
  PLAIN,
  /** Colours of the sixteen that every terminal has, so that they fit its theme. */
  COLOUR;

  private static final String RESET = "\u001b[0m";

  /** A host, or another heading. */
  String heading(String text) {
    return mark("\u001b[1m", text);
  }

  /** What comes. */
  String added(String text) {
    return mark("\u001b[32m", text);
  }

  /** What goes, and what failed. */
  String removed(String text) {
    return mark("\u001b[31m", text);
  }

  /** What becomes another, and what to beware of. */
  String changed(String text) {
    return mark("\u001b[33m", text);
  }

  /** What is of less weight. */
  String faint(String text) {
    return mark("\u001b[2m", text);
  }

  private String mark(String code, String text) {
    return this == PLAIN || text.isEmpty() ? text : code + text + RESET;
  }
}
