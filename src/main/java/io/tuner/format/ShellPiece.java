package io.tuner.format;

import java.util.List;

/**
 * A piece of an assigned value where it stands in a shell file.
 *
 * @param start index of its first raw character in the file
 * @param end index after its last raw character
 * @param quote the quoting around it, which decides how text in its place must be escaped
 * @param text the character it stands for, the variable's name, or why it cannot be known
 * @param operator of a conditional: {@code +}, {@code :+}, {@code -} or {@code :-}
 * @param word of a conditional: what stands after the operator
 */
record ShellPiece(
    Kind kind,
    int start,
    int end,
    Quote quote,
    String text,
    String operator,
    List<ShellPiece> word) {

  enum Kind {
    LITERAL,
    REFERENCE,
    CONDITIONAL,
    DYNAMIC
  }

  enum Quote {
    NONE,
    SINGLE,
    DOUBLE
  }

  ShellPiece(Kind kind, int start, int end, Quote quote, String text) {
    this(kind, start, end, quote, text, "", List.of());
  }

  boolean isBlank() {
    return kind == Kind.LITERAL && KernelWord.isBlank(text.charAt(0));
  }
}
