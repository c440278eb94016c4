package io.tuner.load;

import io.tuner.text.Span;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/**
 * A word of a line as a shell would split it, up to a comment.
 *
 * @param start its offset in the line
 * @param end the offset after it
 * @param text without quotes
 * @param quoted true where some of it was in quotes
 */
record IniWord(int start, int end, String text, boolean quoted) {

  /** The words from an offset on; at least one where something other than a blank is there. */
  static List<IniWord> split(String line, int from, IntFunction<Span> place) throws Unrendered {
    List<IniWord> words = new ArrayList<>();
    int at = from;
    while (at < line.length()) {
      char c = line.charAt(at);
      if (Character.isWhitespace(c)) {
        at++;
      } else if (c == '#') {
        break;
      } else {
        IniWord word = word(line, at, place);
        words.add(word);
        at = word.end();
      }
    }
    return words;
  }

  private static IniWord word(String line, int start, IntFunction<Span> place) throws Unrendered {
    StringBuilder text = new StringBuilder();
    boolean quoted = false;
    int at = start;
    while (at < line.length() && !Character.isWhitespace(line.charAt(at))) {
      char c = line.charAt(at);
      if (c == '"' || c == '\'') {
        quoted = true;
        int open = at++;
        while (at < line.length() && line.charAt(at) != c) {
          boolean escape = c == '"' && line.charAt(at) == '\\' && at + 1 < line.length();
          at += escape && "\"\\".indexOf(line.charAt(at + 1)) >= 0 ? 1 : 0;
          text.append(line.charAt(at++));
        }
        if (at >= line.length()) {
          throw new Unrendered(place.apply(open), "the quote that begins here is not closed");
        }
        at++;
      } else if (c == '\\' && at + 1 < line.length()) {
        text.append(line.charAt(at + 1));
        at += 2;
      } else {
        text.append(c);
        at++;
      }
    }
    return new IniWord(start, at, text.toString(), quoted);
  }
}
