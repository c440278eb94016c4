package io.tuner.format;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Files that say what becomes of kernel modules at boot: of modules-load.d(5), a name a line, and
 * of modprobe.d(5), a command, a name and what follows. Keys are {@code load NAME}, {@code options
 * NAME}, {@code blacklist NAME}, {@code install NAME}; in names a dash is an underscore
 * (modprobe(8)). Every other line stays as it is.
 *
 * @param list whether it is a file of modules-load.d
 * @param text of the file
 */
public record ModuleLines(boolean list, String text) implements KeyedFile {

  /** What a key that has no value of its own, such as {@code load}, is set to. */
  public static final String SET = "yes";

  /**
   * A line that says something.
   *
   * @param number of its first line, from 1
   * @param end the number behind that of its last line
   */
  public record Entry(int number, int end, String key, String value) {}

  /** A file of modules-load.d. */
  public static ModuleLines ofList(String text) {
    return new ModuleLines(true, text);
  }

  /** A file of modprobe.d. */
  public static ModuleLines ofCommands(String text) {
    return new ModuleLines(false, text);
  }

  /** The name as the kernel has it. */
  public static String name(String given) {
    return given.replace('-', '_');
  }

  /** The lines that say something, in order; a line goes on behind a backslash (modprobe.d(5)). */
  public List<Entry> entries() {
    List<Entry> entries = new ArrayList<>();
    List<Line> lines = Line.split(text);
    for (int i = 0; i < lines.size(); i++) {
      int number = i + 1;
      StringBuilder all = new StringBuilder(lines.get(i).text());
      while (!list && all.toString().endsWith("\\") && i + 1 < lines.size()) {
        all.setLength(all.length() - 1);
        all.append(' ').append(lines.get(++i).text());
      }
      entry(number, i + 2, all.toString().strip()).ifPresent(entries::add);
    }
    return entries;
  }

  private Optional<Entry> entry(int number, int end, String line) {
    if (line.isEmpty() || line.startsWith("#") || list && line.startsWith(";")) {
      return Optional.empty();
    }
    if (list) {
      return Optional.of(new Entry(number, end, "load " + name(line), SET));
    }
    String[] words = line.split("\\s+", 3);
    if (words.length < 2 || !words[0].matches("options|blacklist|install")) {
      return Optional.empty();
    }
    String value = words[0].equals("blacklist") ? SET : words.length < 3 ? "" : words[2].strip();
    return Optional.of(new Entry(number, end, words[0] + " " + name(words[1]), value));
  }

  @Override
  public Map<String, String> values() {
    Map<String, String> values = new LinkedHashMap<>();
    for (Entry entry : entries()) {
      // Several lines of options add up (modprobe.d(5)).
      boolean adds = entry.key.startsWith("options ");
      values.merge(entry.key, entry.value, (one, more) -> adds ? one + " " + more : more);
    }
    return values;
  }

  @Override
  public ModuleLines with(String key, Optional<String> value) {
    List<Line> lines = new ArrayList<>(Line.split(text));
    int place = lines.size();
    List<Entry> entries = entries();
    for (int i = entries.size() - 1; i >= 0; i--) {
      if (entries.get(i).key.equals(key)) {
        place = entries.get(i).number - 1;
        for (int line = entries.get(i).end - 2; line >= place; line--) {
          Line.remove(lines, line);
        }
      }
    }
    if (value.isPresent()) {
      String[] words = key.split(" ", 2);
      String written = value.get().equals(SET) ? "" : " " + value.get();
      Line.insert(lines, place, list ? words[1] : key + written);
    }
    return new ModuleLines(list, Line.join(lines));
  }
}
