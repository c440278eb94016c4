package io.tuner.format;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The environment of a service: {@code Environment=} settings and {@code EnvironmentFile=} files
 * (systemd.exec(5)), which are no shell: nothing is expanded. A file beats a setting.
 */
public final class UnitEnvironment {
  private UnitEnvironment() {}

  /**
   * The variables of {@code Environment=} settings.
   *
   * @param values in effect, as of {@link UnitFile#effective}; each holds quoted words
   */
  public static Map<String, String> ofSettings(List<String> values) {
    Map<String, String> variables = new LinkedHashMap<>();
    for (String value : values) {
      StringBuilder word = new StringBuilder();
      char quote = 0;
      for (int i = 0; i < value.length(); i++) {
        char c = value.charAt(i);
        if (c == '\\' && i + 1 < value.length()) {
          word.append(value.charAt(++i));
        } else if (quote != 0 ? c == quote : (c == '"' || c == '\'') && word.length() == 0) {
          quote = quote == 0 ? c : 0;
        } else if (quote == 0 && (c == ' ' || c == '\t')) {
          put(variables, word);
        } else {
          word.append(c);
        }
      }
      put(variables, word);
    }
    variables.replaceAll((name, text) -> text.replace("%%", "%"));
    return variables;
  }

  private static void put(Map<String, String> variables, StringBuilder word) {
    int equals = word.indexOf("=");
    if (equals > 0) {
      variables.put(word.substring(0, equals), word.substring(equals + 1));
    }
    word.setLength(0);
  }

  private enum State {
    LINE,
    NAME,
    BEFORE_VALUE,
    VALUE,
    SINGLE,
    DOUBLE,
    COMMENT
  }

  /**
   * The variables of an environment file; the last of a name counts. Quotes count only where a
   * value or a part of it begins, and may hold line breaks.
   */
  public static Map<String, String> ofFile(String text) {
    Map<String, String> variables = new LinkedHashMap<>();
    StringBuilder word = new StringBuilder();
    State state = State.LINE;
    int kept = 0;
    String whole = text + "\n";
    for (int i = 0; i < whole.length(); i++) {
      char c = whole.charAt(i);
      boolean end = c == '\n' || c == '\r';
      boolean blank = end || c == ' ' || c == '\t';
      if (state == State.SINGLE ? c == '\'' : state == State.DOUBLE && c == '"') {
        state = State.BEFORE_VALUE;
      } else if (state == State.SINGLE) {
        word.append(c);
      } else if (c == '\\' && state != State.NAME && state != State.LINE && i + 1 < text.length()) {
        char next = whole.charAt(++i);
        boolean literal = state == State.DOUBLE && "\"\\`$\n".indexOf(next) < 0;
        word.append(literal ? "\\" : "").append(next == '\n' ? "" : String.valueOf(next));
        state = state == State.BEFORE_VALUE ? State.VALUE : state;
      } else if (state == State.DOUBLE) {
        word.append(c);
      } else if (end) {
        word.setLength(state == State.COMMENT || state == State.NAME ? 0 : kept);
        put(variables, word);
        state = State.LINE;
      } else if (state == State.LINE) {
        state = blank ? State.LINE : c == '#' || c == ';' ? State.COMMENT : State.NAME;
        word.append(state == State.NAME ? String.valueOf(c) : "");
      } else if (state == State.NAME) {
        word.append(blank ? "" : String.valueOf(c));
        state = c == '=' ? State.BEFORE_VALUE : state;
      } else if (state == State.BEFORE_VALUE && (c == '\'' || c == '"')) {
        state = c == '"' ? State.DOUBLE : State.SINGLE;
      } else if (state == State.VALUE || state == State.BEFORE_VALUE && !blank) {
        word.append(c);
        state = State.VALUE;
      }
      kept = blank && state == State.VALUE ? kept : word.length();
    }
    return variables;
  }
}
