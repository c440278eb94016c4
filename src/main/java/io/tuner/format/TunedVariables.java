package io.tuner.format;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * The variables of a TuneD profile, and values with them put in (tuned.conf(5)). A reference to
 * what nothing sets stays as it is written, as with TuneD. What a function gives ({@code
 * ${f:exec:…}}) only TuneD can say, but for the two that need nothing of the host: {@code strip}
 * and {@code regex_search_ternary}.
 */
public final class TunedVariables {

  private static final Pattern REFERENCE = Pattern.compile("(\\\\?)\\$\\{(\\w+)}");
  private static final String FUNCTION = "${f:";

  /** What is tried here: one repetition at most, so that no text takes long to search. */
  private static final Pattern SIMPLE = Pattern.compile("[^*+?{(|]*[*+?]?[^*+?{(|]*");

  /**
   * Longer than any value that a kernel takes, and a bound for variables that double themselves.
   */
  private static final int LONGEST = 1 << 16;

  private final Map<String, Optional<String>> values = new HashMap<>();

  /** Sets one, which may name those before it. */
  void set(String name, String value) {
    if (name.matches("\\w+")) {
      values.put(name, expand(value));
    }
  }

  /** The value of a variable; empty where it is not set, or not known. */
  public Optional<String> get(String name) {
    return values.getOrDefault(name, Optional.empty());
  }

  /** A text as TuneD would write it somewhere; empty where that is not known. */
  public Optional<String> known(String text) {
    return expand(text).filter(value -> !value.contains("${"));
  }

  private Optional<String> expand(String text) {
    StringBuilder out = new StringBuilder();
    Matcher reference = REFERENCE.matcher(text);
    while (reference.find()) {
      String name = reference.group(2);
      boolean stays = !reference.group(1).isEmpty() || !values.containsKey(name);
      Optional<String> value = stays ? Optional.of("${" + name + "}") : values.get(name);
      if (value.isEmpty() || out.length() + value.get().length() > LONGEST) {
        return Optional.empty();
      }
      reference.appendReplacement(out, Matcher.quoteReplacement(value.get()));
    }
    reference.appendTail(out);
    return functions(out.toString());
  }

  /** Puts in what functions give, the inner ones first. */
  private static Optional<String> functions(String text) {
    String rest = text;
    for (int at = rest.lastIndexOf(FUNCTION); at >= 0; at = rest.lastIndexOf(FUNCTION)) {
      int end = closing(rest, at);
      if (end < 0) {
        return Optional.empty();
      }
      List<String> words =
          Arrays.asList(rest.substring(at + FUNCTION.length(), end).split("(?<!\\\\):", -1));
      Optional<String> value =
          function(words.get(0), words.stream().skip(1).map(w -> w.replace("\\:", ":")).toList());
      if (value.isEmpty() || value.get().contains(FUNCTION)) {
        return Optional.empty();
      }
      rest = rest.substring(0, at) + value.get() + rest.substring(end + 1);
    }
    return Optional.of(rest);
  }

  private static int closing(String text, int from) {
    int open = 0;
    for (int i = from; i < text.length(); i++) {
      open += text.startsWith("${", i) ? 1 : text.charAt(i) == '}' ? -1 : 0;
      if (open == 0 && text.charAt(i) == '}') {
        return i;
      }
    }
    return -1;
  }

  private static Optional<String> function(String name, List<String> arguments) {
    if (name.equals("strip")) {
      return Optional.of(String.join("", arguments).strip());
    }
    boolean decides = name.equals("regex_search_ternary") && arguments.size() == 4;
    if (!decides || !SIMPLE.matcher(arguments.get(1)).matches()) {
      return Optional.empty();
    }
    try {
      boolean found = Pattern.compile(arguments.get(1)).matcher(arguments.get(0)).find();
      return Optional.of(arguments.get(found ? 2 : 3));
    } catch (PatternSyntaxException notOne) {
      return Optional.empty();
    }
  }

  /** The words of a text, each as far as it is known; a word that is not stays as written. */
  List<String> words(String text) {
    List<String> words = new ArrayList<>();
    for (String word : split(text)) {
      words.addAll(split(expand(word).orElse(word)));
    }
    return words;
  }

  /** Parted at blanks that are in no braces. */
  private static List<String> split(String text) {
    List<String> words = new ArrayList<>();
    StringBuilder word = new StringBuilder();
    int open = 0;
    for (char c : (text + " ").toCharArray()) {
      open = Math.max(0, open + (c == '{' ? 1 : c == '}' ? -1 : 0));
      if (!Character.isWhitespace(c) || open > 0) {
        word.append(c);
      } else if (!word.isEmpty()) {
        words.add(word.toString());
        word.setLength(0);
      }
    }
    return word.toString().isBlank() ? words : append(words, word.toString());
  }

  private static List<String> append(List<String> words, String last) {
    words.add(last.strip());
    return words;
  }
}
