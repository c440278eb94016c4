package io.tuner.resources;

import io.tuner.resource.Knob;
import io.tuner.resource.Notes;
import io.tuner.resource.Parameter;
import io.tuner.resource.Probe;
import io.tuner.resource.ProbeFailed;
import io.tuner.resource.Problems;
import io.tuner.resource.Readings;
import io.tuner.resource.Resource;
import io.tuner.resource.Script;
import io.tuner.resource.Type;
import io.tuner.resource.Unsupported;
import io.tuner.text.CpuSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** On which CPUs the interrupts of a device are served. */
@Type(
    name = "irq_affinity",
    summary = "On which CPUs the interrupts of a network interface, or of any device, are served",
    guide =
        """
        The interrupts of an `interface` are its messages (MSI, from sysfs) and whatever else bears \
        its name in `/proc/interrupts`; of others, a pattern of the names there (`match`). Those \
        that the kernel does not move stay, and do not keep the others.

        `persist` writes `/etc/tuner/irq-affinity`, which finds interrupts by name again, for their \
        numbers change; a unit runs it at boot, and hooks of ifupdown, NetworkManager and \
        networkd-dispatcher when an interface comes up.

        irqbalance moves interrupts again within seconds. Where it runs and does not know that these \
        are banned, that is a conflict. `ban: list` has it leave them alone and go on with the \
        others: by a policy script, in its own file; it starts again for that. `ban: service` stops it.
        """)
public record IrqAffinity(
    @Parameter(value = "a network interface", name = "interface", example = "enp2s0f0")
        Optional<String> iface,
    @Parameter(
            value = "a pattern of names in `/proc/interrupts`",
            example = "\"mlx5_comp*@pci:0000:01:00.0\"")
        Optional<String> match,
    @Parameter(value = "the NUMA node whose CPUs serve", example = "0") Optional<Integer> numa_node,
    @Parameter(value = "or the CPUs themselves, as a list", example = "0-23") Optional<CpuSet> cpus,
    @Parameter(value = "one CPU to each interrupt in turn, or all to each", byDefault = "one_each")
        Spread spread,
    @Parameter(value = "whether boots and new starts of an interface set it", byDefault = "true")
        boolean persist,
    @Parameter(value = "what keeps irqbalance from moving them", example = "list")
        Optional<Ban> ban)
    implements Resource<IrqAffinityState> {

  /** How interrupts are spread. */
  public enum Spread {
    ONE_EACH,
    ALL
  }

  /** What is done about irqbalance. */
  public enum Ban {
    LIST,
    SERVICE
  }

  private static final String NAME = "[A-Za-z0-9_.:@/*?+-]{1,200}";

  @Override
  public String name() {
    return iface.or(() -> match).orElse("");
  }

  @Override
  public void validate(Problems problems) {
    if (iface.isPresent() == match.isPresent()) {
      problems.error("interface", "name one of `interface` and `match`");
    }
    if (numa_node.isPresent() == cpus.isPresent()) {
      problems.error("numa_node", "give one of `numa_node` and `cpus`");
    }
    if (iface.filter(text -> !text.matches("[A-Za-z0-9_.:@+-]{1,15}")).isPresent()) {
      problems.error("interface", "`" + name() + "` is not the name of a network interface");
    }
    if (match.filter(text -> !text.matches(NAME)).isPresent()) {
      problems.error("match", "`" + name() + "` is not a pattern such as nvme0q*");
    }
    if (numa_node.filter(number -> number < 0).isPresent()) {
      problems.error("numa_node", "NUMA nodes are counted from 0");
    }
    if (cpus.filter(CpuSet::isEmpty).isPresent()) {
      problems.error("cpus", "`cpus` names no CPU");
    }
  }

  @Override
  public Map<Knob, String> claims() {
    return persist ? Map.of(IrqKnobs.boot(key()), value()) : Map.of();
  }

  @Override
  public Map<Knob, String> needs() {
    return ban.equals(Optional.of(Ban.SERVICE)) ? IrqKnobs.stopped() : Map.of();
  }

  @Override
  public Probe probe() {
    return task().probe();
  }

  @Override
  public IrqAffinityState parse(Readings readings) throws ProbeFailed {
    return task().parse(readings);
  }

  @Override
  public IrqAffinityState target(IrqAffinityState observed, Notes notes) throws Unsupported {
    return task().target(observed, notes);
  }

  @Override
  public Script transition(IrqAffinityState from, IrqAffinityState to) {
    return from.to(to, key());
  }

  @Override
  public List<String> explain(IrqAffinityState from, List<String> said) {
    return from.explain(said);
  }

  @Override
  public Map<String, Knob> knobs(IrqAffinityState state) {
    return IrqKnobs.of(state, key());
  }

  private String key() {
    return iface.map(text -> "interface " + text).orElseGet(() -> "match " + name());
  }

  private String value() {
    return spread.name().toLowerCase(Locale.ROOT)
        + " "
        + numa_node.map(number -> "node" + number).orElseGet(() -> cpus.orElseThrow().toString());
  }

  private IrqTask task() {
    IrqReader reader = new IrqReader(new IrqRows(iface, match), numa_node, cpus);
    return new IrqTask(reader, name(), key(), value(), spread == Spread.ALL, persist, ban);
  }
}
