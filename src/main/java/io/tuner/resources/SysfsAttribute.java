package io.tuner.resources;

import io.tuner.format.SysctlValue;
import io.tuner.resource.Bound;
import io.tuner.resource.Knob;
import io.tuner.resource.Leaves;
import io.tuner.resource.Probe;
import io.tuner.resource.Readings;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One attribute below /sys and what it is to be.
 *
 * @param path of it
 * @param value wanted
 */
record SysfsAttribute(String path, Bound value) {

  Map<Knob, String> claims() {
    return ofPolicy() ? Map.of() : literal();
  }

  /** Of which policy a CPU's frequency is, only a host says. */
  Map<Knob, String> needs() {
    return ofPolicy() ? literal() : Map.of();
  }

  private Map<Knob, String> literal() {
    return value.exact().map(text -> Map.of(Knob.of(path), text.strip())).orElse(Map.of());
  }

  private boolean ofPolicy() {
    return path.matches(CpuFrequencyState.DIRECTORY + "cpu[0-9]+/cpufreq/[^/]+");
  }

  Probe probe() {
    Probe probe = Probe.NOTHING.file(path);
    return ofPolicy() ? probe.glob(CpuFrequencyReader.SHARED) : probe;
  }

  Map<String, String> policies(Readings readings) {
    return ofPolicy() ? CpuFrequencyReader.policies(readings) : Map.of();
  }

  Map<String, Knob> knobs(Sysfs.State state) {
    Map<String, Knob> knobs = new LinkedHashMap<>();
    knobs.put("live." + path, CpuFrequencyState.knob(path, state.policies()));
    knobs.put("persistent." + path, Knob.of("tmpfiles:" + path));
    knobs.keySet().retainAll(Leaves.of(state).keySet());
    return knobs;
  }

  /** The kernel takes 1 and 0 for its truth values, and reads them back as Y and N. */
  String target(String found) {
    String wanted = SysctlValue.normal(value.target(found));
    if (!found.matches("[YN]")) {
      return wanted;
    }
    return wanted.matches("[1yY]") ? "Y" : wanted.matches("[0nN]") ? "N" : wanted;
  }
}
