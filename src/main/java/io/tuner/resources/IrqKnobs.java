package io.tuner.resources;

import io.tuner.resource.Knob;
import io.tuner.resource.Leaves;
import java.util.Map;
import java.util.TreeMap;

/** What an {@code irq_affinity} task owns. */
final class IrqKnobs {

  private IrqKnobs() {}

  /**
   * The CPUs of an interrupt that irqbalance may move: a knob that {@link IrqbalanceWriter} claims.
   */
  static Knob balanced(String handler) {
    return Knob.of("irq:" + handler + " under irqbalance");
  }

  /** What a boot makes of the interrupts of one rule. */
  static Knob boot(String key) {
    return Knob.of("boot:irq:" + key);
  }

  /**
   * By leaf. A task that keeps irqbalance off owns other knobs than one that leaves it be: what
   * irqbalance does now is no conflict with the first.
   */
  static Map<String, Knob> of(IrqAffinityState state, String key, boolean banned) {
    Map<String, Knob> knobs = new TreeMap<>();
    for (String path : Leaves.of(state).keySet()) {
      String within = Leaves.within(path);
      knobs.put(
          path,
          switch (Leaves.aspect(path)) {
            case "live" -> banned ? Knob.of("irq:" + within) : balanced(within);
            case "irqbalance" ->
                Knob.of("unit:" + IrqAffinityState.IRQBALANCE.name() + ":" + within);
            case "starter" -> Knob.of("content:" + within);
            default -> boot(key);
          });
    }
    return knobs;
  }
}
