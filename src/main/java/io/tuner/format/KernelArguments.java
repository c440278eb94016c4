package io.tuner.format;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A kernel command line as its words, in order.
 *
 * <p>The kernel's rules (Documentation/admin-guide/kernel-parameters.rst, lib/cmdline.c): blanks
 * separate words except between double quotes, which cannot be escaped; {@code -} and {@code _} are
 * the same in names; words after a lone {@code --} belong to init and are never touched here.
 *
 * <p>An entry is {@code key} or {@code key=value}, as an operator writes it: a value with blanks
 * needs no quotes, they are added.
 *
 * @param words the words as written, quotes included
 */
public record KernelArguments(List<String> words) {

  private static final String TO_INIT = "--";

  /** A command line of the given words. */
  public KernelArguments {
    words = List.copyOf(words);
  }

  /** Splits a command line as the kernel does; an unclosed quote runs to the end. */
  public static KernelArguments parse(String line) {
    List<String> words = new ArrayList<>();
    StringBuilder word = new StringBuilder();
    boolean quoted = false;
    for (char c : line.toCharArray()) {
      quoted ^= c == '"';
      if (KernelWord.isBlank(c) && !quoted) {
        addWord(words, word);
      } else {
        word.append(c);
      }
    }
    addWord(words, word);
    return new KernelArguments(words);
  }

  private static void addWord(List<String> words, StringBuilder word) {
    if (word.length() > 0) {
      words.add(word.toString());
      word.setLength(0);
    }
  }

  /** Why no kernel command line can hold this entry, or empty if one can. */
  public static Optional<String> problem(String entry) {
    if (entry.isBlank() || entry.startsWith("=")) {
      return Optional.of("`" + entry + "` has no name");
    }
    if (entry.equals(TO_INIT)) {
      return Optional.of("`--` ends the kernel's own words");
    }
    if (entry.chars().anyMatch(c -> c == '\n' || c == '\r' || c == 0)) {
      return Optional.of("`" + entry + "` holds a line break");
    }
    if (parse(KernelWord.quoted(entry)).words.size() != 1
        || entry.chars().filter(c -> c == '"').count() % 2 != 0) {
      return Optional.of("`" + entry + "` is not one word, and its quotes do not make it one");
    }
    return Optional.empty();
  }

  /** The command line, its words separated by one blank. */
  public String text() {
    return String.join(" ", words);
  }

  /** All values of a key, in order and without quotes; a bare {@code key} counts as "". */
  public List<String> values(String key) {
    List<String> values = new ArrayList<>();
    for (String word : own()) {
      if (KernelWord.key(word).equals(KernelWord.key(key))) {
        String normal = KernelWord.normal(word);
        int equals = normal.indexOf('=');
        values.add(equals < 0 ? "" : normal.substring(equals + 1));
      }
    }
    return values;
  }

  /**
   * This line with the operator's wishes carried out and all else left in its order.
   *
   * <ul>
   *   <li>{@code absent}: {@code key} takes away every value of it, {@code key=value} that word
   *       only. Words that {@code present} asks for stay. A huge page size takes the count that
   *       follows it along, which would otherwise bind to another size.
   *   <li>{@code present}: stands once; another value of the key is replaced in place, but for keys
   *       that repeat legitimately (console, rd.lvm.lv, pci, …), where it is added. New words come
   *       last, in the order given. {@code hugepages=N} belongs to the {@code hugepagesz} before it
   *       (or to the default size where there is none) and is put there.
   *   <li>{@code replace}: the key has this one value, whatever and however many there were.
   * </ul>
   */
  public KernelArguments apply(
      Collection<String> present, Collection<String> absent, Map<String, String> replace) {
    List<String> wanted = present.stream().map(KernelWord::quoted).toList();
    List<String> line = without(absent, wanted);
    List<String> identities = identities(wanted);
    for (int i = 0; i < wanted.size(); i++) {
      place(line, wanted.get(i), identities.get(i));
    }
    replace.forEach((key, value) -> replaceAll(line, key, KernelWord.quoted(key + "=" + value)));
    return new KernelArguments(line);
  }

  /** {@link #apply} with nothing to replace. */
  public KernelArguments apply(Collection<String> present, Collection<String> absent) {
    return apply(present, absent, Map.of());
  }

  /**
   * Whether the wishes hold for a kernel that got this line: every present word is in effect (the
   * last value of a key counts), no absent one is there, each replaced key has that value alone.
   */
  public boolean satisfies(
      Collection<String> present, Collection<String> absent, Map<String, String> replace) {
    List<String> wanted = present.stream().map(KernelWord::quoted).toList();
    Map<String, String> expected = new LinkedHashMap<>();
    List<String> wantedIdentities = identities(wanted);
    for (int i = 0; i < wanted.size(); i++) {
      expected.put(wantedIdentities.get(i), KernelWord.normal(wanted.get(i)));
    }
    Map<String, String> effective = new LinkedHashMap<>();
    List<String> identities = identities(words);
    for (int i = 0; i < own().size(); i++) {
      effective.put(identities.get(i), KernelWord.normal(words.get(i)));
    }
    boolean replaced =
        replace.entrySet().stream()
            .allMatch(e -> values(e.getKey()).equals(List.of(KernelWord.unquoted(e.getValue()))));
    return replaced
        && without(absent, wanted).equals(words)
        && effective.entrySet().containsAll(expected.entrySet());
  }

  private List<String> own() {
    int end = words.indexOf(TO_INIT);
    return end < 0 ? words : words.subList(0, end);
  }

  private List<String> without(Collection<String> absent, List<String> wanted) {
    Set<String> kept = wanted.stream().map(KernelWord::normal).collect(Collectors.toSet());
    Set<String> gone =
        absent.stream().map(KernelWord::quoted).map(KernelWord::normal).collect(Collectors.toSet());
    List<String> identities = identities(words);
    Set<String> countsGone =
        gone.stream()
            .filter(w -> w.startsWith("hugepagesz="))
            .filter(w -> !kept.contains(w))
            .map(w -> "hugepages@" + KernelWord.pageSize(w))
            .collect(Collectors.toSet());
    List<String> line = new ArrayList<>();
    for (int i = 0; i < words.size(); i++) {
      String normal = KernelWord.normal(words.get(i));
      boolean matched = gone.contains(normal) || gone.contains(KernelWord.key(words.get(i)));
      boolean orphan =
          countsGone.contains(identities.get(i))
              || gone.contains("hugepagesz") && identities.get(i).matches("hugepages@.+");
      boolean own = i < own().size();
      if (!own || !(orphan || matched && !kept.contains(normal))) {
        line.add(words.get(i));
      }
    }
    return line;
  }

  private static void place(List<String> line, String word, String identity) {
    List<String> identities = identities(line);
    boolean repeats = KernelWord.repeats(word) && !identity.startsWith("hugepages@");
    int at = repeats ? identities.lastIndexOf(identity) : identities.indexOf(identity);
    if (at < 0) {
      line.add(position(line, identities, identity), word);
      return;
    }
    if (!KernelWord.normal(line.get(at)).equals(KernelWord.normal(word))) {
      line.set(at, word);
    }
    for (int i = line.size() - 1; i >= 0; i--) {
      if (i != at && identities.get(i).equals(identity)) {
        line.remove(i);
      }
    }
  }

  private static int position(List<String> line, List<String> identities, String identity) {
    if (identity.startsWith("hugepages@")) {
      String size = identity.substring(identity.indexOf('@') + 1);
      boolean ofDefault = size.isEmpty();
      int owner = identities.indexOf(ofDefault ? "default_hugepagesz" : "hugepagesz=" + size);
      if (owner >= 0) {
        return owner + 1;
      }
      for (int i = 0; ofDefault && i < line.size(); i++) {
        if (identities.get(i).startsWith("hugepagesz=")) {
          return i;
        }
      }
    }
    int end = line.indexOf(TO_INIT);
    return end < 0 ? line.size() : end;
  }

  private static void replaceAll(List<String> line, String key, String word) {
    boolean placed = false;
    for (int i = 0; i < line.size() && !line.get(i).equals(TO_INIT); i++) {
      if (!KernelWord.key(line.get(i)).equals(KernelWord.key(key))) {
        continue;
      }
      if (placed) {
        line.remove(i--);
      } else {
        line.set(
            i, KernelWord.normal(line.get(i)).equals(KernelWord.normal(word)) ? line.get(i) : word);
        placed = true;
      }
    }
    if (!placed) {
      int end = line.indexOf(TO_INIT);
      line.add(end < 0 ? line.size() : end, word);
    }
  }

  /**
   * What each word is about: two words of one identity cannot both be wanted. A count of huge pages
   * is about the size before it (Documentation/admin-guide/mm/hugetlbpage.rst).
   */
  private static List<String> identities(List<String> words) {
    List<String> identities = new ArrayList<>();
    String size = "";
    boolean own = true;
    for (String word : words) {
      own &= !word.equals(TO_INIT);
      String key = KernelWord.key(word);
      String normal = KernelWord.normal(word);
      if (key.equals("hugepagesz")) {
        size = KernelWord.pageSize(normal);
      } else if (key.equals("default_hugepagesz")) {
        size = "";
      }
      if (!own) {
        identities.add("");
      } else if (key.equals("hugepages")) {
        identities.add("hugepages@" + size);
      } else if (key.equals("hugepagesz")) {
        identities.add("hugepagesz=" + size);
      } else {
        identities.add(KernelWord.repeats(word) ? normal : key);
      }
    }
    return identities;
  }
}
