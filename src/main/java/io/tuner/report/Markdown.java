package io.tuner.report;

import io.tuner.text.Printable;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Texts in GitHub's flavour of Markdown (GFM 0.29) that stay what they are. What is not a plain
 * word or number stands as code: within code nothing is marked up, linked, mentioned or closed by
 * the sites that show Markdown.
 */
final class Markdown {

  /**
   * A word or number that means nothing to Markdown, wherever it stands, with what ends a clause.
   */
  private static final Pattern PLAIN =
      Pattern.compile(
          "\\(?(?:\\p{L}+(?:[-']\\p{L}+)*|\\[?[+-]?\\d{1,15}(?:\\.\\d{1,15})?\\]?|%)\\)?[.,;:]?|—|->");

  /** What Markdown takes for the number of a list's item where it begins a line. */
  private static final Pattern ITEM = Pattern.compile("\\d+[.)]");

  /** What tuner set in backticks, or anything else up to a blank. */
  private static final Pattern WORD =
      Pattern.compile("(\\(?)`([^` ](?:[^`]*[^` ])?)`(\\)?[.,;:]?)(?= |$)|[^ ]+");

  /** Several words, and what ends their clause. */
  private static final Pattern CLAUSE = Pattern.compile("(\\(?)([^`]*[^`.,;:)])(\\)?[.,;:]?)");

  private static final Pattern BACKTICKS = Pattern.compile("`+");

  private Markdown() {}

  /** A sentence on one line; what it has in backticks stands as code. */
  static String sentence(String text) {
    List<String> out = new ArrayList<>();
    List<String> odd = new ArrayList<>();
    Matcher words = WORD.matcher(Printable.of(text));
    while (words.find()) {
      String word = words.group();
      boolean begins = out.isEmpty() && odd.isEmpty();
      if (words.group(2) != null) {
        flush(odd, out);
        out.add(words.group(1) + code(words.group(2)) + words.group(3));
      } else if (PLAIN.matcher(word).matches() && !(begins && ITEM.matcher(word).matches())) {
        flush(odd, out);
        out.add(word.replace("[", "\\[").replace("]", "\\]"));
      } else {
        odd.add(word);
        if (".,;:)".indexOf(word.charAt(word.length() - 1)) >= 0) {
          flush(odd, out);
        }
      }
    }
    flush(odd, out);
    return String.join(" ", out);
  }

  /** A text on one line as code: in a fence of more backticks than it holds (GFM 6.3). */
  static String code(String text) {
    String shown = Printable.of(text);
    if (shown.isBlank()) {
      return "` `";
    }
    int longest =
        BACKTICKS.matcher(shown).results().mapToInt(run -> run.group().length()).max().orElse(0);
    String fence = "`".repeat(longest + 1);
    boolean padded = longest > 0 || shown.startsWith(" ") || shown.endsWith(" ");
    return padded ? fence + " " + shown + " " + fence : fence + shown + fence;
  }

  /**
   * A cell of a table. A pipe would end it even within code, and what a backslash before it does
   * differs between programs; so such a text is written with HTML's own characters.
   */
  static String cell(String text) {
    String shown = Printable.of(text);
    return shown.indexOf('|') < 0 ? code(text) : html(text);
  }

  /** A cell with a sentence of tuner's own in it. */
  static String plainCell(String text) {
    return text.indexOf('|') < 0 ? sentence(text) : html(text);
  }

  /** Code in HTML, where Markdown is not read: every sign that means something is spelled out. */
  static String html(String text) {
    StringBuilder out = new StringBuilder("<code>");
    Printable.of(text)
        .codePoints()
        .forEach(
            c -> {
              if (c == ' ' || c > 0x7f || Character.isLetterOrDigit(c)) {
                out.appendCodePoint(c);
              } else {
                out.append("&#").append(c).append(';');
              }
            });
    return out.append("</code>").toString();
  }

  /** Lines as a block of code. */
  static String block(String language, List<String> lines) {
    int longest = 2;
    for (String line : lines) {
      Matcher backticks = BACKTICKS.matcher(line);
      while (backticks.find()) {
        longest = Math.max(longest, backticks.group().length());
      }
    }
    String fence = "`".repeat(longest + 1);
    StringBuilder out = new StringBuilder(fence).append(language).append('\n');
    lines.forEach(line -> out.append(Printable.of(line)).append('\n'));
    return out.append(fence).append('\n').toString();
  }

  /** A row of a table whose cells were made by {@link #cell} or {@link #plainCell}. */
  static String row(List<String> cells) {
    return "| " + String.join(" | ", cells) + " |\n";
  }

  /** The line below a table's head; numbers stand to the right. */
  static String rule(int left, int right) {
    return "|" + " --- |".repeat(left) + " ---: |".repeat(right) + "\n";
  }

  private static void flush(List<String> odd, List<String> out) {
    if (!odd.isEmpty()) {
      Matcher clause = CLAUSE.matcher(String.join(" ", odd));
      if (!clause.matches()) {
        out.add(code(String.join(" ", odd)));
      } else if (clause.group(2).contains("(") && clause.group(3).startsWith(")")) {
        // What is opened within the code is closed there.
        out.add(clause.group(1) + code(clause.group(2) + ")") + clause.group(3).substring(1));
      } else {
        out.add(clause.group(1) + code(clause.group(2)) + clause.group(3));
      }
      odd.clear();
    }
  }
}
