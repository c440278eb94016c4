package io.tuner.resources;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One transcript: prose, then sections that begin with {@code === name}. What a host answers and
 * what a type makes of it, in one file that reads like a session at a terminal.
 *
 * @param path where it lies
 * @param head the prose before the first section
 * @param sections their lines, by name, in the order of the file
 */
record Transcript(Path path, List<String> head, Map<String, List<String>> sections) {

  private static final String MARK = "=== ";
  private static final String TRAP = "trap: ";

  static Transcript read(Path path) {
    try {
      return parse(path, Files.readString(path));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Transcript parse(Path path, String text) {
    List<String> head = new ArrayList<>();
    Map<String, List<String>> sections = new LinkedHashMap<>();
    List<String> current = head;
    for (String line : text.lines().toList()) {
      if (line.startsWith(MARK)) {
        current = new ArrayList<>();
        if (sections.put(line.substring(MARK.length()).strip(), current) != null) {
          throw new IllegalStateException(path + ": section twice: " + line);
        }
      } else {
        current.add(line);
      }
    }
    return new Transcript(path, head, sections);
  }

  /** The lines of a section without blank ones at its end; none where there is no such section. */
  List<String> section(String name) {
    return trimmed(sections.getOrDefault(name, List.of()));
  }

  /** The file's name without its ending: which case it is. */
  String caseName() {
    return path.getFileName().toString().replaceFirst("\\.txt$", "");
  }

  /** The folder's name: the type. */
  String typeName() {
    return path.getParent().getFileName().toString();
  }

  /** Whether the reference page shows this one. */
  boolean isExample() {
    return head.contains("example: true");
  }

  /** The traps that it watches. */
  List<String> traps() {
    return head.stream()
        .filter(line -> line.startsWith(TRAP))
        .map(line -> line.substring(TRAP.length()))
        .toList();
  }

  /** This transcript with other expectations; prose, task and readings stay as they are. */
  Transcript with(Map<String, List<String>> expectations) {
    Map<String, List<String>> all = new LinkedHashMap<>();
    for (String given : List.of("task", "files", "readings", "said", "read back")) {
      if (sections.containsKey(given)) {
        all.put(given, section(given));
      }
    }
    all.putAll(expectations);
    return new Transcript(path, head, all);
  }

  /** The file's text. */
  String text() {
    List<String> out = new ArrayList<>(trimmed(head));
    sections.forEach(
        (name, lines) -> {
          out.add((out.isEmpty() ? "" : "\n") + MARK + name);
          out.addAll(trimmed(lines));
        });
    return String.join("\n", out) + "\n";
  }

  void write() {
    try {
      Files.writeString(path, text());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<String> trimmed(List<String> lines) {
    int end = lines.size();
    while (end > 0 && lines.get(end - 1).isBlank()) {
      end--;
    }
    return lines.subList(0, end);
  }
}
