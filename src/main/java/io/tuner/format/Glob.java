package io.tuner.format;

import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** Shell patterns as of glob(7): {@code *}, {@code ?} and {@code [...]}. */
public final class Glob {
  private final Pattern pattern;

  private Glob(Pattern pattern) {
    this.pattern = pattern;
  }

  /** A pattern whose wildcards match any character. */
  public static Glob of(String glob) {
    return new Glob(compile(glob, "."));
  }

  /** A pattern whose wildcards do not match a slash. */
  public static Glob ofPath(String glob) {
    return new Glob(compile(glob, "[^/]"));
  }

  /** Whether it matches more than itself. */
  public static boolean hasWildcard(String text) {
    return text.chars().anyMatch(c -> "*?[".indexOf(c) >= 0);
  }

  /** Whether the whole text matches. */
  public boolean matches(String text) {
    return pattern.matcher(text).matches();
  }

  private static Pattern compile(String glob, String any) {
    StringBuilder regex = new StringBuilder();
    int at = 0;
    while (at < glob.length()) {
      char c = glob.charAt(at);
      int end = c == '[' ? glob.indexOf(']', at + 2) : -1;
      if (c == '*') {
        regex.append(any).append('*');
      } else if (c == '?') {
        regex.append(any);
      } else if (end > 0) {
        String set = glob.substring(at + 1, end).replace("\\", "\\\\").replace("[", "\\[");
        set = set.replace("&&", "&\\&");
        regex.append('[').append(set.startsWith("!") ? "^" + set.substring(1) : set).append(']');
        at = end;
      } else if (c == '\\' && at + 1 < glob.length()) {
        regex.append(Pattern.quote(glob.substring(++at, at + 1)));
      } else {
        regex.append(Pattern.quote(String.valueOf(c)));
      }
      at++;
    }
    try {
      return Pattern.compile(regex.toString(), Pattern.DOTALL);
    } catch (PatternSyntaxException malformed) {
      return Pattern.compile(Pattern.quote(glob));
    }
  }
}
