package io.tuner.format;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * A systemd unit file or drop-in, as its assignments in order (systemd.syntax(7)): comments begin
 * with {@code #} or {@code ;}, a backslash at a line's end joins it with the next by a blank.
 *
 * @param assignments all of them, empty ones included
 */
public record UnitFile(List<Assignment> assignments) {
  private static final Pattern KEY = Pattern.compile("[A-Za-z0-9-]+");
  private static final Pattern SECTION = Pattern.compile("[A-Za-z0-9-]+");
  private static final List<String> ROOTS =
      List.of("/etc/", "/run/", "/usr/local/lib/", "/usr/lib/", "/lib/");

  /** One assignment; an empty value takes back all earlier ones of its key. */
  public record Assignment(String section, String key, String value) {}

  /** Assignments in the given order. */
  public UnitFile {
    assignments = List.copyOf(assignments);
  }

  /** Reads a file; lines that are neither header nor assignment are left out. */
  public static UnitFile parse(String text) {
    List<Assignment> assignments = new ArrayList<>();
    String section = "";
    StringBuilder logical = new StringBuilder();
    for (Line line : Line.split(text)) {
      String stripped = line.text().strip();
      if (stripped.startsWith("#") || stripped.startsWith(";")) {
        continue;
      }
      if (line.text().endsWith("\\")) {
        logical.append(line.text(), 0, line.text().length() - 1).append(' ');
        continue;
      }
      String whole = logical.append(line.text()).toString().strip();
      logical.setLength(0);
      section = add(assignments, section, whole);
    }
    add(assignments, section, logical.toString().strip());
    return new UnitFile(assignments);
  }

  private static String add(List<Assignment> assignments, String section, String line) {
    if (line.startsWith("[") && line.endsWith("]")) {
      return line.substring(1, line.length() - 1);
    }
    int equals = line.indexOf('=');
    if (equals > 0) {
      String key = line.substring(0, equals).strip();
      assignments.add(new Assignment(section, key, line.substring(equals + 1).strip()));
    }
    return section;
  }

  /**
   * The values of a key in effect, over a unit and its drop-ins in the order they are read. A key
   * that takes one value has the last of them; none means systemd's default.
   */
  public static List<String> effective(List<UnitFile> files, String section, String key) {
    List<String> values = new ArrayList<>();
    for (UnitFile file : files) {
      for (Assignment assignment : file.assignments) {
        if (!assignment.section.equals(section) || !assignment.key.equals(key)) {
          continue;
        }
        if (assignment.value.isEmpty()) {
          values.clear();
        } else {
          values.add(assignment.value);
        }
      }
    }
    return values;
  }

  /** The values of a key in this file alone, as {@link #effective}. */
  public List<String> values(String section, String key) {
    return effective(List.of(this), section, key);
  }

  /** The last value of a key in this file alone. */
  public Optional<String> get(String section, String key) {
    return values(section, key).stream().reduce((first, last) -> last);
  }

  /**
   * The drop-ins of a unit that count, in the order they are read (systemd.unit(5)): sorted by file
   * name over all directories; of the same name that of /etc before /run before /usr, within one of
   * these that of the unit before those of its prefixes and its template, and that of its whole
   * type last.
   *
   * @param paths absolute paths of all drop-ins there are
   * @param unit full name, {@code nodeos@1.service}
   */
  public static List<String> dropIns(Collection<String> paths, String unit) {
    Map<String, String> byName = new TreeMap<>();
    List<String> names = directories(unit);
    String type = unit.substring(unit.lastIndexOf('.') + 1);
    for (String root : ROOTS) {
      names.forEach(name -> collect(paths, root + "systemd/system/" + name + ".d/", byName));
    }
    for (String root : ROOTS) {
      collect(paths, root + "systemd/system/" + type + ".d/", byName);
    }
    return new ArrayList<>(byName.values());
  }

  private static void collect(Collection<String> paths, String directory, Map<String, String> out) {
    for (String path : paths) {
      if (path.startsWith(directory) && path.endsWith(".conf")) {
        String name = path.substring(directory.length());
        if (name.indexOf('/') < 0) {
          out.putIfAbsent(name, path);
        }
      }
    }
  }

  private static List<String> directories(String unit) {
    int dot = unit.lastIndexOf('.');
    String suffix = dot < 0 ? "" : unit.substring(dot);
    String name = dot < 0 ? unit : unit.substring(0, dot);
    int at = name.indexOf('@');
    List<String> directories = new ArrayList<>(List.of(unit));
    if (at >= 0) {
      directories.add(name.substring(0, at + 1) + suffix);
    }
    String prefix = at < 0 ? name : name.substring(0, at);
    for (int dash = prefix.lastIndexOf('-'); dash > 0; dash = prefix.lastIndexOf('-', dash - 1)) {
      directories.add(prefix.substring(0, dash + 1) + suffix);
    }
    return directories;
  }

  /**
   * The text of a drop-in.
   *
   * @param settings values by key by section, in order; an empty value writes the assignment that
   *     takes back what the unit says, which a list ({@code ExecStart}) needs before its own values
   * @throws Refusal if a name or value would not be read back as it is
   */
  public static String dropIn(Map<String, Map<String, List<String>>> settings) throws Refusal {
    StringBuilder text = new StringBuilder();
    List<Assignment> expected = new ArrayList<>();
    for (Map.Entry<String, Map<String, List<String>>> section : settings.entrySet()) {
      check(SECTION, section.getKey(), "a section");
      text.append(text.length() == 0 ? "" : "\n").append('[').append(section.getKey());
      text.append("]\n");
      for (Map.Entry<String, List<String>> setting : section.getValue().entrySet()) {
        check(KEY, setting.getKey(), "a setting");
        for (String value : setting.getValue()) {
          text.append(setting.getKey()).append('=').append(value).append('\n');
          expected.add(new Assignment(section.getKey(), setting.getKey(), value));
        }
      }
    }
    if (!parse(text.toString()).assignments.equals(expected)) {
      throw new Refusal("a value with line breaks, outer blanks or a last backslash fits no unit");
    }
    return text.toString();
  }

  private static void check(Pattern pattern, String name, String what) throws Refusal {
    if (!pattern.matcher(name).matches()) {
      throw new Refusal("`" + name + "` is no name of " + what + " of a unit");
    }
  }

  /**
   * The settings of a drop-in as {@link #dropIn} takes them, for reading our own file back.
   *
   * @return values by key by section, in order, empty values included
   */
  public Map<String, Map<String, List<String>>> settings() {
    Map<String, Map<String, List<String>>> settings = new LinkedHashMap<>();
    for (Assignment assignment : assignments) {
      settings
          .computeIfAbsent(assignment.section, name -> new LinkedHashMap<>())
          .computeIfAbsent(assignment.key, name -> new ArrayList<>())
          .add(assignment.value);
    }
    return settings;
  }
}
