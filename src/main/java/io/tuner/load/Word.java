package io.tuner.load;

import io.tuner.text.Diagnostic;
import io.tuner.text.Tree;
import java.util.ArrayList;
import java.util.List;

/**
 * One word of a condition: a name, a number, a string or an operator.
 *
 * @param start its offset
 * @param end the offset after it
 * @param text as written
 */
record Word(int start, int end, String text) {

  private static final List<String> LONG = List.of("==", "!=", "<=", ">=", "&&", "||", "??", "->");

  boolean is(String... texts) {
    for (String candidate : texts) {
      if (text.equals(candidate)) {
        return true;
      }
    }
    return false;
  }

  boolean isString() {
    return text.length() >= 2 && (text.charAt(0) == '"' || text.charAt(0) == '\'');
  }

  /** The words of a condition. */
  static List<Word> of(Tree.Scalar condition) throws Unrendered {
    String text = condition.text();
    List<Word> words = new ArrayList<>();
    int at = 0;
    while (at < text.length()) {
      char c = text.charAt(at);
      if (Character.isWhitespace(c)) {
        at++;
        continue;
      }
      int end = end(text, at);
      if (end > text.length()) {
        throw new Unrendered(
            Diagnostic.error(
                Position.of(condition, at, 1), "the quote that begins here is not closed"));
      }
      words.add(new Word(at, end, text.substring(at, end)));
      at = end;
    }
    return words;
  }

  private static int end(String text, int at) {
    char c = text.charAt(at);
    if (c == '"' || c == '\'') {
      return Interpolation.endOfString(text, at, at > 0 && text.charAt(at - 1) == 'r') + 1;
    }
    if (Character.isLetterOrDigit(c) || c == '_') {
      int end = at;
      while (end < text.length() && isInside(text, at, end)) {
        end++;
      }
      return end;
    }
    return at + (LONG.stream().anyMatch(word -> text.startsWith(word, at)) ? 2 : 1);
  }

  private static boolean isInside(String text, int start, int at) {
    char c = text.charAt(at);
    boolean decimal =
        c == '.'
            && Character.isDigit(text.charAt(start))
            && at + 1 < text.length()
            && Character.isDigit(text.charAt(at + 1));
    return Character.isLetterOrDigit(c) || c == '_' || decimal;
  }
}
