package io.tuner.load;

import io.tuner.text.Source;
import io.tuner.text.Span;
import io.tuner.text.Tree;
import java.util.stream.IntStream;

/**
 * Finds where a character of a scalar's value was written: quotes, escapes, indentation and folding
 * lie between the two. Where the source does not show it, the place is the scalar's own.
 */
final class Position {

  private final String raw;
  private final String value;
  private int at;

  private Position(String raw, int start, String value) {
    this.raw = raw;
    this.at = start;
    this.value = value;
  }

  /** The place of {@code length} characters of a scalar's text from {@code offset} on. */
  static Span of(Tree.Scalar scalar, int offset, int length) {
    Span span = scalar.span();
    String raw = span.source().text();
    int start = offsetOf(raw, span.line(), span.column());
    if (!span.isPlace() || start < 0) {
      return span;
    }
    int found = new Position(raw, start, scalar.text()).find(offset);
    return found < 0 ? span : at(span.source(), found, length);
  }

  /** The place of an offset in a source. */
  static Span at(Source source, int offset, int length) {
    return Text.of(source.name(), source.text()).place(offset, length);
  }

  /** The offsets at which lines begin. */
  static int[] lineStarts(String text) {
    IntStream.Builder starts = IntStream.builder().add(0);
    for (int i = 0; i < text.length(); i++) {
      if (endsLine(text, i)) {
        starts.add(i + 1);
      }
    }
    return starts.build().toArray();
  }

  /** The offset of a line and column, both counted from 1; -1 where there is no such place. */
  static int offsetOf(String text, int line, int column) {
    int offset = 0;
    for (int i = 1; i < line; i++) {
      while (offset < text.length() && !endsLine(text, offset)) {
        offset++;
      }
      if (offset++ >= text.length()) {
        return -1;
      }
    }
    return line > 0 && offset + column - 1 <= text.length() ? offset + column - 1 : -1;
  }

  private static boolean endsLine(String text, int at) {
    char c = text.charAt(at);
    return c == '\n' || (c == '\r' && !text.startsWith("\n", at + 1));
  }

  private int find(int offset) {
    skipProperties();
    char first = at < raw.length() ? raw.charAt(at) : 0;
    boolean escapes = first == '"';
    boolean doubles = first == '\'';
    if (escapes || doubles) {
      at++;
    } else if (first == '|' || first == '>') {
      at = raw.indexOf('\n', at) + 1;
    }
    for (int i = 0; i <= offset; i++) {
      char wanted = i < value.length() ? value.charAt(i) : '\n';
      int found = next(wanted, escapes, doubles);
      if (found < 0) {
        return -1;
      }
      if (i == offset) {
        return found;
      }
    }
    return -1;
  }

  private int next(char wanted, boolean escapes, boolean doubles) {
    while (at < raw.length()) {
      char c = raw.charAt(at);
      if (escapes && c == '\\') {
        if (at + 1 < raw.length() && raw.charAt(at + 1) == '\n') {
          at += 2;
          continue;
        }
        int here = at;
        at += escapeLength(raw, at);
        return here;
      }
      if (doubles && c == '\'' && wanted == '\'' && raw.startsWith("''", at)) {
        at += 2;
        return at - 2;
      }
      boolean same = c == wanted || (Character.isWhitespace(c) && Character.isWhitespace(wanted));
      if (same) {
        at++;
        return at - 1;
      }
      if (!Character.isWhitespace(c)) {
        return Character.isWhitespace(wanted) ? at : -1;
      }
      at++;
    }
    return -1;
  }

  private void skipProperties() {
    while (at < raw.length() && (raw.charAt(at) == '&' || raw.charAt(at) == '!')) {
      while (at < raw.length() && !Character.isWhitespace(raw.charAt(at))) {
        at++;
      }
      while (at < raw.length() && Character.isWhitespace(raw.charAt(at))) {
        at++;
      }
    }
  }

  private static int escapeLength(String raw, int at) {
    char kind = at + 1 < raw.length() ? raw.charAt(at + 1) : ' ';
    return switch (kind) {
      case 'x' -> 4;
      case 'u' -> 6;
      case 'U' -> 10;
      default -> 2;
    };
  }
}
