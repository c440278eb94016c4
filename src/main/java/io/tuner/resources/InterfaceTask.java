package io.tuner.resources;

import io.tuner.format.EthtoolOption;
import io.tuner.format.Glob;
import io.tuner.resource.Bound;
import io.tuner.resource.Codec;
import io.tuner.resource.Knob;
import io.tuner.resource.Missing;
import io.tuner.resource.Notes;
import io.tuner.resource.Problems;
import io.tuner.resource.Risk;
import io.tuner.resource.Script;
import io.tuner.resource.Unsupported;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * What the types of interface settings have in common.
 *
 * @param option what is set
 * @param interfaces names, and patterns
 * @param wanted by parameter
 * @param persist whether it is set again when an interface appears or comes up
 */
record InterfaceTask(
    EthtoolOption option, List<String> interfaces, Map<String, Bound> wanted, boolean persist) {

  static final String PERSISTENCE =
      """

      `/etc/udev/rules.d/99-tuner-net.rules` sets an interface, known by its name, whenever it appears: at a boot, or when
      a bond or a VLAN is made again. All types of interface settings share the file, in the order link, channels, rings,
      features, coalescing. For drivers that forget what was set when an interface comes up, a hook of ifupdown,
      NetworkManager, networkd-dispatcher or Red Hat's network-scripts, of each that a host has, has udev set it again
      then. wicked, and systemd-networkd alone, run no hook. What else would set another value (NetworkManager's profiles,
      stanzas of ifupdown, ifcfg files, later udev rules, TuneD) is named in the plan.""";

  /** A task from its record's other components. */
  static InterfaceTask of(
      EthtoolOption option, Record task, List<String> interfaces, boolean persist) {
    Map<String, Object> given = new LinkedHashMap<>(Codec.toMap(task));
    given.keySet().removeAll(Set.of("interfaces", "persist"));
    Map<String, Bound> wanted = new LinkedHashMap<>();
    given.forEach((name, value) -> wanted.put(name, bound(value)));
    return new InterfaceTask(option, interfaces, wanted, persist);
  }

  static Bound bound(Object value) {
    return value instanceof Boolean on
        ? Bound.parse(on ? "on" : "off")
        : Bound.parse(value.toString());
  }

  void validate(Problems problems) {
    for (String name : interfaces) {
      if (!name.matches("[A-Za-z0-9_.:*?\\[\\]!-]{1,60}") || name.matches("-.*|\\.{1,2}")) {
        problems.error("interface", "`" + name + "` is no name of an interface, and no pattern");
      }
    }
    if (wanted.isEmpty()) {
      problems.error("interface", "nothing is to be set");
    }
    wanted.forEach(
        (name, bound) -> {
          boolean word = name.matches("adaptive_.*|cqe_mode_.*|.x_push|tcp_data_split");
          if (word && !bound.value().matches("on|off|auto")) {
            problems.error(name, "`" + bound.value() + "` is not one of on, off, auto");
          } else if (!word
              && option != EthtoolOption.FEATURES
              && !bound.value().matches("[0-9]{1,10}")) {
            problems.error(name, "`" + bound.value() + "` is not a whole number");
          }
        });
  }

  Map<Knob, String> claims() {
    Map<Knob, String> claims = new LinkedHashMap<>();
    for (String device : interfaces) {
      for (Map.Entry<String, Bound> entry : effective().entrySet()) {
        boolean feature = option == EthtoolOption.FEATURES;
        String name = feature ? EthtoolOption.featureName(entry.getKey()) : entry.getKey();
        // What a group of features stands for, only the host says.
        if (!Glob.hasWildcard(device) && !(feature && EthtoolOption.GROUPS.containsKey(name))) {
          Knob knob = live(device + "." + name);
          entry.getValue().exact().ifPresent(value -> claims.put(knob, value));
        }
      }
    }
    return claims;
  }

  InterfaceReader reader() {
    Set<String> parameters = new LinkedHashSet<>(wanted.keySet());
    for (String parameter : wanted.keySet()) {
      parameters.addAll(Adaptive.CHOOSES.getOrDefault(parameter, List.of()));
    }
    return new InterfaceReader(option, interfaces, parameters, persist);
  }

  InterfaceState target(InterfaceState observed, Notes notes) throws Unsupported {
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
          "no interface that `" + String.join(" ", interfaces) + "` means has such settings");
    }
    Map<String, String> live = new TreeMap<>(observed.live());
    Map<String, String> persistent = new TreeMap<>(observed.persistent());
    for (String device : around.interfaces()) {
      leftToTheDriver(device, live, notes);
      for (Map.Entry<String, Bound> entry : effective().entrySet()) {
        for (String key : keys(around, device, entry.getKey())) {
          String value = InterfaceLimits.wanted(this, observed, key, entry, live);
          live.put(key, value);
          if (persist) {
            String kept = persistent.getOrDefault(key, value);
            persistent.put(key, entry.getValue().target(kept));
          }
        }
      }
      InterfaceLimits.check(option, around, device, live);
    }
    hooks(around, persistent, observed.sharesRules(option, persistent), notes);
    if (!live.equals(observed.live())) {
      risks(observed, live, notes);
    }
    return observed.with(option, live, persistent);
  }

  /** What is wanted, without what the driver chooses because the task itself has it do so. */
  private Map<String, Bound> effective() {
    Map<String, Bound> effective = new LinkedHashMap<>(wanted);
    effective.keySet().removeIf(this::isLeftToTheDriver);
    return effective;
  }

  private boolean isLeftToTheDriver(String parameter) {
    return Adaptive.of(parameter)
        .map(wanted::get)
        .filter(adaptive -> adaptive.value().equals("on"))
        .isPresent();
  }

  /** Values that a change of adaptive coalescing disturbs, and that are not the task's. */
  private void leftToTheDriver(String device, Map<String, String> live, Notes notes) {
    for (String adaptive : Adaptive.CHOOSES.keySet()) {
      if (!wanted.containsKey(adaptive)) {
        continue;
      }
      for (String parameter : Adaptive.CHOOSES.get(adaptive)) {
        String key = device + "." + parameter;
        if (!effective().containsKey(parameter)) {
          notes.disturbs("live." + key, "chosen by the driver where " + adaptive + " is on");
          live.remove(key);
        }
        if (wanted.containsKey(parameter) && isLeftToTheDriver(parameter)) {
          notes.warn(
              "%s is on: `%s` chooses %s itself, so it is not set to %s"
                  .formatted(adaptive, device, parameter, wanted.get(parameter)));
        }
      }
    }
  }

  private static List<String> keys(InterfaceState.Around around, String device, String parameter) {
    String key = device + "." + parameter;
    return around.members().getOrDefault(key, List.of(parameter)).stream()
        .map(member -> device + "." + member)
        .toList();
  }

  private void hooks(
      InterfaceState.Around around, Map<String, String> persistent, boolean shared, Notes notes) {
    around
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

  private void risks(InterfaceState observed, Map<String, String> live, Notes notes) {
    List<String> devices = new ArrayList<>();
    live.forEach(
        (key, value) -> {
          boolean resets =
              option == EthtoolOption.RING
                  || option == EthtoolOption.CHANNELS
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

  Script transition(InterfaceState from, InterfaceState to) {
    return from.to(option, to);
  }

  Map<String, Knob> knobs(InterfaceState state) {
    Map<String, Knob> knobs = new TreeMap<>();
    for (String key : state.live().keySet()) {
      String parameter = InterfaceState.parameter(key);
      if (option == EthtoolOption.FEATURES || effective().containsKey(parameter)) {
        knobs.put("live." + key, live(key));
      }
    }
    for (String key : state.persistent().keySet()) {
      boolean hook = InterfaceHooks.isHook(key);
      String name = hook ? key : "udev:" + InterfaceState.ruleKey(option, key);
      knobs.put("persistent." + key, Knob.of(name));
    }
    return knobs;
  }

  private Knob live(String key) {
    String word = InterfaceState.word(option, InterfaceState.parameter(key));
    return Knob.of(option.knob(InterfaceState.device(key), word));
  }
}
