package io.tuner.format;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Lines of tmpfiles.d(5) that write a value to a file at boot: {@code w /sys/… - - - - value}.
 *
 * @param writes in order; lines of other types are left out
 */
public record Tmpfiles(List<Write> writes) implements KeyedFile {
  private static final String HEADING = "# Written by tuner: values below /sys, set at boot.\n";
  private static final Pattern FIELD = Pattern.compile("\"((?:[^\"\\\\]|\\\\.)*)\"|([^\\s]+)");
  private static final Pattern TYPE = Pattern.compile("w(\\+?)[!=~^$-]*");

  /**
   * One line.
   *
   * @param path of the file; wildcards are allowed for reading
   * @param append whether {@code w+}, so that several lines add up
   * @param value to be written
   */
  public record Write(String path, boolean append, String value) {}

  /** Writes in the given order. */
  public Tmpfiles {
    writes = List.copyOf(writes);
  }

  /** Reads a file. */
  public static Tmpfiles parse(String text) {
    List<Write> writes = new ArrayList<>();
    for (Line line : Line.split(text)) {
      write(line.text().strip()).ifPresent(writes::add);
    }
    return new Tmpfiles(writes);
  }

  /** The value of each path that no wildcard makes several of. */
  @Override
  public Map<String, String> values() {
    Map<String, String> values = new LinkedHashMap<>();
    for (Write write : writes) {
      if (!Glob.hasWildcard(write.path)) {
        values.put(write.path, write.value);
      }
    }
    return values;
  }

  @Override
  public Tmpfiles with(String path, Optional<String> value) {
    List<Write> changed = new ArrayList<>();
    boolean placed = false;
    for (Write write : writes) {
      if (!write.path.equals(path)) {
        changed.add(write);
      } else if (value.isPresent() && !placed) {
        changed.add(new Write(path, false, value.get()));
        placed = true;
      }
    }
    if (value.isPresent() && !placed) {
      changed.add(new Write(path, false, value.get()));
    }
    return new Tmpfiles(changed);
  }

  private static Optional<Write> write(String line) {
    if (line.startsWith("#")) {
      return Optional.empty();
    }
    List<String> fields = new ArrayList<>();
    Matcher field = FIELD.matcher(line);
    while (fields.size() < 6 && field.find()) {
      fields.add(field.group(1) == null ? field.group(2) : unescaped(field.group(1)));
    }
    if (fields.size() < 6 || fields.get(1).isEmpty()) {
      return Optional.empty();
    }
    Matcher type = TYPE.matcher(fields.get(0));
    String argument = line.substring(field.end()).strip();
    return type.matches()
        ? Optional.of(
            new Write(
                fields.get(1).replace("%%", "%"),
                !type.group(1).isEmpty(),
                unescaped(argument).replace("%%", "%")))
        : Optional.empty();
  }

  private static String unescaped(String text) {
    return text.replaceAll("\\\\(.)", "$1");
  }

  /**
   * The file, with a heading; empty text where nothing is written.
   *
   * @throws Refusal if a path is not absolute, or a path or value cannot be written on a line
   */
  @Override
  public String text() throws Refusal {
    StringBuilder text = new StringBuilder();
    for (Write write : writes) {
      check(write);
      text.append(text.length() == 0 ? HEADING : "");
      text.append(write.append ? "w+ " : "w ").append(path(write.path)).append(" - - - - ");
      text.append(write.value.replace("\\", "\\\\").replace("%", "%%")).append('\n');
    }
    return text.toString();
  }

  private static void check(Write write) throws Refusal {
    if (!write.path.startsWith("/") || write.path.chars().anyMatch(c -> c < ' ')) {
      throw new Refusal("`" + write.path + "` is no path for tmpfiles.d");
    }
    boolean outer = !write.value.strip().equals(write.value) || write.value.isEmpty();
    if (outer || write.value.chars().anyMatch(c -> c < ' ' && c != '\t')) {
      throw new Refusal("`" + write.value + "` cannot be written by a line of tmpfiles.d");
    }
  }

  private static String path(String path) {
    String escaped = path.replace("%", "%%");
    boolean plain = escaped.chars().noneMatch(c -> c == '"' || c == '\\' || c == ' ' || c == '\'');
    return plain ? escaped : '"' + escaped.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }
}
