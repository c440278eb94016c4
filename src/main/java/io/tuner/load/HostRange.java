package io.tuner.load;

import io.tuner.text.Diagnostic;
import io.tuner.text.Span;
import java.util.ArrayList;
import java.util.List;

/** Names with ranges: {@code db[01:20]}, {@code node-[a:f]}, {@code db[1:9:2]}; several in one. */
final class HostRange {

  private static final int MOST = 100_000;

  private HostRange() {}

  /** The names, in order. */
  static List<String> expand(String text, Span span) throws Unrendered {
    int open = text.indexOf('[');
    int close = text.indexOf(']', open);
    if (open < 0) {
      return List.of(text);
    }
    if (close < 0) {
      throw bad(text, span);
    }
    List<String> middles = range(text.substring(open + 1, close), text, span);
    List<String> ends = expand(text.substring(close + 1), span);
    if ((long) middles.size() * ends.size() > MOST) {
      throw new Unrendered(span, "`" + text + "` stands for more than " + MOST + " hosts");
    }
    List<String> names = new ArrayList<>();
    for (String middle : middles) {
      for (String end : ends) {
        names.add(text.substring(0, open) + middle + end);
      }
    }
    return names;
  }

  private static List<String> range(String range, String text, Span span) throws Unrendered {
    String[] parts = range.split(":", -1);
    if (parts.length < 2 || parts.length > 3) {
      throw bad(text, span);
    }
    String first = parts[0];
    String last = parts[1];
    int step = parts.length == 3 ? number(parts[2], text, span) : 1;
    boolean letters = isLetter(first) && isLetter(last);
    int from = letters ? first.charAt(0) : number(first.isEmpty() ? "0" : first, text, span);
    int to = letters ? last.charAt(0) : number(last, text, span);
    if (step < 1 || to < from) {
      throw bad(text, span);
    }
    if ((to - from) / step >= MOST) {
      throw new Unrendered(span, "`" + text + "` stands for more than " + MOST + " hosts");
    }
    int width = first.startsWith("0") ? first.length() : 1;
    List<String> out = new ArrayList<>();
    for (long i = from; i <= to; i += step) {
      String number = "" + i;
      out.add(letters ? "" + (char) i : "0".repeat(Math.max(0, width - number.length())) + number);
    }
    return out;
  }

  private static boolean isLetter(String text) {
    return text.length() == 1 && Character.isLetter(text.charAt(0));
  }

  private static int number(String text, String range, Span span) throws Unrendered {
    boolean digits = text.chars().allMatch(c -> c >= '0' && c <= '9');
    if (text.isEmpty() || text.length() > 9 || !digits) {
      throw bad(range, span);
    }
    return Integer.parseInt(text);
  }

  private static Unrendered bad(String text, Span span) {
    return new Unrendered(
        Diagnostic.error(span, "`" + text + "` is not a range of names")
            .hint("a range is written `db[01:20]` or `node[a:f]`"));
  }
}
