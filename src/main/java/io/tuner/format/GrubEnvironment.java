package io.tuner.format;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * GRUB's environment block, {@code grubenv}: a heading, {@code name=value} lines and {@code #}
 * padding, 1024 bytes in all (GRUB manual, "The GRUB environment block"; grub-core/lib/envblk.c). A
 * backslash stands before a backslash or line feed of a value.
 *
 * <p>On RHEL 8 the kernel's options are its {@code kernelopts}. GRUB writes into the very blocks of
 * the file at boot, so its length never changes.
 */
public final class GrubEnvironment {
  private static final String SIGNATURE = "# GRUB Environment Block\n";

  private final int size;
  private final List<String> lines;

  private GrubEnvironment(int size, List<String> lines) {
    this.size = size;
    this.lines = List.copyOf(lines);
  }

  /**
   * Reads a block.
   *
   * @throws Refusal if this is no environment block, or a damaged one, which GRUB ignores as well
   */
  public static GrubEnvironment parse(String block) throws Refusal {
    if (!block.startsWith(SIGNATURE)) {
      throw new Refusal("the file does not begin with `" + SIGNATURE.strip() + "`");
    }
    List<String> lines = new ArrayList<>();
    int at = SIGNATURE.length();
    while (at < block.length() && !isPadding(block, at)) {
      int end = at;
      while (end < block.length() && block.charAt(end) != '\n') {
        end += block.charAt(end) == '\\' ? 2 : 1;
      }
      if (end >= block.length()) {
        throw new Refusal("the last line of the environment block has no end");
      }
      lines.add(block.substring(at, end));
      at = end + 1;
    }
    return new GrubEnvironment(bytes(block), lines);
  }

  /** Reads the output of {@code grub2-editenv list}: variables without heading and padding. */
  public static Map<String, String> listed(String output) {
    Map<String, String> variables = new LinkedHashMap<>();
    for (Line line : Line.split(output)) {
      int equals = line.text().indexOf('=');
      if (equals > 0) {
        variables.putIfAbsent(line.text().substring(0, equals), line.text().substring(equals + 1));
      }
    }
    return variables;
  }

  private static boolean isPadding(String block, int from) {
    for (int i = from; i < block.length(); i++) {
      if (block.charAt(i) != '#') {
        return false;
      }
    }
    return true;
  }

  /** The block, padded to its length. */
  public String text() {
    StringBuilder block = new StringBuilder(SIGNATURE);
    lines.forEach(line -> block.append(line).append('\n'));
    return block.append("#".repeat(size - bytes(block.toString()))).toString();
  }

  /** All variables; of a name that repeats, the first counts, as for GRUB. */
  public Map<String, String> variables() {
    Map<String, String> variables = new LinkedHashMap<>();
    for (String line : lines) {
      int equals = line.indexOf('=');
      if (equals > 0 && !line.startsWith("#")) {
        variables.putIfAbsent(
            line.substring(0, equals), line.substring(equals + 1).replaceAll("(?s)\\\\(.)", "$1"));
      }
    }
    return variables;
  }

  /** The value of a variable; empty where it is not set. */
  public Optional<String> get(String name) {
    return Optional.ofNullable(variables().get(name));
  }

  /** How many bytes of lines still fit in. */
  public int free() {
    return size - SIGNATURE.length() - lines.stream().mapToInt(line -> bytes(line) + 1).sum();
  }

  /**
   * This block with a variable set, in its place or after the others.
   *
   * @throws Refusal if it does not fit, or the name is none
   */
  public GrubEnvironment with(String name, String value) throws Refusal {
    if (get(name).equals(Optional.of(value))) {
      return this;
    }
    if (name.isEmpty() || name.chars().anyMatch(c -> "=#\n\\".indexOf(c) >= 0)) {
      throw new Refusal("`" + name + "` is no name of a variable of GRUB");
    }
    String line = name + "=" + value.replace("\\", "\\\\").replace("\n", "\\\n");
    List<String> changed = new ArrayList<>(lines);
    int at = index(name);
    if (at < 0) {
      changed.add(line);
    } else {
      changed.set(at, line);
    }
    GrubEnvironment environment = new GrubEnvironment(size, changed);
    if (environment.free() < 0) {
      throw new Refusal(
          "`"
              + name
              + "` is "
              + -environment.free()
              + " bytes too long for the environment block of "
              + size
              + " bytes");
    }
    return environment;
  }

  /** This block without a variable. */
  public GrubEnvironment without(String name) {
    List<String> changed = new ArrayList<>(lines);
    changed.removeIf(line -> line.startsWith(name + "="));
    return new GrubEnvironment(size, changed);
  }

  private int index(String name) {
    for (int i = 0; i < lines.size(); i++) {
      if (lines.get(i).startsWith(name + "=")) {
        return i;
      }
    }
    return -1;
  }

  private static int bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }
}
