package io.tuner.format;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * The file {@code /etc/fstab} (fstab(5)), read and edited by entry; every line that is not edited
 * stays as it is, byte for byte.
 *
 * <p>An entry is found by its mount point, a swap entry by its source, for their mount points
 * ({@code none}, {@code swap}) are alike. Of several entries for one mount point the first counts,
 * as for systemd-fstab-generator(8) and {@code mount POINT}.
 */
public final class Fstab {

  /**
   * One entry, escapes decoded.
   *
   * @param source device, tag or server: {@code UUID=…}, {@code /dev/sdb1}, {@code tmpfs}
   * @param target mount point; {@code none} or {@code swap} for swap
   * @param type file system type
   * @param options at least one; {@code defaults} where the line has none
   * @param dump fifth field, absent where the line has none, which means 0
   * @param pass sixth field, absent where the line has none, which means 0
   */
  public record Entry(
      String source,
      String target,
      String type,
      List<String> options,
      OptionalInt dump,
      OptionalInt pass) {

    /** An entry of the given fields; no options become {@code defaults}. */
    public Entry {
      options = options.isEmpty() ? List.of("defaults") : List.copyOf(options);
    }

    /** Whether this is swap space, not a file system. */
    public boolean isSwap() {
      return type.equals("swap");
    }

    /** Whether both mean the same: an absent field is 0, a trailing slash nothing. */
    public boolean sameAs(Entry other) {
      return source.equals(other.source)
          && (isSwap() && other.isSwap() || point(target).equals(point(other.target)))
          && type.equals(other.type)
          && options.equals(other.options)
          && dump.orElse(0) == other.dump.orElse(0)
          && pass.orElse(0) == other.pass.orElse(0);
    }

    private boolean isAbout(Entry other) {
      return isSwap() == other.isSwap()
          && (isSwap() ? source.equals(other.source) : point(target).equals(point(other.target)));
    }
  }

  private final List<Line> lines;

  private Fstab(List<Line> lines) {
    this.lines = List.copyOf(lines);
  }

  /** Reads a file; lines with fewer than three fields are no entries, and are kept. */
  public static Fstab parse(String text) {
    return new Fstab(Line.split(text));
  }

  /** The file. */
  public String text() {
    return Line.join(lines);
  }

  /** All entries in the order of the file, duplicates included. */
  public List<Entry> entries() {
    return lines.stream()
        .map(FstabLine::parse)
        .flatMap(Optional::stream)
        .map(FstabLine::entry)
        .toList();
  }

  /** The entry of a mount point that counts. */
  public Optional<Entry> mount(String target) {
    return entries().stream()
        .filter(e -> !e.isSwap() && point(e.target).equals(point(target)))
        .findFirst();
  }

  /** The swap entry of a source. */
  public Optional<Entry> swap(String source) {
    return swap(Set.of(source));
  }

  /** The first swap entry of a source that goes by these names. */
  public Optional<Entry> swap(Set<String> sources) {
    return entries().stream().filter(e -> e.isSwap() && sources.contains(e.source)).findFirst();
  }

  /**
   * This file with an entry. The line of its mount point (or swap source) is changed in those
   * fields that differ, keeping its columns and comment, and further lines of it are removed; where
   * there is none, a line is added at the end. An absent {@code dump} or {@code pass} leaves the
   * line's own.
   */
  public Fstab with(Entry entry) {
    List<Line> changed = new ArrayList<>(lines);
    boolean placed = false;
    for (int i = 0; i < changed.size(); i++) {
      Optional<FstabLine> line = FstabLine.parse(changed.get(i));
      if (line.isEmpty() || !line.get().entry().isAbout(entry)) {
        continue;
      }
      if (placed) {
        Line.remove(changed, i--);
      } else {
        changed.set(i, changed.get(i).withText(line.get().with(entry)));
        placed = true;
      }
    }
    if (!placed) {
      Line.insert(changed, changed.size(), FstabLine.written(entry));
    }
    return new Fstab(changed);
  }

  /** This file without the entries of a mount point. */
  public Fstab withoutMount(String target) {
    return without(new Entry("", target, "", List.of(), OptionalInt.empty(), OptionalInt.empty()));
  }

  /** This file without the swap entries of a source. */
  public Fstab withoutSwap(String source) {
    return without(
        new Entry(source, "none", "swap", List.of(), OptionalInt.empty(), OptionalInt.empty()));
  }

  private Fstab without(Entry entry) {
    List<Line> changed = new ArrayList<>(lines);
    for (int i = changed.size() - 1; i >= 0; i--) {
      Optional<FstabLine> line = FstabLine.parse(changed.get(i));
      if (line.isPresent() && line.get().entry().isAbout(entry)) {
        Line.remove(changed, i);
      }
    }
    return new Fstab(changed);
  }

  /** A mount point without trailing and doubled slashes. */
  static String point(String path) {
    String single = path.replaceAll("/+", "/");
    return single.length() > 1 && single.endsWith("/")
        ? single.substring(0, single.length() - 1)
        : single;
  }
}
