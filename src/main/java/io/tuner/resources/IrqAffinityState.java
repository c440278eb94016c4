package io.tuner.resources;

import io.tuner.format.IrqRefusal;
import io.tuner.format.IrqRules;
import io.tuner.resource.Content;
import io.tuner.resource.Context;
import io.tuner.resource.Script;
import io.tuner.resource.Unsupported;
import io.tuner.text.CpuSet;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * On which CPUs interrupts are served.
 *
 * @param live by handler, which outlives a boot; the number does not
 * @param persistent the rule in tuner's script
 * @param starter the files that run that script
 * @param irqbalance that service, where the task is to stop it
 * @param banned what that service leaves alone, where the task is to tell it
 * @param around what a target is decided by
 */
record IrqAffinityState(
    Map<String, CpuSet> live,
    Optional<String> persistent,
    Map<String, Content> starter,
    Optional<ServiceState> irqbalance,
    Optional<IrqBan> banned,
    @Context Around around) {

  static final OwnFile RULES = new OwnFile(IrqStarter.SCRIPT, IrqRules::parse, IrqRules.SCRIPT);
  static final Unit IRQBALANCE = new Unit("irqbalance.service");

  /**
   * What is read only to decide.
   *
   * @param numbers today's number of each interrupt
   * @param managed those whose CPUs only the kernel sets, as far as it tells
   * @param masks whether this kernel takes masks alone
   * @param cpus the CPUs that are wanted and online; empty where there are none
   * @param width how many CPUs the kernel counts with
   * @param fault why the CPUs cannot be had
   * @param offline which of the wanted ones are offline
   * @param rules our script as it is
   * @param hooks the directories of hooks there are
   */
  record Around(
      Map<String, Integer> numbers,
      List<String> managed,
      boolean masks,
      CpuSet cpus,
      int width,
      Optional<String> fault,
      CpuSet offline,
      Optional<String> rules,
      List<String> hooks) {

    private Around with(Optional<String> newRules) {
      return new Around(numbers, managed, masks, cpus, width, fault, offline, newRules, hooks);
    }
  }

  private Map<String, String> rule(String key) {
    return persistent.map(rule -> Map.of(key, rule)).orElse(Map.of());
  }

  /** This state with other values, and our script as it will be with them. */
  IrqAffinityState with(
      Map<String, CpuSet> newLive,
      Optional<String> rule,
      Optional<ServiceState> balancer,
      Optional<IrqBan> ban,
      String key)
      throws Unsupported {
    IrqAffinityState changed =
        new IrqAffinityState(
            newLive,
            rule.or(() -> persistent),
            rule.isPresent() ? IrqStarter.wanted(around.hooks) : starter,
            balancer,
            ban,
            around);
    Optional<String> rules = RULES.edited(around.rules, rule(key), changed.rule(key));
    return new IrqAffinityState(
        newLive, changed.persistent, changed.starter, balancer, ban, around.with(rules));
  }

  /** The way from this state to another. */
  Script to(IrqAffinityState to, String key) {
    Script script = Script.empty();
    if (irqbalance.isPresent() && to.irqbalance.isPresent()) {
      script = to.irqbalance.get().after(irqbalance.get(), IRQBALANCE);
    }
    if (banned.isPresent() && to.banned.isPresent()) {
      script = script.then(to.banned.get().after(banned.get()));
    }
    Script writes = Script.empty();
    for (Map.Entry<String, CpuSet> wanted : to.live.entrySet()) {
      Integer number = around.numbers.get(wanted.getKey());
      CpuSet found = live.get(wanted.getKey());
      boolean settable = number != null && !around.managed.contains(wanted.getKey());
      if (settable && !wanted.getValue().equals(found)) {
        writes =
            around.masks
                ? writes.write(
                    "/proc/irq/" + number + "/smp_affinity", wanted.getValue().mask(around.width))
                : writes.write(
                    "/proc/irq/" + number + "/smp_affinity_list", wanted.getValue().toString());
      }
    }
    return script
        .each(writes)
        .then(RULES.transition(around.rules, rule(key), to.around.rules, to.rule(key)))
        .then(IrqStarter.transition(starter, to.starter));
  }

  /** What the kernel said of some interrupts, by their names. */
  List<String> explain(List<String> said) {
    Map<Integer, String> names = new LinkedHashMap<>();
    around.numbers.forEach((name, number) -> names.put(number, name));
    List<String> explained = new ArrayList<>();
    for (String line : said) {
      Optional<IrqRefusal> refusal = IrqRefusal.of(line);
      explained.add(
          refusal
              .map(
                  one ->
                      names.getOrDefault(one.number(), "interrupt " + one.number())
                          + (one.unsupported() ? ": unsupported: " : ": failed: ")
                          + one.reason())
              .orElse(line));
    }
    return explained;
  }
}
