package io.tuner.resources;

import io.tuner.format.Glob;
import io.tuner.format.Interrupts;
import io.tuner.format.Refusal;
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
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * How the interrupts of a device are read: its messages from sysfs, and the rest from the table of
 * all (Documentation/ABI/testing/sysfs-bus-pci, msi_irqs; proc(5), /proc/interrupts).
 *
 * @param iface a network interface
 * @param match or a pattern of handlers' names
 * @param node the NUMA node whose CPUs are wanted
 * @param list or the CPUs themselves
 */
record IrqReader(
    Optional<String> iface, Optional<String> match, Optional<Integer> node, Optional<CpuSet> list) {

  private static final String TABLE = "/proc/interrupts";
  private static final String LISTS = "/proc/irq/*/smp_affinity_list";
  private static final String MASKS = "/proc/irq/*/smp_affinity";
  private static final String DEBUG = "/sys/kernel/debug/irq/irqs/*";
  private static final String CPU = "/sys/devices/system/cpu/";

  private String device() {
    return "/sys/class/net/" + iface.orElseThrow() + "/device";
  }

  private String nodeList() {
    return "/sys/devices/system/node/node" + node.orElse(0) + "/cpulist";
  }

  /** What irqbalance is to leave alone, in its policy script's words. */
  String ban(Readings readings) throws ProbeFailed {
    if (match.isPresent()) {
      return "match=" + match.get();
    }
    String path = readings.link(device()).known(device()).orElse("");
    return iface.get() + "@" + IrqBanReader.address(path);
  }

  Probe probe() {
    Probe probe =
        Probe.NOTHING
            .file(TABLE)
            .glob(LISTS)
            .glob(MASKS)
            .glob(DEBUG)
            .file(CPU + "online")
            .file(CPU + "possible");
    if (iface.isPresent()) {
      probe =
          probe
              .link(device())
              .glob(device() + "/msi_irqs/*")
              .glob(device() + "/../msi_irqs/*")
              .file(device() + "/irq");
    }
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
    for (Interrupts.Row row : rows(readings)) {
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

  /** The rows of the table that are meant, in order. */
  private List<Interrupts.Row> rows(Readings readings) throws ProbeFailed {
    List<Interrupts.Row> used;
    try {
      used =
          Interrupts.parse(readings.text(TABLE).orElse("")).rows().stream()
              .filter(row -> row.number().isPresent() && !row.actions().isEmpty())
              .toList();
    } catch (Refusal refusal) {
      throw new ProbeFailed(TABLE + ": " + refusal.getMessage());
    }
    if (match.isPresent()) {
      Glob glob = Glob.of(match.get());
      return used.stream().filter(row -> row.actions().stream().anyMatch(glob::matches)).toList();
    }
    Set<String> own = new TreeSet<>(names(readings.glob(device() + "/msi_irqs/*")));
    // The messages of a virtio device are those of the PCI device above it.
    if (readings.link(device()).known(device()).orElse("").matches(".*/virtio[0-9]+")) {
      own.addAll(names(readings.glob(device() + "/../msi_irqs/*")));
    }
    Pattern word =
        Pattern.compile("(?<![A-Za-z0-9_])" + Pattern.quote(iface.get()) + "(?![A-Za-z0-9_])");
    List<Interrupts.Row> found =
        used.stream()
            .filter(
                row ->
                    own.contains(row.label())
                        || row.actions().stream().anyMatch(a -> word.matcher(a).find()))
            .toList();
    String line = readings.line(device() + "/irq").orElse("");
    return found.isEmpty() ? used.stream().filter(row -> row.label().equals(line)).toList() : found;
  }

  private static List<String> names(SortedMap<String, Reading<Content>> files) {
    return files.keySet().stream().map(path -> path.substring(path.lastIndexOf('/') + 1)).toList();
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
