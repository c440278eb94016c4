package io.tuner.host;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The arguments of ssh(1) that an inventory carries, as options of ssh_config(5) by keyword in
 * lower case; of an option given twice the first counts, as with ssh.
 */
final class SshArguments {

  private static final Map<String, String> LETTERS =
      Map.of(
          "-i", "identityfile",
          "-p", "port",
          "-l", "user",
          "-J", "proxyjump",
          "-F", "configfile");

  private static final Set<String> OF_NO_CONSEQUENCE =
      Set.of("-C", "-q", "-4", "-6", "-A", "-a", "-T", "-x", "-k", "-v", "-vv", "-vvv");

  /** What people wrote before ProxyJump was there. */
  private static final Pattern JUMP_BY_COMMAND =
      Pattern.compile(
          "(?:\\S*/)?ssh(?: -q)* -W \\[?%h\\]?:%p(?: -q)*((?: -p [0-9]+)?) ([^ -]\\S*)");

  private final String variable;
  private final Map<String, List<String>> options;

  private SshArguments(String variable, Map<String, List<String>> options) {
    this.variable = variable;
    this.options = options;
  }

  /** Adds the options of one variable to those that were read before it. */
  static void read(String variable, String text, Map<String, List<String>> options)
      throws InvalidVariable {
    new SshArguments(variable, options).read(words(variable, text).iterator());
  }

  private void read(Iterator<String> words) throws InvalidVariable {
    while (words.hasNext()) {
      String word = words.next();
      String letter = word.length() > 2 && !word.matches("-v+") ? word.substring(0, 2) : word;
      if (letter.equals("-o")) {
        option(argument(word, words));
      } else if (LETTERS.containsKey(letter)) {
        put(LETTERS.get(letter), argument(word, words));
      } else if (!OF_NO_CONSEQUENCE.contains(word)) {
        throw new InvalidVariable(
            variable, "`" + word + "` is an argument of ssh that is not supported");
      }
    }
  }

  private String argument(String word, Iterator<String> words) throws InvalidVariable {
    if (word.length() > 2) {
      return word.substring(2);
    }
    if (!words.hasNext()) {
      throw new InvalidVariable(variable, "`" + word + "` needs a value");
    }
    return words.next();
  }

  private void option(String option) throws InvalidVariable {
    String[] parts = option.strip().split("\\s*=\\s*|\\s+", 2);
    if (parts.length < 2) {
      throw new InvalidVariable(variable, "`" + option + "` is not a KEYWORD=VALUE");
    }
    String keyword = parts[0].toLowerCase(Locale.ROOT);
    if (keyword.equals("proxycommand") && !parts[1].equals("none")) {
      put("proxyjump", jump(parts[1]));
    } else {
      put(keyword, parts[1]);
    }
  }

  private String jump(String command) throws InvalidVariable {
    Matcher matcher = JUMP_BY_COMMAND.matcher(command.strip().replaceAll("\\s+", " "));
    if (!matcher.matches()) {
      throw new InvalidVariable(
          variable, "ProxyCommand is not supported; write `-o ProxyJump=HOST` instead");
    }
    String port = matcher.group(1).isEmpty() ? "" : ":" + matcher.group(1).substring(4);
    return matcher.group(2) + port;
  }

  private void put(String keyword, String value) {
    if (keyword.equals("identityfile")) {
      options.computeIfAbsent(keyword, k -> new ArrayList<>()).add(value);
    } else {
      options.putIfAbsent(keyword, List.of(value));
    }
  }

  static List<String> words(String variable, String text) throws InvalidVariable {
    List<String> words = new ArrayList<>();
    StringBuilder word = null;
    char quote = 0;
    for (char c : text.toCharArray()) {
      if (quote != 0) {
        if (c == quote) {
          quote = 0;
        } else {
          word.append(c);
        }
      } else if (Character.isWhitespace(c)) {
        if (word != null) {
          words.add(word.toString());
          word = null;
        }
      } else {
        word = word == null ? new StringBuilder() : word;
        if (c == '\'' || c == '"') {
          quote = c;
        } else {
          word.append(c);
        }
      }
    }
    if (quote != 0) {
      throw new InvalidVariable(variable, "a quote is not closed in `" + text + "`");
    }
    if (word != null) {
      words.add(word.toString());
    }
    return words;
  }

  static Map<String, List<String>> none() {
    return new LinkedHashMap<>();
  }
}
