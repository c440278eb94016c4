package io.tuner.resources;

import io.tuner.format.EthtoolAnswer;
import io.tuner.format.EthtoolOption;
import io.tuner.format.Glob;
import io.tuner.resource.Probe;
import io.tuner.resource.ProbeFailed;
import io.tuner.resource.Readings;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * How settings of some network interfaces are read.
 *
 * @param option what is set of them
 * @param names of interfaces, and patterns
 * @param parameters which to read
 * @param persist whether our rules are read as well
 */
record InterfaceReader(
    EthtoolOption option, List<String> names, Collection<String> parameters, boolean persist) {

  private static final String MTU = "/sys/class/net/*/mtu";
  private static final String LENGTH = "/sys/class/net/*/tx_queue_len";

  /** What must be read of these interfaces. */
  Probe probe() {
    Probe probe = Probe.NOTHING.glob(MTU);
    if (option == EthtoolOption.LINK) {
      probe = probe.glob(LENGTH);
    } else {
      probe = probe.and(answers().probe());
    }
    return persist ? probe.and(InterfaceHooks.probe()).file(InterfaceState.RULES.path()) : probe;
  }

  private InterfaceAnswers answers() {
    return new InterfaceAnswers(option, names);
  }

  /** The state of these interfaces. */
  InterfaceState parse(Readings readings) throws ProbeFailed {
    TreeSet<String> present = new TreeSet<>();
    readings.glob(MTU).keySet().forEach(path -> present.add(path.split("/")[4]));
    TreeSet<String> matched = new TreeSet<>();
    List<String> unmatched = new ArrayList<>();
    for (String name : names) {
      List<String> found = matching(name, present);
      matched.addAll(found);
      if (found.isEmpty()) {
        unmatched.add("there is no interface `" + name + "`");
      }
    }
    InterfaceSettings settings = new InterfaceSettings(option);
    if (option == EthtoolOption.LINK) {
      for (String device : matched) {
        attribute(readings, MTU, device).ifPresent(v -> settings.add(device, "mtu", v));
        attribute(readings, LENGTH, device).ifPresent(v -> settings.add(device, "txqueuelen", v));
      }
    } else {
      Map<String, EthtoolAnswer> answers = answers().read(readings, matched, unmatched);
      matched.retainAll(answers.keySet());
      for (String device : matched) {
        settings.add(device, answers.get(device), parameters);
      }
    }
    matched.removeIf(device -> settings.lacks(device) && !names.contains(device));
    return state(readings, List.copyOf(matched), unmatched, settings);
  }

  private static List<String> matching(String name, Collection<String> present) {
    if (!Glob.hasWildcard(name)) {
      return present.contains(name) ? List.of(name) : List.of();
    }
    Glob pattern = Glob.of(name);
    return present.stream().filter(d -> !d.equals("lo") && pattern.matches(d)).toList();
  }

  private static Optional<String> attribute(Readings readings, String pattern, String device)
      throws ProbeFailed {
    return Disks.one(readings, pattern, pattern.replace("*", device));
  }

  private InterfaceState state(
      Readings readings, List<String> devices, List<String> unmatched, InterfaceSettings settings)
      throws ProbeFailed {
    Map<String, String> live = new TreeMap<>();
    Map<String, String> keys = new LinkedHashMap<>();
    for (String device : devices) {
      for (String parameter : parameters) {
        for (String member : settings.members(device, parameter)) {
          String key = device + "." + member;
          keys.put(InterfaceState.ruleKey(option, key), key);
          settings.live(key).ifPresent(value -> live.put(key, value));
        }
      }
    }
    Optional<String> rules =
        persist ? readings.text(InterfaceState.RULES.path()) : Optional.empty();
    Map<String, String> hooks = persist ? InterfaceHooks.found(readings) : Map.of();
    Map<String, String> persistent = new TreeMap<>(InterfaceHooks.ours(hooks));
    InterfaceState.RULES
        .values(rules, keys.keySet())
        .forEach((key, value) -> persistent.put(keys.get(key), value));
    return new InterfaceState(live, persistent, settings.around(devices, unmatched, hooks, rules));
  }
}
