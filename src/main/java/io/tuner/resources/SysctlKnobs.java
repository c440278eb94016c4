package io.tuner.resources;

import io.tuner.format.SysctlValue;
import io.tuner.resource.Bound;
import io.tuner.resource.Knob;
import io.tuner.resource.Leaves;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The knobs of kernel settings: the kernel's file for the value it has, {@code sysctl.d:NAME} for
 * the one that a boot restores.
 *
 * @param wanted by name
 * @param live whether the running kernel's are owned
 */
record SysctlKnobs(Map<String, Bound> wanted, boolean live) {

  Map<Knob, String> claims() {
    Map<Knob, String> claims = new LinkedHashMap<>();
    for (Map.Entry<String, Bound> entry : wanted.entrySet()) {
      Optional<String> value = entry.getValue().exact().map(SysctlValue::normal);
      value.ifPresent(v -> claims.put(live ? now(entry.getKey()) : boot(entry.getKey()), v));
      value
          .filter(v -> live)
          .flatMap(v -> SysctlValue.dropped(entry.getKey(), v))
          .ifPresent(other -> claims.put(now(other), "0"));
    }
    return claims;
  }

  Map<String, Knob> of(Sysctl.State state) {
    Map<String, Knob> knobs = new LinkedHashMap<>();
    for (String name : SysctlValue.touched(wanted.keySet())) {
      knobs.put("live." + name, now(name));
      knobs.put("persistent." + name, boot(name));
    }
    knobs.keySet().retainAll(Leaves.of(state).keySet());
    return knobs;
  }

  private static Knob now(String name) {
    return Knob.of(Sysctl.file(name));
  }

  private static Knob boot(String name) {
    return Knob.of("sysctl.d:" + name);
  }
}
