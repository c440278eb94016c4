package io.tuner.host;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * What ssh_config(5) files say of a host: Host with patterns, Match by host, originalhost, user,
 * localuser and all, Include. Of an option given twice the first counts, but for the lists.
 */
final class SshConfig {

  private static final int DEPTH = 16;
  private static final Set<String> LISTS = Set.of("identityfile", "certificatefile");

  private final List<Path> files;
  private final Path home;

  /**
   * Files that are read in order; one that is missing says nothing.
   *
   * @param home of the user who runs tuner
   */
  SshConfig(List<Path> files, Path home) {
    this.files = List.copyOf(files);
    this.home = home;
  }

  /** The files of this user and of this machine. */
  static SshConfig usual(Path home) {
    return new SshConfig(
        List.of(home.resolve(".ssh/config"), Path.of("/etc/ssh/ssh_config")), home);
  }

  /**
   * The options of a host by keyword in lower case.
   *
   * @param name as the inventory or the command line gives it
   * @param given options that are settled and win
   */
  Map<String, List<String>> lookup(String name, Map<String, List<String>> given)
      throws Unreachable {
    Lookup lookup = new Lookup(name, new LinkedHashMap<>(given));
    for (Path file : files) {
      lookup.read(file, true, 0);
    }
    return lookup.options;
  }

  private final class Lookup {
    private final String name;
    private final Map<String, List<String>> options;
    private final Set<String> settled;

    Lookup(String name, Map<String, List<String>> options) {
      this.name = name;
      this.options = options;
      this.settled = Set.copyOf(options.keySet());
    }

    void read(Path file, boolean outer, int depth) throws Unreachable {
      List<String> lines;
      try {
        lines = Files.readAllLines(file, StandardCharsets.ISO_8859_1);
      } catch (NoSuchFileException none) {
        return;
      } catch (IOException e) {
        throw fault(file + ": cannot read it: " + e.getMessage(), "");
      }
      if (depth > DEPTH) {
        throw fault(file + ": too many files include each other", "");
      }
      boolean active = outer;
      for (int i = 0; i < lines.size(); i++) {
        String line = lines.get(i).strip();
        if (line.isEmpty() || line.startsWith("#")) {
          continue;
        }
        String place = file + ":" + (i + 1);
        List<String> words = words(line, place);
        String keyword = words.remove(0).toLowerCase(Locale.ROOT);
        switch (keyword) {
          case "host" -> active = outer && matches(words, name);
          case "match" -> active = outer && match(words, place);
          case "include" -> {
            if (active) {
              include(file, words, depth);
            }
          }
          default -> {
            if (active && !words.isEmpty()) {
              put(keyword, words);
            }
          }
        }
      }
    }

    private void put(String keyword, List<String> words) {
      if (settled.contains(keyword)) {
        return;
      }
      if (LISTS.contains(keyword)) {
        options.computeIfAbsent(keyword, k -> new ArrayList<>()).addAll(words);
      } else {
        options.putIfAbsent(keyword, List.copyOf(words));
      }
    }

    private boolean match(List<String> words, String place) throws Unreachable {
      for (int i = 0; i < words.size(); i++) {
        String word = words.get(i).toLowerCase(Locale.ROOT);
        boolean wanted = !word.startsWith("!");
        String criterion = wanted ? word : word.substring(1);
        if (criterion.equals("all")) {
          if (!wanted) {
            return false;
          }
          continue;
        }
        String subject =
            switch (criterion) {
              case "host" -> first("hostname", name).replace("%h", name);
              case "originalhost" -> name;
              case "user" -> first("user", System.getProperty("user.name"));
              case "localuser" -> System.getProperty("user.name");
              default ->
                  throw fault(
                      place + ": `Match " + criterion + "` is not supported",
                      "use `Host`, or `Match` by host, originalhost, user, localuser or all");
            };
        i++;
        if (i >= words.size()) {
          throw fault(place + ": `Match " + criterion + "` needs a pattern", "");
        }
        if (matches(List.of(words.get(i).split(",")), subject) != wanted) {
          return false;
        }
      }
      return true;
    }

    private String first(String keyword, String otherwise) {
      return options.getOrDefault(keyword, List.of(otherwise)).get(0);
    }

    private void include(Path file, List<String> patterns, int depth) throws Unreachable {
      Path base = file.startsWith("/etc/ssh") ? Path.of("/etc/ssh") : home.resolve(".ssh");
      for (String pattern : patterns) {
        Path path = base.resolve(tilde(pattern, home));
        if (path.getFileName() == null || path.getParent() == null) {
          continue;
        }
        Set<Path> found = new TreeSet<>();
        try (DirectoryStream<Path> entries =
            Files.newDirectoryStream(path.getParent(), path.getFileName().toString())) {
          entries.forEach(found::add);
        } catch (IOException none) {
          continue;
        }
        for (Path included : found) {
          read(included, true, depth + 1);
        }
      }
    }
  }

  static String tilde(String path, Path home) {
    return path.equals("~") || path.startsWith("~/") ? home + path.substring(1) : path;
  }

  /** As ssh does it: one that is negated and fits makes the whole list not fit. */
  static boolean matches(List<String> patterns, String text) {
    boolean found = false;
    for (String pattern : patterns) {
      boolean negated = pattern.startsWith("!");
      if (glob(negated ? pattern.substring(1) : pattern, text)) {
        if (negated) {
          return false;
        }
        found = true;
      }
    }
    return found;
  }

  /** Star and question mark, without regard to case. */
  static boolean glob(String pattern, String text) {
    int p = 0;
    int t = 0;
    int star = -1;
    int mark = 0;
    String lower = text.toLowerCase(Locale.ROOT);
    String wanted = pattern.toLowerCase(Locale.ROOT);
    while (t < lower.length()) {
      char c = p < wanted.length() ? wanted.charAt(p) : '\0';
      if (c == '*') {
        star = p++;
        mark = t;
      } else if (p < wanted.length() && (c == '?' || c == lower.charAt(t))) {
        p++;
        t++;
      } else if (star >= 0) {
        p = star + 1;
        t = ++mark;
      } else {
        return false;
      }
    }
    while (p < wanted.length() && wanted.charAt(p) == '*') {
      p++;
    }
    return p == wanted.length();
  }

  private static List<String> words(String line, String place) throws Unreachable {
    int end = 0;
    while (end < line.length() && "= \t".indexOf(line.charAt(end)) < 0) {
      end++;
    }
    String rest = line.substring(end).strip();
    rest = rest.startsWith("=") ? rest.substring(1) : rest;
    try {
      List<String> words = new ArrayList<>(List.of(line.substring(0, end)));
      words.addAll(SshArguments.words(place, rest));
      return words;
    } catch (InvalidVariable e) {
      throw fault(place + ": " + e.getMessage(), "");
    }
  }

  private static Unreachable fault(String message, String hint) {
    return new Unreachable(Unreachable.Kind.CONFIGURATION, message, hint);
  }
}
