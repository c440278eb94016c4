package io.tuner.plan;

import io.tuner.resource.Probe;
import io.tuner.resource.Read;
import io.tuner.resource.Reading;
import io.tuner.resource.Readings;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Where the files that tasks name lie, every symbolic link followed: two names may be one file. */
public final class RealPaths {

  /** Kernel file systems: what tasks write there has names of its own. */
  private static final List<String> KERNEL = List.of("/proc/", "/sys/", "/dev/");

  private final Readings readings;
  private final Map<String, String> known = new HashMap<>();

  public RealPaths(Readings readings) {
    this.readings = readings;
  }

  /** What must be read besides to know them. */
  public static Probe probe(Probe probe) {
    Set<String> paths = new LinkedHashSet<>();
    for (Read read : probe.reads()) {
      file(read).filter(RealPaths::hasNames).ifPresent(paths::add);
    }
    if (paths.size() < 2) {
      return Probe.NOTHING;
    }
    Set<Read> links = new LinkedHashSet<>();
    for (String path : paths) {
      links.add(new Read.Link(path));
      links.add(new Read.Link(parent(path)));
    }
    return new Probe(List.copyOf(links));
  }

  /** The name a path has in the end; of a file that is not there, by its directory. */
  public String of(String path) {
    return known.computeIfAbsent(path, this::follow);
  }

  /**
   * The name that an entry of a directory has, a link as itself: for those who make or remove the
   * entry, and not what it leads to.
   */
  String ofEntry(String path) {
    return link(parent(path)).map(to -> (to.equals("/") ? "" : to) + name(path)).orElse(path);
  }

  private String follow(String path) {
    return link(path).orElseGet(() -> ofEntry(path));
  }

  private Optional<String> link(String path) {
    boolean read = readings.has(new Read.Link(path));
    return read && readings.link(path) instanceof Reading.Present<String> present
        ? Optional.of(present.value())
        : Optional.empty();
  }

  private static Optional<String> file(Read read) {
    if (read instanceof Read.File file) {
      return Optional.of(file.path());
    }
    return read instanceof Read.Attributes attributes
        ? Optional.of(attributes.path())
        : Optional.empty();
  }

  static boolean hasNames(String path) {
    return path.length() > 1 && KERNEL.stream().noneMatch(path::startsWith);
  }

  private static String parent(String path) {
    int slash = path.lastIndexOf('/');
    return slash <= 0 ? "/" : path.substring(0, slash);
  }

  private static String name(String path) {
    return path.substring(path.lastIndexOf('/'));
  }
}
