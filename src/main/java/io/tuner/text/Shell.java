package io.tuner.text;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Quoting for a POSIX shell (POSIX.1-2017, Shell Command Language, 2.2). */
public final class Shell {

  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_/.:=@%+,-]+");

  private Shell() {}

  /** The text as one word of a shell command, whatever is in it; NUL cannot be. */
  public static String quote(String text) {
    if (text.indexOf('\0') >= 0) {
      throw new IllegalArgumentException("a shell word cannot hold a NUL character");
    }
    if (PLAIN.matcher(text).matches()) {
      return text;
    }
    return "'" + text.replace("'", "'\\''") + "'";
  }

  /** A command and its arguments, each quoted. */
  public static String join(List<String> words) {
    return words.stream().map(Shell::quote).collect(Collectors.joining(" "));
  }
}
