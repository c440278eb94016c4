package io.tuner.resources;

import io.tuner.format.IrqbalanceBans;
import io.tuner.resource.Knob;
import io.tuner.resource.Leaves;
import java.util.Map;
import java.util.TreeMap;

/** What an {@code irq_affinity} task owns. */
final class IrqKnobs {

  private IrqKnobs() {}

  /** The CPUs of an interrupt. */
  static Knob live(String handler) {
    return Knob.of("irq:" + handler);
  }

  /** What a boot makes of the interrupts of one rule. */
  static Knob boot(String key) {
    return Knob.of("boot:irq:" + key);
  }

  /** A service that must stay stopped is no other task's to start. */
  static Map<Knob, String> stopped() {
    String unit = "unit:" + IrqAffinityState.IRQBALANCE.name() + ":";
    return Map.of(Knob.of(unit + "live"), "stopped", Knob.of(unit + "persistent.enabled"), "false");
  }

  /** By leaf. */
  static Map<String, Knob> of(IrqAffinityState state, String key) {
    Map<String, Knob> knobs = new TreeMap<>();
    for (String path : Leaves.of(state).keySet()) {
      String within = Leaves.within(path);
      knobs.put(
          path,
          switch (Leaves.aspect(path)) {
            case "live" -> live(within);
            case "irqbalance" ->
                Knob.of("unit:" + IrqAffinityState.IRQBALANCE.name() + ":" + within);
            case "banned" ->
                within.equals("policy")
                    ? Knob.of("content:" + IrqbalanceBans.SCRIPT)
                    : Knob.of("irqbalance:" + within + ":" + key);
            case "starter" -> Knob.of("content:" + within);
            default -> boot(key);
          });
    }
    return knobs;
  }
}
