package io.tuner.format;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What an operator wants of a kernel's command line; see {@link KernelArguments#apply}.
 *
 * @param present words that stand once
 * @param absent keys, or words, that do not stand
 * @param replace keys with the only value they have
 */
public record KernelWishes(List<String> present, List<String> absent, Map<String, String> replace) {

  private static final String ALL = "GRUB_CMDLINE_LINUX";
  private static final String DEFAULT = "GRUB_CMDLINE_LINUX_DEFAULT";

  /** The variables of GRUB's defaults that hold words. */
  public static final List<String> VARIABLES = List.of(ALL, DEFAULT);

  /** Copies what is given. */
  public KernelWishes {
    present = List.copyOf(present);
    absent = List.copyOf(absent);
    replace = new LinkedHashMap<>(replace);
  }

  /** The keys concerned, as the kernel knows them, in order. */
  public Set<String> keys() {
    Set<String> keys = new LinkedHashSet<>();
    present.forEach(word -> keys.add(KernelWord.key(word)));
    absent.forEach(word -> keys.add(KernelWord.key(word)));
    replace.keySet().forEach(word -> keys.add(KernelWord.key(word)));
    return keys;
  }

  /** The values that are wanted of keys which have one value at a time. */
  public Map<String, String> single() {
    Map<String, String> single = new LinkedHashMap<>();
    for (String word : present) {
      if (!KernelWord.repeats(word)) {
        String normal = KernelWord.normal(KernelWord.quoted(word));
        single.put(KernelWord.key(word), normal.substring(normal.indexOf('=') + 1));
        single.computeIfPresent(
            KernelWord.key(word), (key, value) -> normal.indexOf('=') < 0 ? "" : value);
      }
    }
    replace.forEach((key, value) -> single.put(KernelWord.key(key), KernelWord.unquoted(value)));
    return single;
  }

  /** The keys that stand with no value at all. */
  public Set<String> gone() {
    Set<String> gone = new LinkedHashSet<>();
    absent.stream()
        .filter(entry -> entry.indexOf('=') < 0)
        .forEach(entry -> gone.add(KernelWord.key(entry)));
    return gone;
  }

  /** The line as wanted; one that is so already comes back as it is. */
  public KernelArguments apply(KernelArguments line) {
    return line.apply(present, absent, replace);
  }

  /** The words a kernel gets from GRUB's defaults: those of all entries, then the default ones. */
  static KernelArguments line(ShellAssignments defaults) throws Refusal {
    List<String> words = new ArrayList<>(defaults.words(ALL));
    words.addAll(defaults.words(DEFAULT));
    return new KernelArguments(words);
  }

  /**
   * GRUB's defaults as wanted. A word is changed in the variable that has its key; a new one goes
   * to {@code GRUB_CMDLINE_LINUX}, which holds for every entry.
   */
  ShellAssignments apply(ShellAssignments defaults) throws Refusal {
    KernelArguments line = line(defaults);
    if (apply(line).equals(line)) {
      return defaults;
    }
    KernelArguments later = new KernelArguments(defaults.words(DEFAULT));
    boolean pages = keys().stream().anyMatch(k -> isPages(k) && !later.values(k).isEmpty());
    List<String> early = new ArrayList<>();
    List<String> late = new ArrayList<>();
    List<String> moved = new ArrayList<>(absent);
    for (String word : present) {
      String key = KernelWord.key(word);
      boolean there = isPages(key) ? pages : !later.values(key).isEmpty();
      (there ? late : early).add(word);
      if (there && !KernelWord.repeats(word)) {
        moved.add(key);
      }
    }
    Map<String, String> lateReplace = new LinkedHashMap<>(replace);
    lateReplace.keySet().removeIf(key -> later.values(key).isEmpty());
    Map<String, String> earlyReplace = new LinkedHashMap<>(replace);
    earlyReplace.keySet().removeAll(lateReplace.keySet());
    moved.addAll(lateReplace.keySet());
    return defaults
        .withWords(ALL, w -> new KernelArguments(w).apply(early, moved, earlyReplace).words())
        .withWords(DEFAULT, w -> new KernelArguments(w).apply(late, absent, lateReplace).words());
  }

  private static boolean isPages(String key) {
    return key.matches("(default_)?hugepagesz|hugepages");
  }

  /** GRUB's defaults with these keys as another version of the file has them. */
  static ShellAssignments transplanted(
      ShellAssignments defaults, ShellAssignments old, Set<String> keys) throws Refusal {
    ShellAssignments changed = defaults;
    for (String variable : List.of(ALL, DEFAULT)) {
      KernelArguments from = new KernelArguments(old.words(variable));
      changed =
          changed.withWords(
              variable, w -> transplanted(new KernelArguments(w), from, keys).words());
    }
    return changed;
  }

  /** A line with these keys as another line has them, each where it stood or at the end. */
  static KernelArguments transplanted(KernelArguments line, KernelArguments old, Set<String> keys) {
    List<String> words = new ArrayList<>(line.words());
    for (String key : keys) {
      List<String> wanted =
          old.words().stream().filter(word -> KernelWord.key(word).equals(key)).toList();
      List<String> present =
          words.stream().filter(word -> KernelWord.key(word).equals(key)).toList();
      if (present.equals(wanted)) {
        continue;
      }
      int at = present.isEmpty() ? words.size() : words.indexOf(present.get(0));
      words.removeIf(word -> KernelWord.key(word).equals(key));
      words.addAll(Math.min(at, words.size()), wanted);
    }
    return new KernelArguments(words);
  }

  /**
   * What lines say of keys, one value a key: its values in order, separated by blanks; where the
   * lines differ, what each says, separated by bars. A key that no line has is left out.
   */
  public static Map<String, String> values(List<KernelArguments> lines, Set<String> keys) {
    Map<String, String> values = new LinkedHashMap<>();
    for (String key : keys) {
      Set<String> said = new LinkedHashSet<>();
      boolean any = false;
      for (KernelArguments line : lines) {
        List<String> found = line.values(key);
        any |= !found.isEmpty();
        said.add(found.isEmpty() ? "absent" : String.join(" ", found));
      }
      if (any) {
        values.put(key, String.join(" | ", said));
      }
    }
    return values;
  }

  /** Why no command line can be so, or empty where one can. */
  public Optional<String> problem() {
    for (String word : present) {
      Optional<String> problem = KernelArguments.problem(word);
      if (problem.isPresent()) {
        return problem;
      }
      boolean contradicted =
          absent.contains(word)
              || absent.contains(KernelWord.key(word))
              || replace.containsKey(word);
      if (contradicted) {
        return Optional.of("`" + word + "` cannot be both present and absent");
      }
    }
    for (String word : absent) {
      Optional<String> problem = KernelArguments.problem(word);
      if (problem.isPresent()) {
        return problem;
      }
    }
    for (Map.Entry<String, String> word : replace.entrySet()) {
      Optional<String> problem = KernelArguments.problem(word.getKey() + "=" + word.getValue());
      if (problem.isPresent()) {
        return problem;
      }
    }
    return keys().isEmpty() ? Optional.of("nothing is wanted") : Optional.empty();
  }
}
