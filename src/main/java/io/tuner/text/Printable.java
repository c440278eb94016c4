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
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (harmless(c) || (keepLines && (c == '\n' || c == '\t'))) {
        if (out != null) {
          out.append(c);
        }
        continue;
      }
      if (out == null) {
        out = new StringBuilder(text.substring(0, i));
      }
      out.append(escape(c));
    }
    return out == null ? text : out.toString();
  }

  private static boolean harmless(char c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          false;
      default -> true;
    };
  }

  private static String escape(char c) {
    return switch (c) {
      case '\n' -> "\\n";
      case '\t' -> "\\t";
      case '\r' -> "\\r";
      default -> c < 0x100 ? String.format("\\x%02x", (int) c) : String.format("\\u%04x", (int) c);
    };
  }
}
