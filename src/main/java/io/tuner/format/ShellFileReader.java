package io.tuner.format;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds the assignments of a shell file in order. What is set within control flow, a command list
 * or by {@code read} and {@code eval} is reported as doubtful; sourced files and other commands are
 * passed over.
 */
final class ShellFileReader {
  private static final Pattern ASSIGNMENT = Pattern.compile("([A-Za-z_][A-Za-z0-9_]*)(\\+?)=");
  private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
  private static final Set<String> OPENING =
      Set.of("if", "while", "until", "for", "case", "select", "{", "function");
  private static final Set<String> WITH_WORDS = Set.of("for", "case", "select", "function");
  private static final Set<String> CLOSING = Set.of("fi", "done", "esac", "}");
  private static final Set<String> BETWEEN = Set.of("then", "else", "elif", "do", "!");
  private static final Set<String> DECLARING =
      Set.of("export", "readonly", "local", "declare", "typeset");
  private static final Set<String> SETTING = Set.of("read", "eval", "getopts", "mapfile");

  private final int file;
  private final String text;
  private final List<ShellAssignment> found = new ArrayList<>();
  private final Deque<String> nesting = new ArrayDeque<>();
  private final Deque<String> hereDocuments = new ArrayDeque<>();
  private int at;
  private boolean joined;

  /** A word of a command; an assignment where it has the form of one. */
  private record Word(String raw, ShellAssignment assignment) {}

  private ShellFileReader(int file, String text) {
    this.file = file;
    this.text = text;
  }

  /**
   * The assignments of one file.
   *
   * @param file the number to give them
   * @throws Refusal if a quote is never closed
   */
  static List<ShellAssignment> read(int file, String text) throws Refusal {
    ShellFileReader reader = new ShellFileReader(file, text);
    while (reader.at < text.length()) {
      reader.next();
    }
    return reader.found;
  }

  private void next() throws Refusal {
    skipBlanks();
    if (at >= text.length()) {
      return;
    }
    switch (text.charAt(at)) {
      case '\n' -> endLine();
      case ';' -> at++;
      case '&', '|' -> {
        at++;
        joined = true;
      }
      case '(' -> {
        at++;
        nesting.push("(");
      }
      case ')' -> {
        at++;
        if ("(".equals(nesting.peek())) {
          nesting.pop();
        }
      }
      default -> command();
    }
  }

  private void skipBlanks() {
    while (at < text.length()) {
      if (text.startsWith("\\\n", at)) {
        at += 2;
      } else if (text.charAt(at) == ' ' || text.charAt(at) == '\t') {
        at++;
      } else if (text.charAt(at) == '#') {
        int feed = text.indexOf('\n', at);
        at = feed < 0 ? text.length() : feed;
      } else {
        return;
      }
    }
  }

  private void endLine() {
    at++;
    while (!hereDocuments.isEmpty()) {
      String delimiter = hereDocuments.poll();
      boolean ended = false;
      while (!ended && at < text.length()) {
        int feed = text.indexOf('\n', at);
        int end = feed < 0 ? text.length() : feed;
        ended = text.substring(at, end).replaceFirst("^\t+", "").equals(delimiter);
        at = Math.min(end + 1, text.length());
      }
    }
  }

  private void command() throws Refusal {
    List<Word> words = new ArrayList<>();
    boolean redirected = false;
    while (at < text.length()) {
      skipBlanks();
      char c = at < text.length() ? text.charAt(at) : '\n';
      if (c == '<' || c == '>') {
        redirect();
        redirected = true;
      } else if (ShellWordReader.endsWord(c)) {
        break;
      } else {
        words.add(word());
        if (words.size() == 1 && reserved(words.get(0).raw)) {
          joined = false;
          return;
        }
      }
    }
    char after = at < text.length() ? text.charAt(at) : '\n';
    boolean list = joined || after == '&' || after == '|' || after == '(';
    joined = false;
    record(words, doubt(list || redirected));
  }

  private String doubt(boolean list) {
    if (!nesting.isEmpty()) {
      return "it is set within `" + nesting.peek() + "`";
    }
    return list ? "it is set in a list of commands" : "";
  }

  private boolean reserved(String raw) {
    if (OPENING.contains(raw)) {
      nesting.push(raw);
      return !WITH_WORDS.contains(raw);
    }
    if (CLOSING.contains(raw)) {
      nesting.poll();
      return true;
    }
    return BETWEEN.contains(raw);
  }

  private void redirect() throws Refusal {
    boolean document = text.startsWith("<<", at) && !text.startsWith("<<<", at);
    while (at < text.length() && "<>&-|".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
    if (document) {
      skipBlanks();
      ShellWordReader reader = new ShellWordReader(text, at);
      StringBuilder delimiter = new StringBuilder();
      reader.read().forEach(piece -> delimiter.append(piece.text()));
      hereDocuments.add(delimiter.toString());
      at = reader.at();
    }
  }

  private Word word() throws Refusal {
    int start = at;
    Matcher matcher = ASSIGNMENT.matcher(text).region(at, text.length());
    boolean assigns = matcher.lookingAt();
    int valueStart = assigns ? matcher.end() : at;
    ShellWordReader reader = new ShellWordReader(text, valueStart);
    List<ShellPiece> pieces = reader.read();
    at = reader.at();
    ShellAssignment assignment =
        assigns
            ? new ShellAssignment(
                file,
                matcher.group(1),
                !matcher.group(2).isEmpty(),
                valueStart,
                at,
                List.copyOf(pieces),
                reader.closing(),
                false,
                "")
            : null;
    return new Word(text.substring(start, at), assignment);
  }

  private void record(List<Word> words, String doubt) {
    int first = 0;
    while (first < words.size() && words.get(first).assignment != null) {
      first++;
    }
    if (first == words.size()) {
      words.forEach(word -> found.add(word.assignment.withDoubt(doubt)));
      return;
    }
    String command = words.get(first).raw;
    List<Word> arguments = words.subList(first + 1, words.size());
    if (DECLARING.contains(command)) {
      String why = first > 0 ? "it is set for a command" : doubt;
      words.stream()
          .filter(word -> word.assignment != null)
          .forEach(word -> found.add(word.assignment.withDoubt(why)));
    } else if (command.equals("unset")) {
      arguments.stream()
          .filter(word -> NAME.matcher(word.raw).matches())
          .forEach(word -> found.add(ShellAssignment.unset(file, word.raw, at, doubt)));
    } else if (SETTING.contains(command) || WITH_WORDS.contains(command)) {
      for (Word word : arguments) {
        Matcher names = NAME.matcher(word.raw);
        while (names.find()) {
          String why = "`" + command + "` may set it";
          found.add(ShellAssignment.doubtful(file, names.group(), at, why));
        }
      }
    }
  }
}
