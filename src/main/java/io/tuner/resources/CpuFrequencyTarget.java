package io.tuner.resources;

import static io.tuner.resources.CpuFrequencyState.DIRECTORY;
import static io.tuner.resources.CpuFrequencyState.GOVERNOR;
import static io.tuner.resources.CpuFrequencyState.LATENCY;
import static io.tuner.resources.CpuFrequencyState.PREFERENCE;

import io.tuner.resource.Notes;
import io.tuner.resource.Unsupported;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * What CPUs found so are to be set to.
 *
 * @param wanted by attribute: frequencies in kHz, or {@code lowest} and {@code highest}
 */
record CpuFrequencyTarget(Map<String, String> wanted, CpuFrequencyState observed, Notes notes) {

  CpuFrequencyState state(boolean persist) throws Unsupported {
    boolean policies = wanted.keySet().stream().anyMatch(name -> !name.equals(LATENCY));
    if (policies && observed.policies().isEmpty()) {
      throw new Unsupported(
          "this kernel changes no CPU frequency here: the hypervisor does, or the firmware keeps it"
              + " to itself (power management by the operating system is switched off)");
    }
    if (!observed.around().offline().isEmpty()) {
      notes.warn(
          "no CPU is online of "
              + String.join(", ", observed.around().offline())
              + ": set when one is, by the next apply");
    }
    Map<String, String> live = new LinkedHashMap<>(observed.live());
    for (Map.Entry<String, String> entry : wanted.entrySet()) {
      if (entry.getKey().equals(LATENCY)) {
        latency(live, entry.getValue());
      }
      for (String policy :
          entry.getKey().equals(LATENCY) ? List.<String>of() : observed.policies()) {
        String name = policy + "/" + entry.getKey();
        if (!live.containsKey(name)) {
          throw new Unsupported("`" + policy + "` has no " + entry.getKey());
        }
        live.put(name, offer(policy).value(entry.getKey(), entry.getValue()));
      }
    }
    for (String policy : wanted.containsKey(GOVERNOR) ? observed.policies() : List.<String>of()) {
      preference(live, policy);
    }
    Map<String, String> persistent = persist ? persistent(live) : observed.persistent();
    return observed.with(live, persistent);
  }

  private void latency(Map<String, String> live, String value) throws Unsupported {
    List<String> names = live.keySet().stream().filter(key -> key.endsWith(LATENCY)).toList();
    if (names.isEmpty()) {
      throw new Unsupported("this kernel takes no latency limit of a CPU");
    }
    if (observed.read("cpuidle/current_driver").orElse("none").equals("none")) {
      notes.warn("no driver for idle states is at work, so that a latency limit does nothing");
    }
    names.forEach(name -> live.put(name, value));
  }

  private CpuFrequencyOffer offer(String policy) {
    String has = observed.live().get(policy + "/" + GOVERNOR);
    return new CpuFrequencyOffer(policy, observed, wanted.getOrDefault(GOVERNOR, has), notes);
  }

  /** A driver that is its own governor changes the preference along with it. */
  private void preference(Map<String, String> live, String policy) {
    String name = policy + "/" + PREFERENCE;
    if (wanted.containsKey(PREFERENCE) || !live.containsKey(name)) {
      return;
    }
    notes.disturbs("live." + name, "follows the governor");
    String governor = policy + "/" + GOVERNOR;
    if (!Objects.equals(live.get(governor), observed.live().get(governor))) {
      live.remove(name);
    }
  }

  /** One pattern for all where they have one value, else each by its path. */
  private Map<String, String> persistent(Map<String, String> live) {
    Map<String, String> persistent = new LinkedHashMap<>(observed.persistent());
    for (String attribute : wanted.keySet()) {
      Map<String, String> values = new LinkedHashMap<>(live);
      values.keySet().removeIf(name -> !name.endsWith("/" + attribute));
      persistent.keySet().removeIf(path -> path.endsWith("/" + attribute));
      boolean one = new LinkedHashSet<>(values.values()).size() == 1;
      String directory = attribute.equals(LATENCY) ? "cpu[0-9]*/power/" : "cpufreq/policy*/";
      values.forEach(
          (name, value) -> persistent.put(DIRECTORY + (one ? directory + attribute : name), value));
    }
    persistent.put(CpuFrequencyState.ENABLED, "yes");
    return persistent;
  }
}
