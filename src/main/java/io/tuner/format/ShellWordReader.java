package io.tuner.format;

import io.tuner.format.ShellPiece.Kind;
import io.tuner.format.ShellPiece.Quote;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads one shell word into pieces: the Shell Command Language of POSIX (2.2 Quoting, 2.6.2
 * Parameter Expansion), without running anything.
 */
final class ShellWordReader {
  private static final char WORD = 0;

  private final String text;
  private int at;
  private int closedAt = -1;
  private Quote closed = Quote.NONE;

  ShellWordReader(String text, int at) {
    this.text = text;
    this.at = at;
  }

  /** Index after what was read. */
  int at() {
    return at;
  }

  /** The quote that the last character read closed, if it did. */
  Quote closing() {
    return closedAt == at ? closed : Quote.NONE;
  }

  /** Reads up to the end of an unquoted word. */
  List<ShellPiece> read() throws Refusal {
    int start = at;
    List<ShellPiece> pieces = new ArrayList<>();
    scan(pieces, Quote.NONE, WORD);
    if (start < at && text.charAt(start) == '~') {
      pieces.set(0, new ShellPiece(Kind.DYNAMIC, start, start + 1, Quote.NONE, "a home directory"));
    }
    return pieces;
  }

  static boolean endsWord(char c) {
    return " \t\n;&|()<>".indexOf(c) >= 0;
  }

  private void scan(List<ShellPiece> out, Quote quote, char stop) throws Refusal {
    int opened = at;
    while (at < text.length()) {
      char c = text.charAt(at);
      if (stop == WORD ? endsWord(c) : c == stop) {
        at += stop == WORD ? 0 : 1;
        return;
      }
      if (c == '\\') {
        backslash(out, quote);
      } else if (c == '\'' && quote == Quote.NONE) {
        single(out);
      } else if (c == '"') {
        doubleQuote(out, quote);
      } else if (c == '$') {
        dollar(out, quote);
      } else if (c == '`') {
        backquote(out, quote);
      } else {
        literal(out, quote, 1, c);
      }
    }
    if (stop != WORD) {
      throw unclosed(opened);
    }
  }

  private void literal(List<ShellPiece> out, Quote quote, int length, char value) {
    out.add(new ShellPiece(Kind.LITERAL, at, at + length, quote, String.valueOf(value)));
    at += length;
  }

  private void backslash(List<ShellPiece> out, Quote quote) {
    char next = at + 1 < text.length() ? text.charAt(at + 1) : 0;
    if (next == '\n') {
      at += 2;
    } else if (at + 1 < text.length() && (quote == Quote.NONE || "$`\"\\}".indexOf(next) >= 0)) {
      literal(out, quote, 2, next);
    } else {
      literal(out, quote, 1, '\\');
    }
  }

  private void single(List<ShellPiece> out) throws Refusal {
    int opened = at++;
    while (at < text.length() && text.charAt(at) != '\'') {
      literal(out, Quote.SINGLE, 1, text.charAt(at));
    }
    if (at == text.length()) {
      throw unclosed(opened);
    }
    closedAt = ++at;
    closed = Quote.SINGLE;
  }

  private void doubleQuote(List<ShellPiece> out, Quote quote) throws Refusal {
    int opened = at++;
    if (quote == Quote.NONE) {
      scan(out, Quote.DOUBLE, '"');
      closedAt = at;
      closed = Quote.DOUBLE;
    } else {
      scan(new ArrayList<>(), Quote.DOUBLE, '"');
      out.add(new ShellPiece(Kind.DYNAMIC, opened, at, quote, "quotes within ${…}"));
    }
  }

  private void backquote(List<ShellPiece> out, Quote quote) throws Refusal {
    int opened = at++;
    while (at < text.length() && text.charAt(at) != '`') {
      at += text.charAt(at) == '\\' ? 2 : 1;
    }
    if (at >= text.length()) {
      throw unclosed(opened);
    }
    at++;
    out.add(new ShellPiece(Kind.DYNAMIC, opened, at, quote, "the output of a command"));
  }

  private void dollar(List<ShellPiece> out, Quote quote) throws Refusal {
    int start = at;
    char next = at + 1 < text.length() ? text.charAt(at + 1) : 0;
    if (next == '(') {
      at++;
      parentheses();
      out.add(new ShellPiece(Kind.DYNAMIC, start, at, quote, "the output of a command"));
    } else if (next == '{') {
      brace(out, quote);
    } else if (isName(next, true)) {
      at++;
      String name = name();
      out.add(new ShellPiece(Kind.REFERENCE, start, at, quote, name));
    } else if ("0123456789?#@*!$-".indexOf(next) >= 0) {
      at += 2;
      out.add(new ShellPiece(Kind.DYNAMIC, start, at, quote, "a parameter of the shell"));
    } else if (quote == Quote.NONE && (next == '\'' || next == '"')) {
      at++;
      out.add(new ShellPiece(Kind.DYNAMIC, start, at, quote, "quotes that only bash knows"));
    } else {
      literal(out, quote, 1, '$');
    }
  }

  private void brace(List<ShellPiece> out, Quote quote) throws Refusal {
    int start = at;
    at += 2;
    String name = name();
    if (!name.isEmpty() && at < text.length() && text.charAt(at) == '}') {
      at++;
      out.add(new ShellPiece(Kind.REFERENCE, start, at, quote, name));
      return;
    }
    String operator = "";
    for (String known : List.of(":+", ":-", "+", "-")) {
      operator = operator.isEmpty() && text.startsWith(known, at) ? known : operator;
    }
    at += operator.length();
    List<ShellPiece> word = new ArrayList<>();
    scan(word, quote, '}');
    out.add(
        name.isEmpty() || operator.isEmpty()
            ? new ShellPiece(Kind.DYNAMIC, start, at, quote, "a ${…} that computes")
            : new ShellPiece(Kind.CONDITIONAL, start, at, quote, name, operator, word));
  }

  private void parentheses() throws Refusal {
    int opened = at++;
    while (at < text.length()) {
      char c = text.charAt(at);
      if (c == ')') {
        at++;
        return;
      }
      if (c == '(') {
        parentheses();
      } else if (c == '\'') {
        single(new ArrayList<>());
      } else if (c == '"') {
        doubleQuote(new ArrayList<>(), Quote.NONE);
      } else if (c == '\\') {
        at += 2;
      } else {
        at++;
      }
    }
    throw unclosed(opened);
  }

  private String name() {
    int start = at;
    while (at < text.length() && isName(text.charAt(at), at == start)) {
      at++;
    }
    return text.substring(start, at);
  }

  private static boolean isName(char c, boolean first) {
    return c == '_'
        || c >= 'a' && c <= 'z'
        || c >= 'A' && c <= 'Z'
        || !first && c >= '0' && c <= '9';
  }

  private Refusal unclosed(int opened) {
    long line = text.substring(0, opened).chars().filter(c -> c == '\n').count() + 1;
    return new Refusal("a quote or bracket opened on line " + line + " is never closed");
  }
}
