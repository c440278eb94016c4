package io.tuner.load;

import io.tuner.text.Source;
import io.tuner.text.Span;
import java.util.Arrays;

/** The text of a file to be read: as it is, and as diagnostics show it, with secrets starred. */
final class Text {

  private final Source source;
  private final String content;
  private final boolean pairs;
  private int[] lineStarts;

  private Text(Source source, String content) {
    this.source = source;
    this.content = content;
    this.pairs = content.codePointCount(0, content.length()) != content.length();
  }

  static Text of(String name, String content) {
    return new Text(Masked.source(name, content), content);
  }

  /** As diagnostics show it; of the same length. */
  Source source() {
    return source;
  }

  String content() {
    return content;
  }

  Span start() {
    return Span.start(source);
  }

  /** The place of an offset, with lines as {@link String#lines} has them. */
  Span place(int offset, int length) {
    if (lineStarts == null) {
      lineStarts = Position.lineStarts(content);
    }
    int found = Arrays.binarySearch(lineStarts, Math.min(offset, content.length()));
    int line = found >= 0 ? found : -found - 2;
    return new Span(
        source,
        line + 1,
        Math.min(offset, content.length()) - lineStarts[line] + 1,
        Math.max(1, length));
  }

  /** The offset of a character that was counted in code points. */
  int offset(int codePoints) {
    int most = content.length();
    if (!pairs) {
      return Math.min(codePoints, most);
    }
    return codePoints >= content.codePointCount(0, most)
        ? most
        : content.offsetByCodePoints(0, codePoints);
  }
}
