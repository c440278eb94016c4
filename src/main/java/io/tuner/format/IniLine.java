package io.tuner.format;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A line that sets a key, in the parts that an edit must keep: indentation, key, separator, value
 * and the rest (blanks, an inline comment).
 */
record IniLine(String indent, String key, String separator, String value, String rest) {
  private static final Pattern INDENT = Pattern.compile("[\\s\\uFEFF]*");
  private static final Pattern HEADER =
      Pattern.compile("[\\s\\uFEFF]*\\[([^\\]]*)\\]\\s*(?:[#;].*)?");
  private static final Pattern COMMENT = Pattern.compile("[\\s\\uFEFF]*[#;]+\\s?");

  /** How keys and values are told apart. */
  enum Kind {
    EQUALS("\\s*=\\s*", "="),
    COLON("\\s*:\\s*", ":"),
    BLANK("\\s+", " ");

    private final Pattern pattern;
    final String text;

    Kind(String pattern, String text) {
      this.pattern = Pattern.compile(pattern);
      this.text = text;
    }
  }

  static Optional<String> header(String line) {
    Matcher header = HEADER.matcher(line);
    return header.matches() ? Optional.of(header.group(1).strip()) : Optional.empty();
  }

  static Optional<IniLine> parse(String line, Kind kind, boolean inlineComments) {
    Matcher indent = INDENT.matcher(line);
    int start = indent.lookingAt() ? indent.end() : 0;
    if (start == line.length() || "#;[".indexOf(line.charAt(start)) >= 0) {
      return Optional.empty();
    }
    int end = inlineComments ? commentStart(line, start) : line.length();
    while (end > start && Character.isWhitespace(line.charAt(end - 1))) {
      end--;
    }
    String rest = line.substring(end);
    String body = line.substring(start, end);
    String before = line.substring(0, start);
    Matcher separator = kind.pattern.matcher(body);
    if (!separator.find() || separator.start() == 0) {
      return body.isEmpty() || separator.reset().find()
          ? Optional.empty()
          : Optional.of(new IniLine(before, body, "", "", rest));
    }
    return Optional.of(
        new IniLine(
            before,
            body.substring(0, separator.start()),
            separator.group(),
            body.substring(separator.end()),
            rest));
  }

  /** The line behind a comment sign, for {@code #key = value} defaults. */
  static Optional<IniLine> commented(String line, Kind kind) {
    Matcher comment = COMMENT.matcher(line);
    return comment.lookingAt()
        ? parse(line.substring(comment.end()), kind, false).filter(l -> !l.separator.isEmpty())
        : Optional.empty();
  }

  /** Where a {@code #} starts a comment: anywhere but in a quoted value. */
  private static int commentStart(String line, int from) {
    char quote = 0;
    for (int i = from; i < line.length(); i++) {
      char c = line.charAt(i);
      if (quote != 0) {
        quote = c == quote ? 0 : quote;
      } else if ((c == '"' || c == '\'') && line.indexOf(c, i + 1) > 0 && opensValue(line, i)) {
        quote = c;
      } else if (c == '#') {
        return i;
      }
    }
    return line.length();
  }

  private static boolean opensValue(String line, int quote) {
    String before = line.substring(0, quote).stripTrailing();
    return before.endsWith("=") || before.endsWith(":") || before.length() < quote && quote > 0;
  }

  IniLine withValue(String replacement, String learnt) {
    boolean bare =
        separator.isEmpty() || value.isEmpty() && separator.equals(separator.stripTrailing());
    return new IniLine(indent, key, bare ? learnt : separator, replacement, rest);
  }

  @Override
  public String toString() {
    return indent + key + separator + value + rest;
  }
}
