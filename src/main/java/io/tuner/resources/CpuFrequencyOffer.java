package io.tuner.resources;

import static io.tuner.resources.CpuFrequencyState.GOVERNOR;
import static io.tuner.resources.CpuFrequencyState.PREFERENCE;

import io.tuner.format.Kilohertz;
import io.tuner.resource.Notes;
import io.tuner.resource.Unsupported;
import java.util.List;
import java.util.Set;

/**
 * What the CPUs of one policy can be set to.
 *
 * @param policy as {@code cpufreq/policy0}
 * @param observed the state in which it is
 * @param governor the one it will have; null where it has none
 */
record CpuFrequencyOffer(String policy, CpuFrequencyState observed, String governor, Notes notes) {

  /** Drivers that are their own governors, and keep the preference of one of them. */
  private static final Set<String> SELF_GOVERNING = Set.of("intel_pstate", "amd-pstate-epp");

  private static final Set<String> MODULES =
      Set.of("conservative", "ondemand", "performance", "powersave", "schedutil", "userspace");

  /** The value of an attribute as the kernel takes it, of one that the policy offers. */
  String value(String attribute, String value) throws Unsupported {
    if (attribute.equals(GOVERNOR)) {
      governor(value);
      return value;
    }
    if (attribute.equals(PREFERENCE)) {
      energy(value);
      return value;
    }
    String lowest = observed.read(policy + "/cpuinfo_min_freq").orElse("");
    String highest = observed.read(policy + "/cpuinfo_max_freq").orElse("");
    if (!lowest.matches("[0-9]{1,12}") || !highest.matches("[0-9]{1,12}")) {
      throw new Unsupported("`" + policy + "` does not tell the frequencies it has");
    }
    if (!value.matches("[0-9]+")) {
      return value.equals("lowest") ? lowest : highest;
    }
    long least = Long.parseLong(lowest);
    long most = Long.parseLong(highest);
    if (Long.parseLong(value) < least || Long.parseLong(value) > most) {
      throw new Unsupported(
          "`%s` runs from %s to %s, not at %s"
              .formatted(
                  policy,
                  Kilohertz.show(least),
                  Kilohertz.show(most),
                  Kilohertz.show(Long.parseLong(value))));
    }
    return value;
  }

  private void governor(String governor) throws Unsupported {
    String offered = observed.read(policy + "/scaling_available_governors").orElse("");
    if (List.of(offered.split("\\s+")).contains(governor)) {
      return;
    }
    String driver = observed.read(policy + "/scaling_driver").orElse("");
    if (SELF_GOVERNING.contains(driver)) {
      throw new Unsupported(
          "`%s` offers %s: its driver %s is its own governor, whose powersave follows the load"
              .formatted(policy, offered, driver));
    }
    if (!MODULES.contains(governor)) {
      throw new Unsupported("`" + policy + "` offers " + offered);
    }
    notes.warn("`" + policy + "` does not offer " + governor + " yet: the kernel loads its module");
  }

  private void energy(String preference) throws Unsupported {
    String offered = observed.read(policy + "/energy_performance_available_preferences").orElse("");
    boolean number = preference.matches("[0-9]{1,3}");
    if (!number && !List.of(offered.split("\\s+")).contains(preference)) {
      throw new Unsupported("`" + policy + "` offers " + offered);
    }
    boolean own = SELF_GOVERNING.contains(observed.read(policy + "/scaling_driver").orElse(""));
    if (own && "performance".equals(governor) && !preference.equals("performance")) {
      throw new Unsupported(
          "under the governor performance `" + policy + "` takes no other energy_performance");
    }
  }
}
