package io.tuner.resources.sketch;

import io.tuner.format.Interrupts;
import io.tuner.format.Refusal;
import io.tuner.resource.Content;
import io.tuner.resource.Context;
import io.tuner.resource.Knob;
import io.tuner.resource.Leaves;
import io.tuner.resource.Missing;
import io.tuner.resource.Notes;
import io.tuner.resource.Parameter;
import io.tuner.resource.Probe;
import io.tuner.resource.ProbeFailed;
import io.tuner.resource.Read;
import io.tuner.resource.Reading;
import io.tuner.resource.Readings;
import io.tuner.resource.Resource;
import io.tuner.resource.Script;
import io.tuner.resource.Settles;
import io.tuner.resource.Type;
import io.tuner.resource.Unsupported;
import io.tuner.text.CpuSet;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Tries the contract on interrupts: numbers that change at boot, and refusals one by one. */
@Type(name = "irq_affinity", summary = "Which CPUs serve the interrupts of a network interface")
public record IrqAffinity(
    @Parameter(value = "the interface", example = "eth0", required = true) String iface,
    @Parameter(value = "the NUMA node whose CPUs serve", example = "0", required = true)
        int numa_node,
    @Parameter(value = "one CPU each, or all to each", byDefault = "one_each") Spread spread)
    implements Resource<IrqAffinity.State> {

  /** How the interrupts are spread. */
  public enum Spread {
    ONE_EACH,
    ALL
  }

  /**
   * The interrupts of the interface.
   *
   * @param live by the handler's name, which outlives a boot; the number does not
   * @param numbers today's number of each
   * @param managed those whose CPUs only the kernel sets
   * @param cpus the online CPUs of the node; absent where there is no such node
   * @param irqbalance whether that daemon runs
   */
  public record State(
      Map<String, CpuSet> live,
      @Context Map<String, Integer> numbers,
      @Context List<String> managed,
      @Context Optional<CpuSet> cpus,
      @Context boolean irqbalance) {}

  private static final String AFFINITY = "/proc/irq/*/smp_affinity_list";
  private static final String DEBUG = "/sys/kernel/debug/irq/irqs/*";
  private static final String ONLINE = "/sys/devices/system/cpu/online";
  private static final Read.Selector BALANCER =
      new Read.Selector(Read.Selector.Kind.COMMAND, "irqbalance");

  @Override
  public String name() {
    return iface;
  }

  @Override
  public Probe probe() {
    return Probe.NOTHING
        .file("/proc/interrupts")
        .glob(AFFINITY)
        .glob(DEBUG)
        .glob(msi())
        .file(node())
        .file(ONLINE)
        .process(BALANCER);
  }

  private String msi() {
    return "/sys/class/net/" + iface + "/device/msi_irqs/*";
  }

  private String node() {
    return "/sys/devices/system/node/node" + numa_node + "/cpulist";
  }

  @Override
  public State parse(Readings readings) throws ProbeFailed {
    Map<String, CpuSet> live = new LinkedHashMap<>();
    Map<String, Integer> numbers = new TreeMap<>();
    List<String> managed = new ArrayList<>();
    Set<String> own = new TreeSet<>();
    readings.glob(msi()).keySet().forEach(path -> own.add(path.substring(msi().length() - 1)));
    try {
      for (Interrupts.Row row :
          Interrupts.parse(readings.text("/proc/interrupts").orElse("")).rows()) {
        boolean named = row.actions().stream().anyMatch(a -> a.contains(iface));
        if (row.number().isEmpty()
            || row.actions().isEmpty()
            || !(own.contains(row.label()) || named)) {
          continue;
        }
        String key = row.actions().get(0);
        String path = AFFINITY.replace("*", row.label());
        Reading<Content> affinity = readings.glob(AFFINITY).get(path);
        if (affinity == null) {
          continue;
        }
        live.put(key, CpuSet.parse(Readings.decode(affinity.known(path).orElseThrow())));
        numbers.put(key, row.number().getAsInt());
        Reading<Content> debug = readings.glob(DEBUG).get(DEBUG.replace("*", row.label()));
        if (debug != null && debug.toString().contains("IRQD_AFFINITY_MANAGED")) {
          managed.add(key);
        }
      }
      CpuSet online = CpuSet.parse(readings.line(ONLINE).orElse(""));
      Optional<CpuSet> cpus =
          readings.line(node()).map(list -> CpuSet.parse(list).intersect(online));
      boolean irqbalance = !readings.processes(BALANCER).isEmpty();
      return new State(live, numbers, managed, cpus, irqbalance);
    } catch (IllegalArgumentException | Refusal e) {
      throw new ProbeFailed(e.getMessage());
    }
  }

  @Override
  public State target(State observed, Notes notes) throws Unsupported {
    if (observed.live().isEmpty()) {
      throw new Missing("`" + iface + "` has no interrupts");
    }
    if (observed.cpus().filter(cpus -> !cpus.isEmpty()).isEmpty()) {
      throw new Unsupported("there is no NUMA node " + numa_node + " with CPUs");
    }
    if (observed.irqbalance()) {
      throw new Unsupported("irqbalance runs and would move them again");
    }
    List<Integer> cpus = observed.cpus().get().numbers();
    Map<String, CpuSet> live = new LinkedHashMap<>();
    int next = 0;
    for (String key : observed.live().keySet()) {
      CpuSet one = CpuSet.parse("" + cpus.get(next++ % cpus.size()));
      live.put(key, spread == Spread.ALL ? observed.cpus().get() : one);
      if (observed.managed().contains(key)) {
        notes.settles("live." + key, Settles.When.NEVER, "the kernel sets its CPUs");
      }
    }
    return new State(
        live, observed.numbers(), observed.managed(), observed.cpus(), observed.irqbalance());
  }

  @Override
  public Script transition(State from, State to) {
    Script writes = Script.empty();
    for (Map.Entry<String, CpuSet> entry : to.live().entrySet()) {
      Integer number = from.numbers().get(entry.getKey());
      boolean same = entry.getValue().equals(from.live().get(entry.getKey()));
      if (number != null && !same && !from.managed().contains(entry.getKey())) {
        writes = writes.write(AFFINITY.replace("*", "" + number), entry.getValue().toString());
      }
    }
    return Script.empty().each(writes);
  }

  @Override
  public Map<String, Knob> knobs(State state) {
    Map<String, Knob> knobs = new LinkedHashMap<>();
    state.live().keySet().forEach(key -> knobs.put("live." + key, Knob.of("irq:" + key)));
    knobs.keySet().retainAll(Leaves.of(state).keySet());
    return knobs;
  }
}
