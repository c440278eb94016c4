package io.tuner.resources;

import io.tuner.resource.Knob;
import io.tuner.resource.Probe;
import io.tuner.text.CpuSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * {@code CPUAffinity=} of a unit in a drop-in of tuner's own. systemd merges several of them, and
 * an empty one drops those before it (systemd.exec(5)): so each set is written behind an empty one.
 *
 * @param unit whose
 * @param cpus the set wanted
 */
record AffinityDropIn(Unit unit, CpuSet cpus) {

  private static final String SETTING = "CPUAffinity";
  private static final String ADDED = " and those of the unit itself";

  DropIn file() {
    return new DropIn(unit, "tuner-affinity.conf", settings(Optional.of(cpus.toString())));
  }

  Probe probe() {
    return file().probe();
  }

  Knob knob() {
    return knob(unit.name());
  }

  static Knob knob(String unit) {
    return Knob.of("unit:" + unit + ":Service." + SETTING);
  }

  /** What such settings amount to; empty where there are none, or none that can be understood. */
  static Optional<String> meaning(Map<String, Map<String, Values>> settings) {
    Values values = settings.getOrDefault("Service", Map.of()).get(SETTING);
    if (values == null) {
      return Optional.empty();
    }
    List<String> all = values.all();
    int reset = all.lastIndexOf("");
    try {
      String list = String.join(",", all.subList(reset + 1, all.size())).replaceAll("[ \t,]+", ",");
      return Optional.of(CpuSet.parse(list) + (reset < 0 ? ADDED : ""));
    } catch (IllegalArgumentException notAList) {
      return Optional.of(String.join(" ", all).strip());
    }
  }

  /** Settings of that meaning. */
  static Map<String, Map<String, Values>> settings(Optional<String> meaning) {
    if (meaning.isEmpty()) {
      return Map.of();
    }
    String text = meaning.get();
    Values values =
        text.endsWith(ADDED)
            ? new Values(List.of(text.substring(0, text.length() - ADDED.length())))
            : new Values(List.of("", text));
    return Map.of("Service", Map.of(SETTING, values));
  }
}
