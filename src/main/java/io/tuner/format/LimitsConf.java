package io.tuner.format;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * A file of limits that PAM sets at a login (limits.conf(5)). A key is {@code DOMAIN soft ITEM} or
 * {@code DOMAIN hard ITEM}; a line of type {@code -} sets both.
 */
public final class LimitsConf implements KeyedFile {

  /** What a value without a limit is called here. */
  public static final String UNLIMITED = "unlimited";

  private static final Set<String> NO_LIMIT = Set.of(UNLIMITED, "infinity", "-1", "-");
  private static final Set<String> NUMBERS_ONLY = Set.of("priority", "nice", "nonewprivs");
  private static final List<String> ROOTS =
      List.of("/etc/security/", "/usr/etc/security/", "/usr/lib/pam/security/");

  /**
   * A limit of a line.
   *
   * @param line its number, from 1
   * @param key of it; two limits of one line have two keys
   * @param value as {@link #normal} has it
   */
  public record Limit(int line, String key, String value) {}

  private final List<Line> lines;

  private LimitsConf(List<Line> lines) {
    this.lines = List.copyOf(lines);
  }

  /** Reads a file; lines that set nothing are kept. */
  public static LimitsConf parse(String text) {
    return new LimitsConf(Line.split(text));
  }

  /** The key of a limit. */
  public static String key(String domain, String type, String item) {
    return domain + " " + type + " " + item;
  }

  /**
   * A value in one form: {@code -1} and {@code infinity} are {@link #UNLIMITED}, but for items
   * where they are a number; numbers have no leading zeros.
   */
  public static String normal(String item, String value) {
    String text = value.strip().toLowerCase(Locale.ROOT);
    if (NO_LIMIT.contains(text) && !NUMBERS_ONLY.contains(item)) {
      return UNLIMITED;
    }
    return text.matches("-?[0-9]{1,40}") ? new BigInteger(text).toString() : text;
  }

  /** The files that count, in the order in which PAM reads them; the last of two limits wins. */
  public static List<String> order(Collection<String> paths) {
    List<String> order = new ArrayList<>();
    Map<String, String> byName = new TreeMap<>();
    for (String root : ROOTS) {
      if (order.isEmpty() && paths.contains(root + "limits.conf")) {
        order.add(root + "limits.conf");
      }
      for (String path : paths) {
        String directory = root + "limits.d/";
        if (path.startsWith(directory) && path.endsWith(".conf")) {
          byName.putIfAbsent(path.substring(directory.length()), path);
        }
      }
    }
    order.addAll(byName.values());
    return order;
  }

  /** All limits in the order of the file. */
  public List<Limit> limits() {
    List<Limit> limits = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      String[] fields = fields(i);
      for (String type : types(fields)) {
        String item = fields[2].toLowerCase(Locale.ROOT);
        limits.add(new Limit(i + 1, key(fields[0], type, item), normal(item, fields[3])));
      }
    }
    return limits;
  }

  @Override
  public Map<String, String> values() {
    Map<String, String> values = new LinkedHashMap<>();
    limits().forEach(limit -> values.put(limit.key, limit.value));
    return values;
  }

  /** A line that sets both types and is to keep one of them becomes a line of that one. */
  @Override
  public LimitsConf with(String key, Optional<String> value) {
    List<Line> changed = new ArrayList<>(lines);
    boolean placed = false;
    for (int i = lines.size() - 1; i >= 0; i--) {
      String[] fields = fields(i);
      List<String> types = new ArrayList<>(types(fields));
      if (!types.removeIf(
          type -> key.equals(key(fields[0], type, fields[2].toLowerCase(Locale.ROOT))))) {
        continue;
      }
      Line line = lines.get(i);
      if (value.isPresent() && !placed && types.isEmpty()) {
        changed.set(i, line.withText(key + " " + value.get()));
        placed = true;
      } else if (types.isEmpty()) {
        Line.remove(changed, i);
      } else {
        changed.set(i, line.withText(key(fields[0], types.get(0), fields[2]) + " " + fields[3]));
      }
    }
    if (value.isPresent() && !placed) {
      Line.insert(changed, changed.size(), key + " " + value.get());
    }
    return new LimitsConf(changed);
  }

  @Override
  public String text() {
    return Line.join(lines);
  }

  /** Domain, type, item and value; none where the line has not all of them. */
  private String[] fields(int index) {
    String[] fields = lines.get(index).text().replaceFirst("#.*", "").strip().split("[ \\t]+", 4);
    return fields.length == 4 ? fields : new String[0];
  }

  private static List<String> types(String[] fields) {
    if (fields.length == 0) {
      return List.of();
    }
    return switch (fields[1].toLowerCase(Locale.ROOT)) {
      case "soft" -> List.of("soft");
      case "hard" -> List.of("hard");
      case "-" -> List.of("soft", "hard");
      default -> List.of();
    };
  }
}
