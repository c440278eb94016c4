package io.tuner.format;

import java.util.ArrayList;
import java.util.List;

/**
 * One line of a file with the characters that end it, so that a file is the concatenation of its
 * lines. Ends are {@code \n}, {@code \r\n} or, on a last line without one, the empty string.
 */
record Line(String text, String end) {

  static List<Line> split(String file) {
    List<Line> lines = new ArrayList<>();
    int start = 0;
    while (start < file.length()) {
      int feed = file.indexOf('\n', start);
      if (feed < 0) {
        lines.add(new Line(file.substring(start), ""));
        return lines;
      }
      boolean carriage = feed > start && file.charAt(feed - 1) == '\r';
      lines.add(
          new Line(file.substring(start, carriage ? feed - 1 : feed), carriage ? "\r\n" : "\n"));
      start = feed + 1;
    }
    return lines;
  }

  static String join(List<Line> lines) {
    StringBuilder file = new StringBuilder();
    for (Line line : lines) {
      file.append(line.text).append(line.end);
    }
    return file.toString();
  }

  /** The line end a new line of this file should have: that of its first line. */
  static String ending(List<Line> lines) {
    return lines.isEmpty() || lines.get(0).end.isEmpty() ? "\n" : lines.get(0).end;
  }

  /**
   * Inserts a new line before the given index, in the style of the file: after a last line without
   * an end, the end goes between them and the new last line has none either.
   */
  static void insert(List<Line> lines, int index, String text) {
    String end = ending(lines);
    if (index == lines.size() && index > 0 && lines.get(index - 1).end.isEmpty()) {
      lines.set(index - 1, lines.get(index - 1).withEnd(end));
      lines.add(new Line(text, ""));
    } else {
      lines.add(index, new Line(text, end));
    }
  }

  /** Removes a line; a missing end of the last line stays missing. */
  static void remove(List<Line> lines, int index) {
    Line removed = lines.remove(index);
    if (removed.end.isEmpty() && index > 0) {
      lines.set(index - 1, lines.get(index - 1).withEnd(""));
    }
  }

  Line withText(String replacement) {
    return new Line(replacement, end);
  }

  Line withEnd(String replacement) {
    return new Line(text, replacement);
  }

  @Override
  public String toString() {
    return text + end;
  }
}
