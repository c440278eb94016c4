package io.tuner.resources;

import io.tuner.format.Glob;
import io.tuner.format.UdevProperties;
import io.tuner.resource.Probe;
import io.tuner.resource.ProbeFailed;
import io.tuner.resource.Readings;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** The whole disks of a host, under all the names they have. */
final class Disks {

  private static final String NUMBERS = "/sys/block/*/dev";
  private static final String PROPERTIES = "/run/udev/data/b*";

  private final SortedMap<String, String> numbers = new TreeMap<>();

  /** Those of a host that answered to {@link #probe}. */
  Disks(Readings readings) throws ProbeFailed {
    for (String path : readings.glob(NUMBERS).keySet()) {
      numbers.put(path.split("/")[3], one(readings, NUMBERS, path).orElse(""));
    }
  }

  /** What tells of the disks that these names and patterns mean. */
  static Probe probe(List<String> devices) {
    Probe probe = Probe.NOTHING.glob(NUMBERS);
    for (String device : devices) {
      probe = device.startsWith("/") ? probe.link(device) : probe;
    }
    return probe;
  }

  /** What tells of the properties that udev keeps. */
  static Probe probeProperties() {
    return Probe.NOTHING.glob(NUMBERS).glob(PROPERTIES);
  }

  /** Kernel names; a slash in a name is an exclamation mark, as in sysfs. */
  SortedSet<String> names() {
    return new TreeSet<>(numbers.keySet());
  }

  /** The disks that a name, a pattern or a path below /dev means. */
  SortedSet<String> matching(String device, Readings readings) throws ProbeFailed {
    String name = device;
    if (device.startsWith("/")) {
      name = readings.link(device).known(device).orElse("").replaceFirst("^/dev/", "");
    }
    Glob pattern = Glob.of(name.replace('/', '!'));
    SortedSet<String> matching = names();
    matching.removeIf(disk -> !pattern.matches(disk));
    return matching;
  }

  /** Why {@link #matching} found none. */
  String unmatched(String device) {
    return names().stream()
        .filter(disk -> device.replaceFirst("^/dev/", "").matches(disk + "p?[0-9]+"))
        .findFirst()
        .map(disk -> "`" + device + "` is a partition: name its disk, `" + disk + "`")
        .orElse("there is no disk `" + device + "`");
  }

  /** What udev knows of each disk. */
  Map<String, Map<String, String>> properties(Readings readings) throws ProbeFailed {
    Map<String, Map<String, String>> properties = new TreeMap<>();
    for (Map.Entry<String, String> entry : numbers.entrySet()) {
      String path = "/run/udev/data/b" + entry.getValue();
      Optional<String> text = one(readings, PROPERTIES, path);
      properties.put(entry.getKey(), text.map(UdevProperties::parse).orElse(Map.of()));
    }
    return properties;
  }

  /**
   * How a rule knows each disk whatever its name is after a boot: {@code ID_SERIAL=…} where that is
   * its own (two paths to one disk share it), else {@code KERNEL=…}.
   */
  Map<String, String> identities(Readings readings) throws ProbeFailed {
    List<String> serials = new ArrayList<>();
    Map<String, String> identities = new LinkedHashMap<>();
    Map<String, Map<String, String>> properties = properties(readings);
    properties.values().forEach(p -> serials.add(p.getOrDefault("ID_SERIAL", "")));
    properties.forEach(
        (disk, known) -> {
          String serial = known.getOrDefault("ID_SERIAL", "");
          boolean own = !serial.isEmpty() && Collections.frequency(serials, serial) == 1;
          boolean plain = serial.matches("[A-Za-z0-9_.:+-]+");
          identities.put(disk, own && plain ? "ID_SERIAL=" + serial : "KERNEL=" + disk);
        });
    return identities;
  }

  /** The value of a file among those that a pattern found. */
  static Optional<String> one(Readings readings, String pattern, String path) throws ProbeFailed {
    var found = readings.glob(pattern).get(path);
    return found == null
        ? Optional.empty()
        : found.known(path).map(content -> Readings.decode(content).strip());
  }
}
