package io.tuner.resources;

import static io.tuner.resources.CpuFrequencyState.DIRECTORY;
import static io.tuner.resources.CpuFrequencyState.GOVERNOR;
import static io.tuner.resources.CpuFrequencyState.LATENCY;
import static io.tuner.resources.CpuFrequencyState.LINK;
import static io.tuner.resources.CpuFrequencyState.PREFERENCE;
import static io.tuner.resources.CpuFrequencyState.UNIT;

import io.tuner.format.BootAttributes;
import io.tuner.resource.Content;
import io.tuner.resource.Probe;
import io.tuner.resource.ProbeFailed;
import io.tuner.resource.Reading;
import io.tuner.resource.Readings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * How the CPUs' attributes are read. A policy stands for CPUs that change together; one whose CPUs
 * are all offline refuses to be read (EBUSY), and is passed over.
 *
 * @param attributes those that a task sets
 * @param persist whether our unit is read as well
 */
record CpuFrequencyReader(List<String> attributes, boolean persist) {

  private static final String POLICIES = DIRECTORY + "cpufreq/policy*/";
  static final String SHARED = DIRECTORY + "cpufreq/policy*/affected_cpus";
  private static final String LATENCIES = DIRECTORY + "cpu[0-9]*/power/" + LATENCY;
  private static final String ONLINE = "affected_cpus";
  private static final List<String> READ =
      List.of(
          ONLINE,
          "scaling_driver",
          "scaling_available_governors",
          "energy_performance_available_preferences",
          "cpuinfo_min_freq",
          "cpuinfo_max_freq");

  static final String IDLE = DIRECTORY + "cpuidle/current_driver";

  Probe probe() {
    Probe probe = persist ? Probe.NOTHING.file(UNIT.path()).linkText(LINK) : Probe.NOTHING;
    if (attributes.contains(LATENCY)) {
      probe = probe.glob(LATENCIES).file(IDLE);
    }
    for (String attribute : ofPolicies()) {
      probe = probe.glob(POLICIES + attribute);
    }
    for (String attribute : ofPolicies().isEmpty() ? List.<String>of() : READ) {
      probe = probe.glob(POLICIES + attribute);
    }
    return probe;
  }

  private List<String> ofPolicies() {
    List<String> all = new ArrayList<>(attributes);
    all.remove(LATENCY);
    if (all.contains(GOVERNOR) && !all.contains(PREFERENCE)) {
      all.add(PREFERENCE);
    }
    return all;
  }

  CpuFrequencyState parse(Readings readings) throws ProbeFailed {
    Map<String, String> read = new TreeMap<>();
    List<String> offline = new ArrayList<>();
    if (!ofPolicies().isEmpty()) {
      for (Map.Entry<String, Reading<Content>> file : readings.glob(POLICIES + ONLINE).entrySet()) {
        String policy = file.getKey().substring(DIRECTORY.length()).replace("/" + ONLINE, "");
        boolean busy =
            file.getValue() instanceof Reading.Refused<Content> refused
                && refused.reason().contains("busy");
        String cpus = busy ? "" : text(file.getKey(), file.getValue()).orElse("");
        if (cpus.isEmpty()) {
          offline.add(policy);
        } else {
          read.put(policy + "/" + ONLINE, cpus);
        }
      }
      for (String attribute : READ.subList(1, READ.size())) {
        read.putAll(values(readings, POLICIES + attribute, offline));
      }
    }
    Map<String, String> live = new TreeMap<>();
    for (String attribute : ofPolicies()) {
      live.putAll(values(readings, POLICIES + attribute, offline));
    }
    if (attributes.contains(LATENCY)) {
      live.putAll(values(readings, LATENCIES, offline));
      readings.line(IDLE).ifPresent(driver -> read.put("cpuidle/current_driver", driver.strip()));
    }
    Optional<String> unit = persist ? readings.text(UNIT.path()) : Optional.empty();
    Optional<String> link = persist ? readings.linkText(LINK).known(LINK) : Optional.empty();
    Map<String, String> persistent =
        new LinkedHashMap<>(BootAttributes.parse(unit.orElse("")).values());
    persistent
        .keySet()
        .removeIf(path -> !attributes.contains(path.substring(path.lastIndexOf('/') + 1)));
    link.ifPresent(to -> persistent.put(CpuFrequencyState.ENABLED, "yes"));
    return new CpuFrequencyState(
        live, persistent, new CpuFrequencyState.Around(read, offline, unit, link));
  }

  private static Map<String, String> values(Readings readings, String pattern, List<String> offline)
      throws ProbeFailed {
    Map<String, String> values = new TreeMap<>();
    for (Map.Entry<String, Reading<Content>> file : readings.glob(pattern).entrySet()) {
      String name = file.getKey().substring(DIRECTORY.length());
      if (!offline.contains(name.substring(0, name.lastIndexOf('/')))) {
        text(file.getKey(), file.getValue()).ifPresent(value -> values.put(name, value));
      }
    }
    return values;
  }

  private static Optional<String> text(String path, Reading<Content> reading) throws ProbeFailed {
    return reading.known(path).map(content -> Readings.decode(content).strip());
  }

  /**
   * By directory of a CPU that of the policy that it shares with others; offline ones have none.
   */
  static Map<String, String> policies(Readings readings) {
    Map<String, String> policies = new TreeMap<>();
    for (Map.Entry<String, Reading<Content>> file : readings.glob(SHARED).entrySet()) {
      if (file.getValue() instanceof Reading.Present<Content> present) {
        for (String cpu : Readings.decode(present.value()).strip().split("\\s+")) {
          policies.put(
              DIRECTORY + "cpu" + cpu + "/cpufreq/", file.getKey().replaceFirst(ONLINE + "$", ""));
        }
      }
    }
    return policies;
  }
}
