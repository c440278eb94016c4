package io.tuner.format;

import io.tuner.format.IniLine.Kind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A configuration file of lines that set keys, with or without sections: my.cnf, postgresql.conf,
 * nodeos' config.ini, redis.conf, sshd_config.
 *
 * <p>Lines beginning with {@code #} or {@code ;} are comments. Keys before any header are in the
 * section {@code ""}. A key may repeat; {@link #get} gives the last value, {@link #values} all.
 * Editing keeps every other byte: comments, order, indentation, line ends.
 */
public final class IniFile {

  /**
   * How a file is written.
   *
   * @param separator what stands between key and value on new lines, as {@code =}, {@code " = "},
   *     {@code :} or a blank; learnt from the file where it is empty
   * @param inlineComments whether {@code #} starts a comment also after a value, as for boost's
   *     program_options (nodeos) and PostgreSQL
   */
  public record Style(Optional<String> separator, boolean inlineComments) {
    /** Separator as found in the file, comments on lines of their own. */
    public static final Style LEARNT = new Style(Optional.empty(), false);

    /** nodeos, PostgreSQL: a {@code #} ends the value. */
    public static final Style INLINE_COMMENTS = new Style(Optional.empty(), true);
  }

  private final List<Line> lines;
  private final List<String> sectionOfLine = new ArrayList<>();
  private final int lastHeader;
  private final Style style;
  private final Kind kind;
  private final String separator;

  private IniFile(List<Line> lines, Style style) {
    this.lines = List.copyOf(lines);
    this.style = style;
    String section = "";
    int header = -1;
    for (Line line : lines) {
      Optional<String> name = IniLine.header(line.text());
      header = name.isPresent() ? sectionOfLine.size() : header;
      section = name.orElse(section);
      sectionOfLine.add(section);
    }
    this.lastHeader = header;
    this.kind = style.separator.map(IniFile::kind).orElseGet(this::learntKind);
    this.separator = style.separator.orElseGet(this::learntSeparator);
  }

  /** Reads a file in the style found in it. */
  public static IniFile parse(String text) {
    return parse(text, Style.LEARNT);
  }

  /** Reads a file. */
  public static IniFile parse(String text, Style style) {
    return new IniFile(Line.split(text), style);
  }

  /** The file. */
  public String text() {
    return Line.join(lines);
  }

  /** The names of the sections that have a header, in order. */
  public Set<String> sections() {
    Set<String> sections = new LinkedHashSet<>();
    lines.forEach(line -> IniLine.header(line.text()).ifPresent(sections::add));
    return sections;
  }

  /** The value that counts where a key may be set once: the last. Empty where it is not set. */
  public Optional<String> get(String section, String key) {
    List<String> values = values(section, key);
    return values.isEmpty() ? Optional.empty() : Optional.of(values.get(values.size() - 1));
  }

  /** All values of a key in order; a key without separator has the value "". */
  public List<String> values(String section, String key) {
    return indexes(section, key).stream().map(i -> entry(i).orElseThrow().value()).toList();
  }

  /**
   * This file with a key set: its last line is changed, or one added — after the commented-out
   * default of the key if there is one, else at the end of the section, which is added if needed.
   *
   * @throws Refusal if the value would not be read back as it is (line breaks, outer blanks, an
   *     inline comment's sign)
   */
  public IniFile with(String section, String key, String value) throws Refusal {
    if (get(section, key).equals(Optional.of(value))) {
      return this;
    }
    List<Integer> indexes = indexes(section, key);
    List<Line> changed = new ArrayList<>(lines);
    if (indexes.isEmpty()) {
      insert(changed, section, key, value);
    } else {
      replace(changed, indexes.get(indexes.size() - 1), value);
    }
    return checked(
        changed,
        section,
        key,
        values -> values.lastIndexOf(value) == values.size() - 1 && !values.isEmpty());
  }

  /**
   * This file with a key set to exactly these values, a line each: lines there are change in order,
   * what is too much goes, what lacks is added after the last.
   *
   * @throws Refusal as {@link #with}
   */
  public IniFile withAll(String section, String key, List<String> wanted) throws Refusal {
    List<Integer> indexes = indexes(section, key);
    List<Line> changed = new ArrayList<>(lines);
    int common = Math.min(indexes.size(), wanted.size());
    for (int i = indexes.size() - 1; i >= common; i--) {
      Line.remove(changed, indexes.get(i));
    }
    for (int i = 0; i < common; i++) {
      if (!entry(indexes.get(i)).orElseThrow().value().equals(wanted.get(i))) {
        replace(changed, indexes.get(i), wanted.get(i));
      }
    }
    for (int i = common; i < wanted.size(); i++) {
      IniFile sofar = new IniFile(changed, style);
      sofar.insert(changed, section, key, wanted.get(i));
    }
    return checked(changed, section, key, values -> values.equals(wanted));
  }

  /**
   * This file with one more value of a key that may repeat, unless it is there.
   *
   * @throws Refusal as {@link #with}
   */
  public IniFile withAdded(String section, String key, String value) throws Refusal {
    List<String> wanted = new ArrayList<>(values(section, key));
    if (wanted.contains(value)) {
      return this;
    }
    wanted.add(value);
    return withAll(section, key, wanted);
  }

  /** This file without any line that sets the key; commented-out defaults stay. */
  public IniFile without(String section, String key) {
    List<Line> changed = new ArrayList<>(lines);
    List<Integer> indexes = indexes(section, key);
    for (int i = indexes.size() - 1; i >= 0; i--) {
      Line.remove(changed, indexes.get(i));
    }
    return new IniFile(changed, style);
  }

  private interface Expectation {
    boolean holds(List<String> values);
  }

  private IniFile checked(List<Line> changed, String section, String key, Expectation expectation)
      throws Refusal {
    IniFile file = new IniFile(Line.split(Line.join(changed)), style);
    List<String> values = file.values(section, key);
    boolean oneLineEach = file.lines.size() == changed.size();
    if (!oneLineEach || !expectation.holds(values)) {
      throw new Refusal("`" + key + "` cannot hold this value in a file of this form");
    }
    return file;
  }

  private void replace(List<Line> changed, int index, String value) {
    IniLine line = entry(index).orElseThrow().withValue(value, separator);
    changed.set(index, changed.get(index).withText(line.toString()));
  }

  private void insert(List<Line> changed, String section, String key, String value) {
    List<Integer> same = indexes(section, key);
    int at = -1;
    String indent = "";
    for (int i = 0; i < lines.size(); i++) {
      boolean commented =
          inSection(i, section)
              && IniLine.commented(lines.get(i).text(), kind)
                  .filter(line -> line.key().equals(key))
                  .isPresent();
      at = commented ? i + 1 : at;
    }
    if (!same.isEmpty()) {
      at = same.get(same.size() - 1) + 1;
      indent = entry(at - 1).orElseThrow().indent();
    }
    String text = indent.replace("\uFEFF", "") + key + separator + value;
    Line.insert(changed, at < 0 ? sectionEnd(changed, section) : at, text);
  }

  /** Where a line at the end of a section goes; adds the section where it is missing. */
  private int sectionEnd(List<Line> changed, String section) {
    boolean missing = !section.isEmpty() && !sections().contains(section);
    if (missing) {
      if (!changed.isEmpty() && !changed.get(changed.size() - 1).text().isBlank()) {
        Line.insert(changed, changed.size(), "");
      }
      Line.insert(changed, changed.size(), "[" + section + "]");
      return changed.size();
    }
    int end = 0;
    for (int i = 0; i < lines.size(); i++) {
      boolean last = i >= lastHeader;
      boolean header = IniLine.header(lines.get(i).text()).isPresent();
      boolean counts = header || entry(i).isPresent() || last && !lines.get(i).text().isBlank();
      end = inSection(i, section) && counts ? i + 1 : end;
    }
    return end;
  }

  private List<Integer> indexes(String section, String key) {
    List<Integer> indexes = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      if (inSection(i, section) && entry(i).filter(e -> e.key().equals(key)).isPresent()) {
        indexes.add(i);
      }
    }
    return indexes;
  }

  private boolean inSection(int index, String section) {
    return sectionOfLine.get(index).equals(section);
  }

  private Optional<IniLine> entry(int index) {
    return IniLine.parse(lines.get(index).text(), kind, style.inlineComments);
  }

  private static Kind kind(String separator) {
    String sign = separator.strip();
    return sign.equals("=") ? Kind.EQUALS : sign.equals(":") ? Kind.COLON : Kind.BLANK;
  }

  private Kind learntKind() {
    Map<Kind, Integer> counts = new HashMap<>();
    for (Line line : lines) {
      for (Kind candidate : Kind.values()) {
        Optional<IniLine> entry = IniLine.parse(line.text(), candidate, style.inlineComments);
        boolean fits =
            entry.isPresent()
                && !entry.get().separator().isEmpty()
                && entry.get().key().chars().noneMatch(c -> " \t=:".indexOf(c) >= 0);
        counts.merge(candidate, fits ? 1 : 0, Integer::sum);
      }
    }
    Kind best = Kind.EQUALS;
    for (Kind candidate : Kind.values()) {
      best = counts.getOrDefault(candidate, 0) > counts.getOrDefault(best, 0) ? candidate : best;
    }
    return best;
  }

  private String learntSeparator() {
    Map<String, Integer> counts = new HashMap<>();
    for (int i = 0; i < lines.size(); i++) {
      Optional<IniLine> entry = entry(i);
      entry
          .filter(e -> !e.value().isEmpty())
          .ifPresent(e -> counts.merge(e.separator(), 1, Integer::sum));
    }
    if (counts.isEmpty()) {
      lines.forEach(
          line ->
              IniLine.commented(line.text(), kind)
                  .filter(e -> !e.value().isEmpty() && !e.key().contains(" "))
                  .ifPresent(e -> counts.merge(e.separator(), 1, Integer::sum)));
    }
    String most = kind.text;
    for (String separator : counts.keySet()) {
      int more = counts.get(separator) - counts.getOrDefault(most, 0);
      if (more > 0 || (more == 0 && separator.compareTo(most) > 0)) {
        most = separator;
      }
    }
    return most;
  }
}
