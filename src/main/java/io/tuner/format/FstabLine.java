package io.tuner.format;

import io.tuner.format.Fstab.Entry;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A line of fstab that holds an entry: three to six fields, the blanks before each, and the rest
 * (blanks, a comment).
 */
record FstabLine(List<String> gaps, List<String> fields, String rest) {
  private static final Pattern FIELD = Pattern.compile("([ \\t]*)([^ \\t#][^ \\t]*)");
  private static final Pattern NUMBER = Pattern.compile("[0-9]{1,9}");
  private static final int OPTIONS = 3;
  private static final int DUMP = 4;
  private static final int PASS = 5;

  static Optional<FstabLine> parse(Line line) {
    List<String> gaps = new ArrayList<>();
    List<String> fields = new ArrayList<>();
    Matcher field = FIELD.matcher(line.text());
    int at = 0;
    while (fields.size() <= PASS
        && field.region(at, line.text().length()).lookingAt()
        && (fields.size() < DUMP || NUMBER.matcher(field.group(2)).matches())) {
      gaps.add(field.group(1));
      fields.add(field.group(2));
      at = field.end();
    }
    return fields.size() < OPTIONS
        ? Optional.empty()
        : Optional.of(new FstabLine(gaps, fields, line.text().substring(at)));
  }

  Entry entry() {
    return new Entry(
        MountField.decode(fields.get(0)),
        MountField.decode(fields.get(1)),
        MountField.decode(fields.get(2)),
        fields.size() > OPTIONS
            ? MountOptions.split(MountField.decode(fields.get(OPTIONS)))
            : List.of(),
        number(DUMP),
        number(PASS));
  }

  private OptionalInt number(int index) {
    return fields.size() > index
        ? OptionalInt.of(Integer.parseInt(fields.get(index)))
        : OptionalInt.empty();
  }

  /** This line with an entry's values where they differ from its own. */
  String with(Entry wanted) {
    Entry own = entry();
    List<String> values = new ArrayList<>(fields);
    List<String> spaces = new ArrayList<>(gaps);
    set(values, 0, own.source().equals(wanted.source()), wanted.source());
    boolean samePoint = Fstab.point(own.target()).equals(Fstab.point(wanted.target()));
    set(values, 1, samePoint || wanted.isSwap(), wanted.target());
    set(values, 2, own.type().equals(wanted.type()), wanted.type());
    extend(values, spaces, OPTIONS, !own.options().equals(wanted.options()), "defaults");
    set(values, OPTIONS, own.options().equals(wanted.options()), options(wanted));
    number(values, spaces, DUMP, own.dump(), wanted.dump());
    number(values, spaces, PASS, own.pass(), wanted.pass());
    StringBuilder line = new StringBuilder();
    int drift = 0;
    for (int i = 0; i < values.size(); i++) {
      String gap = aligned(spaces.get(i), drift);
      drift += gap.length() - spaces.get(i).length();
      line.append(gap).append(values.get(i));
      drift += values.get(i).length() - (i < fields.size() ? fields.get(i).length() : 0);
    }
    return line.append(rest).toString();
  }

  private static void set(List<String> values, int index, boolean same, String text) {
    if (!same) {
      values.set(index, MountField.encode(text));
    }
  }

  private static void extend(
      List<String> values, List<String> spaces, int index, boolean needed, String filler) {
    if (needed && values.size() == index) {
      values.add(filler);
      spaces.add(" ");
    }
  }

  private static void number(
      List<String> values, List<String> spaces, int index, OptionalInt own, OptionalInt wanted) {
    if (wanted.isEmpty() || wanted.getAsInt() == own.orElse(0)) {
      return;
    }
    extend(values, spaces, OPTIONS, true, "defaults");
    extend(values, spaces, DUMP, true, "0");
    extend(values, spaces, index, true, "0");
    values.set(index, String.valueOf(wanted.getAsInt()));
  }

  /** Gives or takes blanks so that the next field keeps its column; a gap with tabs stays. */
  private static String aligned(String gap, int drift) {
    if (gap.indexOf('\t') >= 0 || gap.length() < 2) {
      return gap;
    }
    return " ".repeat(Math.max(1, gap.length() - drift));
  }

  private static String options(Entry entry) {
    return String.join(",", entry.options());
  }

  /** A new line for an entry: one blank between its fields, and all six of them. */
  static String written(Entry entry) {
    return String.join(
        " ",
        MountField.encode(entry.source()),
        MountField.encode(entry.target()),
        MountField.encode(entry.type()),
        MountField.encode(options(entry)),
        String.valueOf(entry.dump().orElse(0)),
        String.valueOf(entry.pass().orElse(0)));
  }
}
