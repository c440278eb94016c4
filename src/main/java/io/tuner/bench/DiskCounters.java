package io.tuner.bench;

import io.tuner.format.DiskStats;
import io.tuner.format.DiskStats.Column;
import io.tuner.format.Glob;
import io.tuner.resource.Probe;
import io.tuner.resource.ProbeFailed;
import io.tuner.resource.Readings;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The disks that are watched, and what each counted.
 *
 * @param advances by name
 * @param summed which of them make the sum of the host
 */
record DiskCounters(Map<String, DiskStats.Device> advances, List<String> summed) {

  private static final String COUNTERS = "/proc/diskstats";
  private static final String WHOLE = "/sys/block/*/size";

  /** Of layers on other disks there is none: they belong to no device. */
  private static final String PHYSICAL = "/sys/block/*/device/uevent";

  /** A path of an NVMe multipath disk, which the disk itself counts again. */
  private static final String PATH = "nvme[0-9]+c[0-9]+n[0-9]+";

  static final Probe PROBE = Probe.NOTHING.file(COUNTERS).glob(WHOLE).glob(PHYSICAL);

  /**
   * What the disks counted that patterns name.
   *
   * @param patterns none: every disk that is no layer on others
   * @param tally is warned of those that came and went
   */
  static DiskCounters of(Observed observed, List<String> patterns, Tally tally) throws ProbeFailed {
    DiskStats start = counters(observed.start());
    DiskStats end = counters(observed.end());
    Set<String> physical = names(PHYSICAL, observed.start(), observed.end());
    physical.removeIf(name -> name.matches(PATH));
    Set<String> all = new TreeSet<>(start.devices().keySet());
    all.addAll(end.devices().keySet());
    Set<String> chosen = new TreeSet<>();
    for (String pattern : patterns) {
      Set<String> matching = matching(pattern, all);
      if (matching.isEmpty()) {
        tally.warn("no disk matches `" + pattern + "`");
      }
      chosen.addAll(matching);
    }
    if (patterns.isEmpty()) {
      all.stream().filter(physical::contains).forEach(chosen::add);
      if (chosen.isEmpty()) {
        tally.warn("the host tells of no disk of its own: name some in `devices`");
      }
    }
    Map<String, DiskStats.Device> advances = advances(chosen, start, end, tally);
    Set<String> whole = names(WHOLE, observed.start(), observed.end());
    return new DiskCounters(advances, summed(advances.keySet(), physical, whole));
  }

  private static Map<String, DiskStats.Device> advances(
      Set<String> chosen, DiskStats start, DiskStats end, Tally tally) {
    Map<String, DiskStats.Device> advances = new LinkedHashMap<>();
    for (String name : chosen) {
      DiskStats.Device before = start.devices().get(name);
      DiskStats.Device after = end.devices().get(name);
      if (before == null || after == null) {
        tally.warn("`" + name + "` " + (before == null ? "appeared" : "vanished") + " meanwhile");
        continue;
      }
      Optional<DiskStats.Device> advance = before.until(after);
      advance.ifPresent(counted -> advances.put(name, counted));
      if (advance.isEmpty()) {
        tally.warn("`" + name + "` is another disk than it was: its counters began anew");
      }
    }
    return advances;
  }

  /** DiskCounters; where none is watched, layers; where neither is, partitions: nothing twice. */
  private static List<String> summed(
      Collection<String> watched, Set<String> physical, Set<String> whole) {
    for (Set<String> kind : List.of(physical, whole)) {
      List<String> some = watched.stream().filter(kind::contains).toList();
      if (!some.isEmpty()) {
        return some;
      }
    }
    return List.copyOf(watched);
  }

  /** What those of the sum counted together; a column that one lacks is left out. */
  Optional<DiskStats.Device> sum() {
    List<DiskStats.Device> parts = summed.stream().map(advances::get).toList();
    Map<Column, Long> sum = new EnumMap<>(Column.class);
    for (Column column : Column.values()) {
      if (parts.stream().allMatch(part -> part.get(column).isPresent())) {
        sum.put(column, parts.stream().mapToLong(part -> part.get(column).orElseThrow()).sum());
      }
    }
    return parts.isEmpty() ? Optional.empty() : Optional.of(new DiskStats.Device(sum));
  }

  /** Those a pattern names. */
  Map<String, DiskStats.Device> matching(String pattern) {
    return matching(pattern, advances.keySet()).stream()
        .collect(Collectors.toMap(name -> name, advances::get));
  }

  private static Set<String> matching(String pattern, Collection<String> names) {
    Glob glob = Glob.of(pattern.replaceFirst("^/dev/", ""));
    return names.stream().filter(glob::matches).collect(Collectors.toCollection(TreeSet::new));
  }

  private static DiskStats counters(Readings readings) throws ProbeFailed {
    return DiskStats.parse(
        readings.text(COUNTERS).orElseThrow(() -> new ProbeFailed("the host has no " + COUNTERS)));
  }

  /** The names that stand for the star of a pattern below {@code /sys/block}. */
  private static Set<String> names(String pattern, Readings... readings) {
    Set<String> names = new TreeSet<>();
    List<String> paths = new ArrayList<>();
    for (Readings each : readings) {
      paths.addAll(each.glob(pattern).keySet());
    }
    // The kernel writes a slash in a disk's name as an exclamation mark there (cciss!c0d0).
    paths.forEach(path -> names.add(path.split("/")[3].replace('!', '/')));
    return names;
  }
}
