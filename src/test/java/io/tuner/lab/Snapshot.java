package io.tuner.lab;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Something as it was at one moment: names, each with all that is said of it. */
public final class Snapshot {
  private static final String ABSENT = "absent";
  private static final String FROM_IMAGE = " sha256=as in the image";

  private final Map<String, String> entries;

  private Snapshot(Map<String, String> entries) {
    this.entries = entries;
  }

  /** The names, and what is said of each. */
  public Map<String, String> entries() {
    return Map.copyOf(entries);
  }

  /** Each difference to an earlier snapshot, as {@code name: before -> now}. */
  public List<String> changesSince(Snapshot earlier) {
    List<String> changes = new ArrayList<>();
    Map<String, String> names = new TreeMap<>(earlier.entries);
    names.putAll(entries);
    for (String name : names.keySet()) {
      String before = earlier.entries.getOrDefault(name, ABSENT);
      String now = entries.getOrDefault(name, ABSENT);
      if (!before.equals(now) && !resolve(name, before).equals(resolve(name, now))) {
        changes.add(name + ": " + before + " -> " + now);
      }
    }
    return changes;
  }

  /** From lines {@code name = value}. */
  static Snapshot ofLines(String lines) {
    Map<String, String> entries = new TreeMap<>();
    lines
        .lines()
        .forEach(
            line -> {
              int at = line.indexOf(" = ");
              entries.merge(
                  at < 0 ? line : line.substring(0, at),
                  at < 0 ? "" : line.substring(at + 3),
                  (one, other) -> one + " | " + other);
            });
    return new Snapshot(entries);
  }

  /** From what {@code lib/tree.sh} writes. */
  static Snapshot ofTree(String records) {
    Map<String, String> entries = new TreeMap<>();
    String[] fields = records.split("\0", -1);
    int i = 0;
    while (!fields[i].equals("=hashes")) {
      String said = fields[i + 1];
      entries.put(fields[i], said.startsWith("f ") ? said + FROM_IMAGE : said);
      i += 2;
    }
    for (i++; !fields[i].equals("=attributes"); i++) {
      String hash = fields[i].substring(0, 64);
      entries.computeIfPresent(
          fields[i].substring(66),
          (path, said) -> said.replace(FROM_IMAGE, "") + " sha256=" + hash);
    }
    addAttributes(entries, fields[i + 1]);
    return new Snapshot(entries);
  }

  private static void addAttributes(Map<String, String> entries, String printed) {
    String path = "";
    for (String line : printed.lines().toList()) {
      if (line.startsWith("# file: ")) {
        path = line.substring(8);
      } else if (!line.isEmpty()) {
        entries.merge(path, line, (said, attribute) -> said + " " + attribute);
      }
    }
  }

  /** A file that never changed was not hashed on the host. */
  private static String resolve(String path, String said) {
    if (!said.contains(FROM_IMAGE)) {
      return said;
    }
    return said.replace(FROM_IMAGE, " sha256=" + sha256(Path.of(Lab.image() + path)));
  }

  private static String sha256(Path file) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(digest.digest(Files.readAllBytes(file)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java has SHA-256", e);
    }
  }
}
