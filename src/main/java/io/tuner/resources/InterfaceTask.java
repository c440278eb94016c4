package io.tuner.resources;

import io.tuner.format.EthtoolOption;
import io.tuner.format.Glob;
import io.tuner.resource.Bound;
import io.tuner.resource.Codec;
import io.tuner.resource.Knob;
import io.tuner.resource.Problems;
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

  /** What is wanted, without what the driver chooses because the task itself has it do so. */
  Map<String, Bound> effective() {
    Map<String, Bound> effective = new LinkedHashMap<>(wanted);
    effective.keySet().removeIf(this::isLeftToTheDriver);
    return effective;
  }

  boolean isLeftToTheDriver(String parameter) {
    return Adaptive.of(parameter)
        .map(wanted::get)
        .filter(adaptive -> adaptive.value().equals("on"))
        .isPresent();
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
