package io.tuner.load;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One {@code ${…}} of a text.
 *
 * @param start the offset of its dollar
 * @param end the offset after its brace
 * @param expression what is between the braces
 */
record Interpolation(int start, int end, String expression) {

  /** What is between the braces, without blanks. */
  String name() {
    return trimmed(expression);
  }

  /** The offset of the name in the text. */
  int nameStart() {
    return start + 2 + expression.indexOf(name());
  }

  boolean covers(String text) {
    return start == 0 && end == text.length();
  }

  /** All of a text's, where each is a plain name and there is nothing else for FreeMarker to do. */
  static Optional<List<Interpolation>> simple(String text) {
    if (text.contains("<#")
        || text.contains("</#")
        || text.contains("<@")
        || text.contains("</@")
        || endsInBlankLine(text)) {
      return Optional.empty();
    }
    List<Interpolation> found = new ArrayList<>();
    int start = text.indexOf("${");
    while (start >= 0) {
      int end = text.indexOf('}', start);
      String expression = end < 0 ? "" : text.substring(start + 2, end);
      if (Lookup.path(trimmed(expression)).isEmpty()) {
        return Optional.empty();
      }
      found.add(new Interpolation(start, end + 1, expression));
      start = text.indexOf("${", end);
    }
    return Optional.of(found);
  }

  /** FreeMarker strips such a line. */
  private static boolean endsInBlankLine(String text) {
    int end = text.length();
    while (end > 0 && " \t".indexOf(text.charAt(end - 1)) >= 0) {
      end--;
    }
    return end < text.length() && end > 0 && "\r\n".indexOf(text.charAt(end - 1)) >= 0;
  }

  /** The one a text consists of, where it does. */
  static Optional<Interpolation> only(String text) {
    if (!text.startsWith("${") || !text.endsWith("}")) {
      return Optional.empty();
    }
    int depth = 0;
    for (int i = 1; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\'') {
        i = endOfString(text, i, text.charAt(i - 1) == 'r');
      } else if ("{[(".indexOf(c) >= 0) {
        depth++;
      } else if ("}])".indexOf(c) >= 0) {
        depth--;
        if (depth == 0) {
          return i == text.length() - 1
              ? Optional.of(new Interpolation(0, i + 1, text.substring(2, i)))
              : Optional.empty();
        }
      }
    }
    return Optional.empty();
  }

  /** The offset of the quote that ends a string; the text's length where none does. */
  static int endOfString(String text, int start, boolean raw) {
    int i = start + 1;
    while (i < text.length() && text.charAt(i) != text.charAt(start)) {
      i += text.charAt(i) == '\\' && !raw ? 2 : 1;
    }
    return Math.min(i, text.length());
  }

  /** Without what FreeMarker takes for blanks. */
  private static String trimmed(String expression) {
    int from = 0;
    int to = expression.length();
    while (from < to && " \t\r\n".indexOf(expression.charAt(from)) >= 0) {
      from++;
    }
    while (to > from && " \t\r\n".indexOf(expression.charAt(to - 1)) >= 0) {
      to--;
    }
    return expression.substring(from, to);
  }
}
