package io.tuner.resources;

import io.tuner.resource.Missing;
import io.tuner.resource.Notes;
import io.tuner.resource.Probe;
import io.tuner.resource.ProbeFailed;
import io.tuner.resource.Readings;
import io.tuner.resource.Risk;
import io.tuner.resource.Settles;
import io.tuner.resource.Unsupported;
import io.tuner.text.CpuSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What an {@code irq_affinity} task makes of a host.
 *
 * @param reader of its interrupts
 * @param name as the task names them
 * @param key of its rule
 * @param value of its rule
 * @param all whether each interrupt gets all CPUs
 * @param persist whether it has a rule
 * @param ban what it does about irqbalance
 */
record IrqTask(
    IrqReader reader,
    String name,
    String key,
    String value,
    boolean all,
    boolean persist,
    Optional<IrqAffinity.Ban> ban) {

  Probe probe() {
    Probe probe = reader.probe();
    if (persist) {
      probe = probe.file(IrqStarter.SCRIPT).and(IrqStarter.probe());
    }
    if (bans(IrqAffinity.Ban.LIST)) {
      return probe.and(IrqBanReader.probe());
    }
    return bans(IrqAffinity.Ban.SERVICE)
        ? probe.and(new ServiceReader(IrqAffinityState.IRQBALANCE).probe())
        : probe;
  }

  private boolean bans(IrqAffinity.Ban how) {
    return ban.equals(Optional.of(how));
  }

  IrqAffinityState parse(Readings readings) throws ProbeFailed {
    Optional<String> rules = persist ? readings.text(IrqStarter.SCRIPT) : Optional.empty();
    IrqAffinityState read =
        reader.parse(readings, rules, persist ? IrqStarter.hooks(readings) : List.of());
    return new IrqAffinityState(
        read.live(),
        Optional.ofNullable(IrqAffinityState.RULES.values(rules, Set.of(key)).get(key)),
        persist ? IrqStarter.files(readings) : Map.of(),
        bans(IrqAffinity.Ban.SERVICE)
            ? Optional.of(
                new ServiceReader(IrqAffinityState.IRQBALANCE).read(true, true, false, readings))
            : Optional.empty(),
        bans(IrqAffinity.Ban.LIST)
            ? Optional.of(IrqBanReader.parse(readings, reader.rows().ban(readings)))
            : Optional.empty(),
        read.around());
  }

  IrqAffinityState target(IrqAffinityState observed, Notes notes) throws Unsupported {
    IrqAffinityState.Around around = observed.around();
    if (around.fault().isPresent()) {
      throw new Unsupported(around.fault().get());
    }
    if (observed.live().isEmpty()) {
      throw new Missing("`" + name + "` has no interrupts in use" + ": is the device up?");
    }
    if (!around.offline().isEmpty()) {
      notes.warn("CPUs " + around.offline() + " are offline, and serve none");
    }
    if (persist && around.hooks().isEmpty()) {
      notes.warn(
          "nothing here tells when an interface comes up: only a boot sets "
              + name
              + " again, or `sh "
              + IrqStarter.SCRIPT
              + "`");
    }
    List<Integer> numbers = around.cpus().numbers();
    Map<String, CpuSet> live = new LinkedHashMap<>();
    int turn = 0;
    for (Map.Entry<String, CpuSet> found : observed.live().entrySet()) {
      CpuSet one = CpuSet.parse("" + numbers.get(turn++ % numbers.size()));
      CpuSet wanted = all ? around.cpus() : one;
      boolean already = found.getValue().without(around.offline()).equals(wanted);
      live.put(found.getKey(), already ? found.getValue() : wanted);
      if (!already && around.managed().contains(found.getKey())) {
        notes.settles(
            "live." + found.getKey(), Settles.When.NEVER, "the kernel keeps its CPUs to itself");
      }
    }
    if (!live.equals(observed.live())) {
      notes.risk(Risk.LIVE, "interrupts of " + name + " move to CPUs " + around.cpus());
    }
    Optional<ServiceState> balancer = observed.irqbalance();
    if (balancer.filter(found -> found.live().isPresent()).isPresent()) {
      boolean open = !balancer.get().around().load().equals("masked");
      balancer =
          Optional.of(
              balancer
                  .get()
                  .wanted(
                      Optional.of(false),
                      open ? Optional.of(false) : Optional.empty(),
                      Optional.empty(),
                      IrqAffinityState.IRQBALANCE));
    }
    Optional<IrqBan> banned = observed.banned();
    if (banned.isPresent()) {
      banned = Optional.of(banned.get().wanted());
    }
    return observed.with(
        live, persist ? Optional.of(value) : Optional.empty(), balancer, banned, key);
  }
}
