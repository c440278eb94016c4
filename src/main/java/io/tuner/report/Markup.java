package io.tuner.report;

import io.tuner.text.Printable;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Writes elements of XML or HTML. There is no way in it to write what was not escaped, so that
 * whatever a host sent is text. What XML 1.0 does not take (control characters, U+FFFE) {@link
 * Printable} writes out: {@code \x1b}.
 */
final class Markup {

  private final StringBuilder out = new StringBuilder();
  private final Deque<String> open = new ArrayDeque<>();

  /** A document that begins with a declaration, which is written as it stands. */
  Markup(String declaration) {
    out.append(declaration);
  }

  /**
   * Begins an element.
   *
   * @param attributes names, each with its value after it
   */
  Markup open(String element, String... attributes) {
    start(element, attributes);
    open.push(element);
    return this;
  }

  /** Ends the element that was begun last. */
  Markup close() {
    out.append("</").append(open.pop()).append('>');
    return this;
  }

  /** An element that holds a text and nothing else. */
  Markup element(String element, String text, String... attributes) {
    return open(element, attributes).text(text).close();
  }

  /** An element that holds nothing: {@code <meta …/>}. */
  Markup empty(String element, String... attributes) {
    start(element, attributes);
    out.insert(out.length() - 1, '/');
    return this;
  }

  /** A text on one line. */
  Markup text(String text) {
    out.append(escaped(Printable.of(text)));
    return this;
  }

  /** A text whose line ends and tabs stay. */
  Markup lines(String text) {
    out.append(escaped(Printable.lines(text)));
    return this;
  }

  /** A line end between elements. */
  Markup newLine() {
    out.append('\n');
    return this;
  }

  /** The style sheet, which comes with tuner. */
  Markup style(String sheet) {
    out.append("<style>").append(sheet).append("</style>");
    return this;
  }

  /** The whole document; every element was ended. */
  @Override
  public String toString() {
    if (!open.isEmpty()) {
      throw new IllegalStateException("not closed: " + open);
    }
    return out.toString();
  }

  private void start(String element, String... attributes) {
    out.append('<').append(element);
    for (int i = 0; i < attributes.length; i += 2) {
      out.append(' ').append(attributes[i]).append("=\"");
      out.append(escaped(Printable.of(attributes[i + 1]))).append('"');
    }
    out.append('>');
  }

  private static String escaped(String text) {
    StringBuilder escaped = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '&' -> escaped.append("&amp;");
        case '<' -> escaped.append("&lt;");
        case '>' -> escaped.append("&gt;");
        case '"' -> escaped.append("&quot;");
        case '\'' -> escaped.append("&#39;");
        default -> escaped.append(c);
      }
    }
    return escaped.toString();
  }
}
