package io.tuner.resources;

import io.tuner.format.EthtoolOption;
import io.tuner.resource.Bound;
import io.tuner.resource.Missing;
import io.tuner.resource.Notes;
import io.tuner.resource.Risk;
import io.tuner.resource.Unsupported;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Decides what settings of network interfaces found so are to become. */
record InterfaceTarget(InterfaceTask task, InterfaceState observed, Notes notes) {

  InterfaceState state() throws Unsupported {
    InterfaceState.Around around = observed.around();
    if (!around.unmatched().isEmpty()) {
      throw new Missing(around.unmatched().get(0));
    }
    for (String device : around.interfaces()) {
      if (around.lacking().containsKey(device)) {
        throw new Unsupported(around.lacking().get(device));
      }
    }
    if (around.interfaces().isEmpty()) {
      throw new Unsupported(
          "no interface that `"
              + String.join(" ", task.interfaces())
              + "` means has such settings");
    }
    Map<String, String> live = new TreeMap<>(observed.live());
    Map<String, String> persistent = new TreeMap<>(observed.persistent());
    for (String device : around.interfaces()) {
      leftToTheDriver(device, live);
      for (Map.Entry<String, Bound> entry : task.effective().entrySet()) {
        for (String key : keys(device, entry.getKey())) {
          String value = InterfaceLimits.wanted(task, observed, key, entry, live);
          live.put(key, value);
          if (task.persist()) {
            String kept = persistent.getOrDefault(key, value);
            persistent.put(key, entry.getValue().target(kept));
          }
        }
      }
      InterfaceLimits.check(task.option(), around, device, live);
    }
    hooks(persistent);
    if (!live.equals(observed.live())) {
      risks(live);
    }
    return observed.with(task.option(), live, persistent);
  }

  /** Values that a change of adaptive coalescing disturbs, and that are not the task's. */
  private void leftToTheDriver(String device, Map<String, String> live) {
    for (String adaptive : Adaptive.CHOOSES.keySet()) {
      if (!task.wanted().containsKey(adaptive)) {
        continue;
      }
      for (String parameter : Adaptive.CHOOSES.get(adaptive)) {
        String key = device + "." + parameter;
        if (!task.effective().containsKey(parameter)) {
          notes.disturbs("live." + key, "chosen by the driver where " + adaptive + " is on");
          live.remove(key);
        }
        if (task.wanted().containsKey(parameter) && task.isLeftToTheDriver(parameter)) {
          notes.warn(
              "%s is on: `%s` chooses %s itself, so it is not set to %s"
                  .formatted(adaptive, device, parameter, task.wanted().get(parameter)));
        }
      }
    }
  }

  private List<String> keys(String device, String parameter) {
    String key = device + "." + parameter;
    return observed.around().members().getOrDefault(key, List.of(parameter)).stream()
        .map(member -> device + "." + member)
        .toList();
  }

  private void hooks(Map<String, String> persistent) {
    boolean shared = observed.sharesRules(task.option(), persistent);
    observed
        .around()
        .hooks()
        .forEach(
            (path, found) -> {
              if (InterfaceHooks.isForeign(path, found)) {
                notes.warn(
                    path
                        + " is somebody else's: what a driver forgets when an interface"
                        + " comes up is not set again");
              } else {
                persistent.put(path, InterfaceHooks.SET);
                if (shared) {
                  notes.disturbs("persistent." + path, "goes with the last interface setting");
                }
              }
            });
  }

  private void risks(Map<String, String> live) {
    List<String> devices = new ArrayList<>();
    live.forEach(
        (key, value) -> {
          boolean resets =
              task.option() == EthtoolOption.RING
                  || task.option() == EthtoolOption.CHANNELS
                  || key.endsWith(".mtu");
          if (resets && !value.equals(observed.live().get(key))) {
            devices.add(InterfaceState.device(key));
          }
        });
    if (!devices.isEmpty()) {
      String names = String.join(", ", new LinkedHashSet<>(devices));
      notes.risk(Risk.LINK_FLAP, names + " may go down and come up");
    }
  }
}
