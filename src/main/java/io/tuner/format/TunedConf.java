package io.tuner.format;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One file of a TuneD profile, or of its variables (tuned.conf(5)), as the Python ConfigParser that
 * TuneD uses reads it: {@code =} alone parts key and value, {@code #} behind a blank starts a
 * comment, an indented line goes on with the value before it, of two lines with one key the last
 * counts, and sections of one name are one. Never fails: a line that is none of these is left out
 * and counted.
 *
 * @param sections their settings in order, by section and key; what stands before any header is in
 *     the section {@code ""}
 * @param unread the number of the first line that TuneD would refuse the file for; 0 for none
 */
public record TunedConf(Map<String, Map<String, TunedConf.Setting>> sections, int unread) {

  /**
   * A value and where it is.
   *
   * @param line of its key, from 1
   */
  public record Setting(String value, int line) {}

  private static final Pattern HEADER = Pattern.compile("\\[(.+)\\]");
  private static final Pattern COMMENT = Pattern.compile("(?:^|\\s)#");

  /** Reads a file. */
  public static TunedConf parse(String text) {
    Map<String, Map<String, Setting>> sections = new LinkedHashMap<>();
    String section = "";
    String key = null;
    int unread = 0;
    int number = 0;
    for (Line each : Line.split(text)) {
      number++;
      String line = withoutComment(each.text());
      if (line.isBlank() || line.stripLeading().startsWith(";")) {
        continue;
      }
      boolean indented = Character.isWhitespace(line.charAt(0));
      Map<String, Setting> settings = sections.computeIfAbsent(section, s -> new LinkedHashMap<>());
      if (indented && key != null) {
        Setting begun = settings.get(key);
        settings.put(key, new Setting(begun.value() + "\n" + line.strip(), begun.line()));
        continue;
      }
      Matcher header = HEADER.matcher(line.strip());
      int equals = line.indexOf('=');
      if (header.lookingAt()) {
        section = header.group(1);
        key = null;
        sections.computeIfAbsent(section, s -> new LinkedHashMap<>());
      } else if (equals > 0 && !line.substring(0, equals).isBlank()) {
        key = line.substring(0, equals).strip();
        settings.put(key, new Setting(line.substring(equals + 1).strip(), number));
      } else {
        unread = unread == 0 ? number : unread;
      }
    }
    if (sections.getOrDefault("", Map.of()).isEmpty()) {
      sections.remove("");
    }
    return new TunedConf(sections, unread);
  }

  /** The settings of a section; none where there is no such section. */
  public Map<String, Setting> section(String name) {
    return sections.getOrDefault(name, Map.of());
  }

  /** The value of a key, where it is set. */
  public Optional<String> get(String section, String key) {
    return Optional.ofNullable(section(section).get(key)).map(Setting::value);
  }

  private static String withoutComment(String line) {
    Matcher comment = COMMENT.matcher(line);
    return comment.find() ? line.substring(0, comment.start()) : line;
  }
}
