package io.tuner.format;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Names of a firmware's settings. One setting has another name with every vendor and every
 * generation of servers: {@code CPUPrefetchConfig}, {@code EnableSMMU}, {@code
 * ProcessorHyperThreadingDisable}. Some say what they switch off.
 */
public final class BiosNames {

  /** Parts that are in names of all sorts. */
  private static final Set<String> COMMON =
      Set.of(
          "enable",
          "enabled",
          "enabling",
          "disable",
          "disabled",
          "config",
          "configuration",
          "mode",
          "support",
          "setting",
          "settings",
          "control",
          "option",
          "options",
          "policy",
          "select",
          "processor",
          "proc",
          "cpu",
          "memory",
          "mem",
          "system");

  private BiosNames() {}

  /** At most three of the names known that share most with this one; the nearest first. */
  public static List<String> alike(String name, Collection<String> known) {
    Map<String, Integer> shared = new TreeMap<>();
    known.forEach(other -> shared.put(other, shared(name, other)));
    int most = shared.values().stream().mapToInt(Integer::intValue).max().orElse(0);
    return shared.entrySet().stream()
        .filter(one -> one.getValue() > 0 && one.getValue() == most)
        .map(Map.Entry::getKey)
        .sorted(Comparator.comparingInt(String::length).thenComparing(Comparator.naturalOrder()))
        .limit(3)
        .toList();
  }

  /** True for a name that says what it switches off: enabled, it may take the thing away. */
  public static boolean denies(String name) {
    return words(name).anyMatch(word -> word.matches("disabled?|inhibit|block"));
  }

  /** How many letters of one name's parts begin or are parts of the other. */
  private static int shared(String name, String other) {
    Set<String> theirs = words(other).collect(Collectors.toSet());
    String whole = words(other).collect(Collectors.joining());
    return words(name)
        .filter(word -> !COMMON.contains(word))
        .mapToInt(
            word ->
                theirs.contains(word) || word.length() > 3 && whole.contains(word)
                    ? word.length()
                    : theirs.stream()
                        .filter(part -> !COMMON.contains(part))
                        .mapToInt(part -> beginning(word, part))
                        .max()
                        .orElse(0))
        .sum();
  }

  /** The letters that two words begin with alike, where these are most of the shorter one. */
  private static int beginning(String one, String two) {
    int length = 0;
    int shorter = Math.min(one.length(), two.length());
    while (length < shorter && one.charAt(length) == two.charAt(length)) {
      length++;
    }
    return length >= 4 && length * 4 >= shorter * 3 ? length : 0;
  }

  private static Stream<String> words(String name) {
    return Stream.of(name.split("[^A-Za-z0-9]+|(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])"))
        .filter(word -> word.length() > 1)
        .map(word -> word.toLowerCase(Locale.ROOT));
  }
}
