package io.tuner.format;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A file of kernel parameters: sysctl.conf(5), sysctl.d(5).
 *
 * <p>Keys are compared by their path below /proc/sys: {@code net.ipv4.ip_forward} and {@code
 * net/ipv4/ip_forward} are one.
 */
public final class SysctlConf implements KeyedFile {
  private static final Pattern SETTING =
      Pattern.compile("(\\s*)(-?)([^\\s=#;][^=]*?)(\\s*=\\s*)(.*?)(\\s*)");
  private static final Pattern EXCLUSION = Pattern.compile("\\s*-([^\\s=]+)\\s*");

  /** Which program sets the parameters at boot. */
  public enum Reader {
    /**
     * systemd-sysctl: the directories alone; /etc/sysctl.conf only where a link there leads to it.
     */
    SYSTEMD,
    /** {@code sysctl --system} of procps: the directories, then /etc/sysctl.conf. */
    PROCPS
  }

  /**
   * One line that sets a parameter.
   *
   * @param line its number, from 1
   * @param path of the parameter below /proc/sys; may hold wildcards
   * @param value as written, runs of blanks reduced to one; empty for an exclusion ({@code -key})
   */
  public record Setting(int line, String path, Optional<String> value) {}

  /** The line that decides a parameter at boot. */
  public record Winner(String file, int line, String value) {}

  private final List<Line> lines;

  private SysctlConf(List<Line> lines) {
    this.lines = List.copyOf(lines);
  }

  /** Reads a file. */
  public static SysctlConf parse(String text) {
    return new SysctlConf(Line.split(text));
  }

  @Override
  public String text() {
    return Line.join(lines);
  }

  /** All lines that set or exclude parameters, in order. */
  public List<Setting> settings() {
    List<Setting> settings = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      setting(i).ifPresent(settings::add);
    }
    return settings;
  }

  /** The value of each parameter by its name with dots; wildcards and exclusions are left out. */
  @Override
  public Map<String, String> values() {
    Map<String, String> values = new LinkedHashMap<>();
    for (Setting setting : settings()) {
      if (setting.value.isPresent() && !Glob.hasWildcard(setting.path)) {
        values.put(name(setting.path), setting.value.get());
      }
    }
    return values;
  }

  @Override
  public SysctlConf with(String key, Optional<String> value) {
    return value.map(v -> with(key, v)).orElseGet(() -> without(key));
  }

  /** The value the file gives a parameter at last, wildcards aside. */
  public Optional<String> get(String key) {
    return settings().stream()
        .filter(s -> s.path.equals(path(key)))
        .reduce((first, last) -> last)
        .flatMap(Setting::value);
  }

  /**
   * This file with a parameter set: its last line is changed, further lines of it and exclusions
   * are removed; else a line is added at the end.
   */
  public SysctlConf with(String key, String value) {
    List<Line> changed = new ArrayList<>(lines);
    boolean placed = false;
    for (int i = lines.size() - 1; i >= 0; i--) {
      if (setting(i).filter(s -> s.path.equals(path(key))).isEmpty()) {
        continue;
      }
      Matcher matcher = SETTING.matcher(lines.get(i).text());
      if (!matcher.matches()) {
        Line.remove(changed, i);
        continue;
      }
      if (placed) {
        Line.remove(changed, i);
      } else if (!normal(matcher.group(5)).equals(normal(value))) {
        String start = lines.get(i).text().substring(0, matcher.start(5));
        changed.set(i, changed.get(i).withText(start + value + matcher.group(6)));
      }
      placed = true;
    }
    if (!placed) {
      Line.insert(changed, changed.size(), key + " = " + value);
    }
    return new SysctlConf(changed);
  }

  /** This file without any line that sets the parameter. */
  public SysctlConf without(String key) {
    List<Line> changed = new ArrayList<>(lines);
    for (int i = lines.size() - 1; i >= 0; i--) {
      if (setting(i).filter(s -> s.path.equals(path(key))).isPresent()) {
        Line.remove(changed, i);
      }
    }
    return new SysctlConf(changed);
  }

  private Optional<Setting> setting(int index) {
    String text = lines.get(index).text();
    Matcher matcher = SETTING.matcher(text);
    if (matcher.matches()) {
      Optional<String> value = Optional.of(normal(matcher.group(5)));
      return Optional.of(new Setting(index + 1, path(matcher.group(3)), value));
    }
    Matcher exclusion = EXCLUSION.matcher(text);
    return exclusion.matches()
        ? Optional.of(new Setting(index + 1, path(exclusion.group(1)), Optional.empty()))
        : Optional.empty();
  }

  /**
   * Which file and line sets a parameter last at boot. A line that names the parameter beats one
   * with wildcards wherever it stands, and {@code -key} alone takes it out of them.
   *
   * @param files text by absolute path: all of sysctl.d in any directory, and /etc/sysctl.conf
   */
  public static Optional<Winner> winner(Map<String, String> files, String key, Reader reader) {
    Set<String> order =
        new LinkedHashSet<>(ConfigurationOrder.of(files.keySet(), "sysctl.d", ".conf"));
    if (reader == Reader.PROCPS && files.containsKey("/etc/sysctl.conf")) {
      order.add("/etc/sysctl.conf");
    }
    Optional<Winner> named = Optional.empty();
    Optional<Winner> matched = Optional.empty();
    boolean excluded = false;
    String path = path(key);
    for (String file : order) {
      for (Setting setting : parse(files.get(file)).settings()) {
        Winner winner = new Winner(file, setting.line, setting.value.orElse(""));
        if (setting.path.equals(path)) {
          named = setting.value.map(value -> winner);
          excluded = setting.value.isEmpty();
        } else if (setting.value.isPresent()
            && Glob.hasWildcard(setting.path)
            && Glob.ofPath(setting.path).matches(path)) {
          matched = Optional.of(winner);
        }
      }
    }
    return named.isPresent() || excluded ? named : matched;
  }

  /**
   * The path of a key below /proc/sys. What separates first decides: after a dot, dots separate and
   * slashes stand for dots ({@code net.ipv4.conf.eth0/1.forwarding}); after a slash all stay.
   */
  public static String path(String key) {
    int dot = key.indexOf('.');
    int slash = key.indexOf('/');
    if (dot < 0 || slash >= 0 && slash < dot) {
      return key;
    }
    return name(key);
  }

  /** A key with dots, the one name of a parameter: the reverse of {@link #path}. */
  public static String name(String path) {
    StringBuilder name = new StringBuilder(path);
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      name.setCharAt(i, c == '.' ? '/' : c == '/' ? '.' : c);
    }
    return name.toString();
  }

  /** A value with tabs and runs of blanks as one blank, as values of several numbers compare. */
  public static String normal(String value) {
    return value.strip().replaceAll("\\s+", " ");
  }
}
