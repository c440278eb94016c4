package io.tuner.format;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One rule of a udev rules file (udev(7)).
 *
 * @param line number of its first line, from 1
 * @param tokens its comma-separated parts, in order
 */
record UdevRule(int line, List<Token> tokens) {
  private static final Pattern TOKEN =
      Pattern.compile(
          "[\\s,]*([A-Z_]+)(?:\\{([^}]*)\\})?\\s*(==|!=|\\+=|-=|:=|=)"
              + "\\s*([ei]*)\"((?:[^\"\\\\]|\\\\.)*)\"");

  /**
   * A match or an assignment.
   *
   * @param key {@code KERNEL}, {@code ATTR}, …
   * @param attribute what stands in braces, or ""
   * @param ignoresCase whether the value was marked {@code i"…"}
   */
  record Token(String key, String attribute, String operator, String value, boolean ignoresCase) {
    boolean isMatch() {
      return operator.equals("==") || operator.equals("!=");
    }
  }

  /** Reads a file. Parts that are no token end their rule; udev drops such a rule as well. */
  static List<UdevRule> parse(String text) {
    List<UdevRule> rules = new ArrayList<>();
    StringBuilder logical = new StringBuilder();
    List<Line> lines = Line.split(text);
    int first = 1;
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).text();
      if (line.stripLeading().startsWith("#")) {
        continue;
      }
      if (logical.length() == 0) {
        first = i + 1;
      }
      if (line.endsWith("\\")) {
        logical.append(line, 0, line.length() - 1);
      } else {
        add(rules, first, logical.append(line).toString());
        logical.setLength(0);
      }
    }
    add(rules, first, logical.toString());
    return rules;
  }

  private static void add(List<UdevRule> rules, int line, String text) {
    List<Token> tokens = new ArrayList<>();
    Matcher token = TOKEN.matcher(text);
    int at = 0;
    while (token.region(at, text.length()).lookingAt()) {
      String raw = token.group(5);
      String value = token.group(4).contains("e") ? unescaped(raw) : raw.replace("\\\"", "\"");
      String attribute = token.group(2) == null ? "" : token.group(2);
      boolean ignoresCase = token.group(4).contains("i");
      tokens.add(new Token(token.group(1), attribute, token.group(3), value, ignoresCase));
      at = token.end();
    }
    if (!tokens.isEmpty()) {
      rules.add(new UdevRule(line, List.copyOf(tokens)));
    }
  }

  private static String unescaped(String text) {
    return text.replaceAll("\\\\(.)", "$1");
  }
}
