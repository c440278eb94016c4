package io.tuner.format;

import io.tuner.format.ShellAssignments.Unit;
import io.tuner.format.ShellAssignments.Value;
import io.tuner.format.ShellPiece.Kind;
import io.tuner.format.ShellPiece.Quote;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Edits the words of one shell variable where they are written, a word at a time, reading the files
 * anew after each; the result is proven by reading it.
 */
final class ShellWords {

  private final String name;
  private final ShellAssignments before;
  private ShellAssignments files;

  /** A word's range of effective characters. */
  private record Range(int start, int end) {}

  /** Units of one list that make up a word, and where they stand in that list. */
  private record Place(List<Unit> list, int from, int to) {
    Unit first() {
      return list.get(from);
    }

    Unit last() {
      return list.get(to - 1);
    }
  }

  ShellWords(ShellAssignments files, String name) {
    this.before = files;
    this.files = files;
    this.name = name;
  }

  ShellAssignments edited(List<String> wanted) throws Refusal {
    List<String> current = before.words(name);
    Set<String> touched = new HashSet<>(Set.of(name));
    int steps = current.size() + wanted.size() + 1;
    while (!current.equals(wanted)) {
      step(current, wanted, touched);
      current = files.words(name);
      if (--steps < 0) {
        break;
      }
    }
    if (!current.equals(wanted)) {
      throw new Refusal("the words of `" + name + "` cannot be changed one by one");
    }
    List<String> others = before.strangersChanged(files, name, touched);
    if (!others.isEmpty()) {
      throw new Refusal(
          "a word of `" + name + "` is shared with " + String.join(", ", others) + " in the file");
    }
    return files;
  }

  private void step(List<String> current, List<String> wanted, Set<String> touched) throws Refusal {
    WordAlignment words = new WordAlignment(current, wanted);
    int at = 0;
    while (at < current.size() && at < wanted.size() && current.get(at).equals(wanted.get(at))) {
      at++;
    }
    boolean canDelete = at < current.size() && words.common(at + 1, at) == words.common(at, at);
    boolean canInsert = at < wanted.size() && words.common(at, at + 1) == words.common(at, at);
    if (canDelete
        && canInsert
        && words.common(at + 1, at + 1) == words.common(at, at)
        && KernelWord.key(current.get(at)).equals(KernelWord.key(wanted.get(at)))) {
      replace(at, wanted.get(at), touched);
    } else if (canDelete) {
      delete(at, touched);
    } else {
      insert(at, wanted.get(at));
    }
  }

  private void replace(int index, String word, Set<String> touched) throws Refusal {
    Place place = place(index);
    touched.add(place.first().owner().name());
    rewrite(place.list().subList(place.from(), place.to()), word);
  }

  private void delete(int index, Set<String> touched) throws Refusal {
    Place place = place(index);
    touched.add(place.first().owner().name());
    List<Unit> list = place.list();
    int from = place.from();
    while (from > 0 && gap(list.get(from - 1), list.get(from))) {
      from--;
    }
    int to = place.to();
    if (from == 0) {
      from = place.from();
      while (to < list.size() && gap(list.get(to), list.get(to - 1))) {
        to++;
      }
    }
    rewrite(list.subList(from, to), "");
  }

  private static boolean gap(Unit blank, Unit neighbour) {
    ShellPiece a = blank.piece();
    ShellPiece b = neighbour.piece();
    return a.isBlank() && (a.end() == b.start() || b.end() == a.start());
  }

  /** Puts a text in the place of units, character by character, so that quotes stay. */
  private void rewrite(List<Unit> units, String text) {
    Unit first = units.get(0);
    int file = first.owner().file();
    List<Unit> backwards = new ArrayList<>(units);
    backwards.sort(Comparator.comparingInt((Unit u) -> u.piece().start()).reversed());
    for (Unit unit : backwards) {
      String raw = unit == first ? escaped(text, first.piece().quote()) : "";
      files = files.replaced(file, unit.piece().start(), unit.piece().end(), raw);
    }
  }

  private void insert(int index, String word) throws Refusal {
    Optional<Value> value = files.known(name);
    if (value.isEmpty()) {
      files = files.added(name, '"' + escaped(word, Quote.DOUBLE) + '"');
      return;
    }
    ShellAssignment winner = value.get().winner();
    int count = files.words(name).size();
    Optional<Place> previous = index > 0 ? ownPlace(index - 1) : Optional.empty();
    if (previous.isPresent() && (index < count || previous.get().last().owner() == winner)) {
      insertAt(previous.get().last(), previous.get().last().piece().end(), " " + word);
    } else if (index == count) {
      append(value.get(), word);
    } else {
      Optional<Place> next = ownPlace(index);
      if (next.isEmpty()) {
        throw new Refusal("the place for `" + word + "` in `" + name + "` is in another variable");
      }
      insertAt(next.get().first(), next.get().first().piece().start(), word + " ");
    }
  }

  private void insertAt(Unit beside, int at, String text) {
    ShellAssignment owner = beside.owner();
    Quote quote = beside.piece().quote();
    if (quote == Quote.NONE && isPlain(owner)) {
      wrap(owner, at, text);
    } else {
      String raw = escaped(text, quote);
      files = files.replaced(owner.file(), at, at, raw);
    }
  }

  private void append(Value value, String word) {
    ShellAssignment winner = value.winner();
    boolean blankBefore = value.units().isEmpty() && !winner.append();
    if (!value.units().isEmpty()) {
      blankBefore = value.units().get(value.units().size() - 1).piece().isBlank();
    }
    String text = blankBefore ? word : " " + word;
    if (isPlain(winner)) {
      wrap(winner, winner.end(), text);
    } else if (winner.closing() == Quote.NONE) {
      String raw = '"' + escaped(text, Quote.DOUBLE) + '"';
      files = files.replaced(winner.file(), winner.end(), winner.end(), raw);
    } else {
      int at = winner.end() - 1;
      files = files.replaced(winner.file(), at, at, escaped(text, winner.closing()));
    }
  }

  /** A value without quotes gets them around it, so that it can hold blanks. */
  private void wrap(ShellAssignment owner, int at, String text) {
    String file = files.files().get(owner.file());
    String raw =
        '"'
            + file.substring(owner.start(), at)
            + escaped(text, Quote.DOUBLE)
            + file.substring(at, owner.end())
            + '"';
    files = files.replaced(owner.file(), owner.start(), owner.end(), raw);
  }

  private boolean isPlain(ShellAssignment owner) {
    String raw = files.files().get(owner.file()).substring(owner.start(), owner.end());
    return raw.chars().noneMatch(c -> c == '"' || c == '\'' || c == '\\');
  }

  private Optional<Place> ownPlace(int index) {
    try {
      Place place = place(index);
      return place.first().owner().name().equals(name) ? Optional.of(place) : Optional.empty();
    } catch (Refusal refusal) {
      return Optional.empty();
    }
  }

  private Place place(int index) throws Refusal {
    Value value = files.known(name).orElseThrow();
    Range range = range(value.text(), index);
    return locate(value.units(), range.start(), range.end());
  }

  private static Range range(String text, int index) {
    boolean quoted = false;
    int seen = -1;
    int start = -1;
    for (int i = 0; i <= text.length(); i++) {
      boolean end = i == text.length();
      quoted ^= !end && text.charAt(i) == '"';
      boolean blank = end || KernelWord.isBlank(text.charAt(i)) && !quoted;
      if (blank && start >= 0) {
        if (seen == index) {
          return new Range(start, i);
        }
        start = -1;
      } else if (!blank && start < 0) {
        start = i;
        seen++;
      }
    }
    throw new IllegalArgumentException("no word " + index);
  }

  /** Finds the units that make up exactly a range, going into references that hold more. */
  private Place locate(List<Unit> units, int start, int end) throws Refusal {
    int from = 0;
    int offset = 0;
    while (offset + units.get(from).length() <= start) {
      offset += units.get(from++).length();
    }
    int to = from;
    int reached = offset;
    while (reached < end) {
      reached += units.get(to++).length();
    }
    Unit first = units.get(from);
    boolean reference = to == from + 1 && first.piece().kind() != Kind.LITERAL;
    boolean own = reference && first.piece().text().equals(name);
    boolean exact = offset == start && reached == end;
    if (reference && (own || !exact)) {
      return locate(first.inside(), start - offset, end - offset);
    }
    if (!exact) {
      throw new Refusal("a word of `" + name + "` is put together from several variables");
    }
    return new Place(units, from, to);
  }

  /** A text as it must be written within the given quotes. */
  static String escaped(String text, Quote quote) {
    if (quote == Quote.SINGLE) {
      return text.replace("'", "'\\''");
    }
    if (quote == Quote.DOUBLE) {
      return text.replaceAll("[\\\\\"$`]", "\\\\$0");
    }
    return text.replaceAll("[^A-Za-z0-9_./:,=+@%^\\x80-\\x{10ffff}-]", "\\\\$0");
  }
}
