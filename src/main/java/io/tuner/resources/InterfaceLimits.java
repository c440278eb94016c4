package io.tuner.resources;

import io.tuner.format.EthtoolOption;
import io.tuner.resource.Bound;
import io.tuner.resource.Unsupported;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What a device cannot have, said before anything is written. */
final class InterfaceLimits {

  private InterfaceLimits() {}

  /**
   * The value wanted of a setting.
   *
   * @param key the interface, a dot, and the parameter or one that it stands for
   * @param entry the parameter, and what is wanted of it
   * @param live what the interface has, and is to have of parameters before this one
   * @throws Unsupported where the device cannot have it
   */
  static String wanted(
      InterfaceTask task,
      InterfaceState observed,
      String key,
      Map.Entry<String, Bound> entry,
      Map<String, String> live)
      throws Unsupported {
    InterfaceState.Around around = observed.around();
    String found = live.getOrDefault(key, around.offered().get(key));
    String device = InterfaceState.device(key);
    if (found == null) {
      throw new Unsupported(
          "`" + device + "` has no " + entry.getKey() + " to set" + instead(task, around, device));
    }
    // What the driver has chosen meanwhile keeps no bound.
    boolean chosen = !live.containsKey(key) && Adaptive.isOn(around.offered(), key);
    String value = chosen ? entry.getValue().value() : entry.getValue().target(found);
    if (around.fixed().contains(key) && !value.equals(found)) {
      throw new Unsupported("%s of `%s` is fixed %s".formatted(entry.getKey(), device, found));
    }
    String most = around.maximum().get(key);
    if (most != null && value.matches("[0-9]+") && Long.parseLong(value) > Long.parseLong(most)) {
      throw new Unsupported(
          "`%s` has at most %s %s, not %s".formatted(device, most, entry.getKey(), value));
    }
    String adaptive = Adaptive.of(InterfaceState.parameter(key)).orElse("");
    if (Adaptive.isOn(around.offered(), key) && !task.wanted().containsKey(adaptive)) {
      throw new Unsupported(
          "%s of `%s` is on, and chooses %s itself: add %s: off"
              .formatted(adaptive, device, entry.getKey(), adaptive));
    }
    return value;
  }

  /** A device has channels for both directions, or some for each. */
  private static String instead(InterfaceTask task, InterfaceState.Around around, String device) {
    if (task.option() != EthtoolOption.CHANNELS) {
      return "";
    }
    List<String> has = new ArrayList<>();
    for (String kind : List.of("combined", "rx", "tx")) {
      String most = around.maximum().get(device + "." + kind);
      if (most != null) {
        has.add(kind + " (at most " + most + ")");
      }
    }
    return has.isEmpty() ? "" : ": it has " + String.join(" and ", has);
  }

  /** No device may be left without a channel for one direction. */
  static void check(
      EthtoolOption option, InterfaceState.Around around, String device, Map<String, String> live)
      throws Unsupported {
    if (option != EthtoolOption.CHANNELS) {
      return;
    }
    for (String direction : List.of("rx", "tx")) {
      boolean none = true;
      for (String kind : List.of(direction, "combined")) {
        String key = device + "." + kind;
        none &= live.getOrDefault(key, around.offered().getOrDefault(key, "0")).matches("0+");
      }
      if (none) {
        throw new Unsupported("`" + device + "` would have no channel for " + direction);
      }
    }
  }
}
