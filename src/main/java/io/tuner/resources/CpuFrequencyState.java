package io.tuner.resources;

import io.tuner.format.BootAttributes;
import io.tuner.resource.Context;
import io.tuner.resource.Knob;
import io.tuner.resource.Leaves;
import io.tuner.resource.Unsupported;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Frequencies and idle states of CPUs (Documentation/admin-guide/pm/cpufreq.rst of the kernel).
 *
 * @param live by attribute below /sys/devices/system/cpu: {@code cpufreq/policy0/scaling_governor}
 * @param persistent what our unit writes, by path or pattern of paths
 * @param around what else was found
 */
record CpuFrequencyState(
    Map<String, String> live, Map<String, String> persistent, @Context Around around) {

  static final String DIRECTORY = "/sys/devices/system/cpu/";
  static final String GOVERNOR = "scaling_governor";
  static final String PREFERENCE = "energy_performance_preference";
  static final String LEAST = "scaling_min_freq";
  static final String MOST = "scaling_max_freq";
  static final String LATENCY = "pm_qos_resume_latency_us";

  static final OwnFile UNIT =
      new OwnFile("/etc/systemd/system/tuner-cpu-frequency.service", BootAttributes::parse);

  /** The key of {@link #persistent} that says that a boot starts our unit. */
  static final String ENABLED = "enabled";

  static final String LINK =
      "/etc/systemd/system/multi-user.target.wants/tuner-cpu-frequency.service";

  /**
   * What is not compared.
   *
   * @param read attributes that are only read, as live
   * @param offline policies none of whose CPUs is online
   * @param unit our unit as it is
   * @param link where the link leads that enables it
   */
  record Around(
      Map<String, String> read,
      List<String> offline,
      Optional<String> unit,
      Optional<String> link) {}

  /** The policies that have a CPU online, as {@code cpufreq/policy0}. */
  List<String> policies() {
    return around.read.keySet().stream()
        .filter(key -> key.endsWith("/affected_cpus"))
        .map(key -> key.substring(0, key.lastIndexOf('/')))
        .toList();
  }

  /** An attribute that is only read. */
  Optional<String> read(String attribute) {
    return Optional.ofNullable(around.read.get(attribute));
  }

  /** This state with other values, and our unit as it will be with them. */
  CpuFrequencyState with(Map<String, String> newLive, Map<String, String> newPersistent)
      throws Unsupported {
    CpuFrequencyState changed = new CpuFrequencyState(newLive, newPersistent, around);
    Optional<String> unit = UNIT.edited(around.unit, values(), changed.values());
    boolean enabled = newPersistent.containsKey(ENABLED);
    Optional<String> link =
        enabled ? around.link.or(() -> Optional.of(UNIT.path())) : Optional.empty();
    return new CpuFrequencyState(
        newLive, newPersistent, new Around(around.read, around.offline, unit, link));
  }

  Map<String, String> values() {
    Map<String, String> values = new LinkedHashMap<>(persistent);
    values.remove(ENABLED);
    return values;
  }

  /**
   * The knob of a path: CPUs that share a clock have one, by whichever of them it is named.
   *
   * @param policies by directory of a CPU ({@code …/cpu1/cpufreq/}) that of its policy
   */
  static Knob knob(String path, Map<String, String> policies) {
    String directory = path.substring(0, path.lastIndexOf('/') + 1);
    return Knob.of(
        policies.getOrDefault(directory, directory) + path.substring(directory.length()));
  }

  /** The kernel's 0 is no limit of latency, and {@code n/a} the limit 0. */
  static String latency(String microseconds) {
    String plain = microseconds.replaceFirst("^0+(?=.)", "");
    return plain.equals("0") ? "n/a" : plain.replace("unlimited", "0");
  }

  /** The attributes that a task gives. */
  static List<String> given(
      Optional<String> governor,
      Optional<String> preference,
      Optional<String> most,
      Optional<String> least,
      Optional<String> latency) {
    List<String> names = List.of(GOVERNOR, PREFERENCE, MOST, LEAST, LATENCY);
    var given = List.of(governor, preference, most, least, latency);
    return names.stream().filter(name -> given.get(names.indexOf(name)).isPresent()).toList();
  }

  /** What a task wants of every CPU: how many there are, only a host says. */
  static Map<Knob, String> needs(Map<String, String> wanted) {
    Map<Knob, String> needs = new LinkedHashMap<>();
    for (String attribute : List.of(GOVERNOR, PREFERENCE)) {
      if (wanted.containsKey(attribute)) {
        Knob knob = Knob.of(DIRECTORY + "cpu*/cpufreq/" + attribute);
        needs.put(knob, wanted.get(attribute));
      }
    }
    return needs;
  }

  /** The knobs of these attributes. */
  Map<String, Knob> knobs(List<String> attributes) {
    Map<String, Knob> knobs = new LinkedHashMap<>();
    for (String leaf : Leaves.of(this).keySet()) {
      String name = Leaves.within(leaf);
      String attribute = name.substring(name.lastIndexOf('/') + 1);
      if (attributes.contains(attribute) || attribute.equals(ENABLED)) {
        boolean persistent = Leaves.aspect(leaf).equals("persistent");
        knobs.put(
            leaf, Knob.of(persistent ? "unit:" + UNIT.path() + ":" + name : DIRECTORY + name));
      }
    }
    return knobs;
  }
}
