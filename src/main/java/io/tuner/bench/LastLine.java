package io.tuner.bench;

import java.util.List;

/** What a program said last: mostly why it failed. */
final class LastLine {

  private static final int LONGEST = 300;

  private LastLine() {}

  /** After a colon; nothing where it said nothing. */
  static String after(String text) {
    List<String> lines = text.lines().map(String::strip).filter(line -> !line.isEmpty()).toList();
    if (lines.isEmpty()) {
      return "";
    }
    String last = lines.get(lines.size() - 1);
    return ": " + (last.length() > LONGEST ? last.substring(0, LONGEST) + "…" : last);
  }
}
