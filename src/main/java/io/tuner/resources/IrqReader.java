package io.tuner.resources;

import io.tuner.format.Interrupts;
import io.tuner.resource.Content;
import io.tuner.resource.Probe;
import io.tuner.resource.ProbeFailed;
import io.tuner.resource.Reading;
import io.tuner.resource.Readings;
import io.tuner.text.CpuSet;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * How it is read where interrupts are served, and where they could be.
 *
 * @param rows which interrupts
 * @param node the NUMA node whose CPUs are wanted
 * @param list or the CPUs themselves
 */
record IrqReader(IrqRows rows, Optional<Integer> node, Optional<CpuSet> list) {

  private static final String LISTS = "/proc/irq/*/smp_affinity_list";
  private static final String MASKS = "/proc/irq/*/smp_affinity";
  private static final String DEBUG = "/sys/kernel/debug/irq/irqs/*";
  private static final String CPU = "/sys/devices/system/cpu/";

  private String nodeList() {
    return "/sys/devices/system/node/node" + node.orElse(0) + "/cpulist";
  }

  Probe probe() {
    Probe probe =
        rows.probe()
            .glob(LISTS)
            .glob(MASKS)
            .glob(DEBUG)
            .file(CPU + "online")
            .file(CPU + "possible");
    return node.isPresent() ? probe.file(nodeList()) : probe;
  }

  /** What is read of the interrupts; the aspects that others read are empty. */
  IrqAffinityState parse(Readings readings, Optional<String> rules, List<String> hooks)
      throws ProbeFailed {
    Map<String, CpuSet> live = new LinkedHashMap<>();
    Map<String, Integer> numbers = new TreeMap<>();
    List<String> managed = new ArrayList<>();
    Set<String> names = new TreeSet<>();
    boolean masks = readings.glob(LISTS).isEmpty();
    for (Interrupts.Row row : rows.meant(readings)) {
      int number = row.number().orElseThrow();
      Optional<CpuSet> cpus = cpus(number, masks, readings);
      if (cpus.isEmpty()) {
        continue;
      }
      String name = name(row.actions().get(0), names);
      live.put(name, cpus.get());
      numbers.put(name, number);
      Reading<Content> debug = readings.glob(DEBUG).get(DEBUG.replace("*", "" + number));
      if (debug instanceof Reading.Present<Content> present
          && Readings.decode(present.value()).contains("IRQD_AFFINITY_MANAGED")) {
        managed.add(name);
      }
    }
    CpuSet online = list(readings, CPU + "online").orElse(CpuSet.parse(""));
    if (online.isEmpty()) {
      throw new ProbeFailed("there is no " + CPU + "online");
    }
    List<Integer> possible =
        list(readings, CPU + "possible").filter(set -> !set.isEmpty()).orElse(online).numbers();
    Optional<CpuSet> wanted = node.isPresent() ? list(readings, nodeList()) : list;
    CpuSet now = wanted.map(set -> set.intersect(online)).orElse(CpuSet.parse(""));
    IrqAffinityState.Around around =
        new IrqAffinityState.Around(
            numbers,
            managed,
            masks,
            now,
            possible.get(possible.size() - 1) + 1,
            fault(wanted, now),
            wanted.map(set -> set.without(now)).orElse(now),
            rules,
            hooks);
    return new IrqAffinityState(
        live, Optional.empty(), Map.of(), Optional.empty(), Optional.empty(), around);
  }

  /** The name of an interrupt: its handler's, and a number where another has it already. */
  static String name(String handler, Set<String> names) {
    String name = handler;
    for (int other = 2; !names.add(name); other++) {
      name = handler + "#" + other;
    }
    return name;
  }

  private Optional<String> fault(Optional<CpuSet> wanted, CpuSet now) {
    if (wanted.isEmpty()) {
      return Optional.of("there is no NUMA node " + node.orElse(0) + " here");
    }
    if (wanted.get().isEmpty()) {
      return Optional.of("NUMA node " + node.orElse(0) + " has memory, and no CPUs");
    }
    return now.isEmpty()
        ? Optional.of("CPUs " + wanted.get() + " are offline, or not of this host")
        : Optional.empty();
  }

  private static Optional<CpuSet> cpus(int number, boolean mask, Readings readings)
      throws ProbeFailed {
    String path = (mask ? MASKS : LISTS).replace("*", "" + number);
    Reading<Content> reading = readings.glob(mask ? MASKS : LISTS).get(path);
    if (reading == null) {
      return Optional.empty();
    }
    Optional<String> text = reading.known(path).map(Readings::decode);
    try {
      return text.map(mask ? CpuSet::parseMask : CpuSet::parse);
    } catch (IllegalArgumentException e) {
      throw new ProbeFailed(path + ": " + e.getMessage());
    }
  }

  private static Optional<CpuSet> list(Readings readings, String path) throws ProbeFailed {
    Optional<String> text = readings.line(path);
    try {
      return text.map(CpuSet::parse);
    } catch (IllegalArgumentException e) {
      throw new ProbeFailed(path + ": " + e.getMessage());
    }
  }
}
