package io.tuner.text;

/**
 * Text that may be shown on a terminal whatever a host sent: control characters, escapes and
 * bidirectional overrides are written out, so that no host can paint over what tuner says.
 */
public final class Printable {

  private static final int WIDTH = 120;

  private Printable() {}

  /** On one line: line ends and tabs are written out too. */
  public static String of(String text) {
    return clean(text, false);
  }

  /** On several lines: line ends and tabs stay. */
  public static String lines(String text) {
    return clean(text, true);
  }

  /** One line of a text, cut where it is too long to be read. */
  public static String cut(String text) {
    if (text.length() <= WIDTH) {
      return text;
    }
    int end = Character.isHighSurrogate(text.charAt(WIDTH - 1)) ? WIDTH - 1 : WIDTH;
    return text.substring(0, end) + "… (" + text.length() + " characters)";
  }

  private static String clean(String text, boolean keepLines) {
    StringBuilder out = null;
    for (int i = 0; i < text.length(); ) {
      int c = text.codePointAt(i);
      int next = i + Character.charCount(c);
      if (harmless(c) || (keepLines && (c == '\n' || c == '\t'))) {
        if (out != null) {
          out.appendCodePoint(c);
        }
      } else {
        if (out == null) {
          out = new StringBuilder(text.substring(0, i));
        }
        out.append(escape(c));
      }
      i = next;
    }
    return out == null ? text : out.toString();
  }

  /** Half of a pair of surrogates and U+FFFE and its like are no characters (Unicode, 23.7). */
  private static boolean harmless(int c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SURROGATE ->
          false;
      default -> (c & 0xfffe) != 0xfffe;
    };
  }

  private static String escape(int c) {
    return switch (c) {
      case '\n' -> "\\n";
      case '\t' -> "\\t";
      case '\r' -> "\\r";
      default -> String.format(c < 0x100 ? "\\x%02x" : c < 0x10000 ? "\\u%04x" : "\\U%08x", c);
    };
  }
}
