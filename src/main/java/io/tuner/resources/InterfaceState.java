package io.tuner.resources;

import io.tuner.format.EthtoolOption;
import io.tuner.format.InterfaceRules;
import io.tuner.resource.Context;
import io.tuner.resource.Script;
import io.tuner.resource.Step;
import io.tuner.resource.Unsupported;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Settings of some network interfaces.
 *
 * @param live by interface, a dot and the parameter
 * @param persistent what our udev rules set, by the same; and our hooks, by path
 * @param around what else was found
 */
record InterfaceState(
    Map<String, String> live, Map<String, String> persistent, @Context Around around) {

  /** One file for all types of interface settings. */
  static final OwnFile RULES =
      new OwnFile("/etc/udev/rules.d/99-tuner-net.rules", InterfaceRules::parse);

  /**
   * What is not compared.
   *
   * @param interfaces those that the task's names and patterns mean
   * @param unmatched why a name or pattern means none
   * @param lacking why an interface has nothing of what the task sets
   * @param offered by interface, a dot and the parameter: what was read
   * @param maximum by the same, the most that the device can have
   * @param fixed of those read, what the device does not let be changed
   * @param members by interface, a dot and a parameter that stands for several: those it can change
   * @param hooks by path, what is there of the hooks that this host would run
   * @param rules our file as it is
   */
  record Around(
      List<String> interfaces,
      List<String> unmatched,
      Map<String, String> lacking,
      Map<String, String> offered,
      Map<String, String> maximum,
      List<String> fixed,
      Map<String, List<String>> members,
      Map<String, String> hooks,
      Optional<String> rules) {

    Around withRules(Optional<String> other) {
      return new Around(
          interfaces, unmatched, lacking, offered, maximum, fixed, members, hooks, other);
    }
  }

  static String device(String key) {
    return key.substring(0, key.lastIndexOf('.'));
  }

  static String parameter(String key) {
    return key.substring(key.lastIndexOf('.') + 1);
  }

  /** The word of ethtool, or the name of the attribute, for a parameter. */
  static String word(EthtoolOption option, String parameter) {
    return switch (option) {
      case LINK -> parameter.equals("txqueuelen") ? "tx_queue_len" : parameter;
      case FEATURES -> parameter;
      default -> parameter.replace('_', '-');
    };
  }

  /** The key of a setting in our rules. */
  static String ruleKey(EthtoolOption option, String key) {
    return InterfaceRules.key(device(key), option, word(option, parameter(key)));
  }

  /** What our rules are to set, as the file is edited. */
  static Map<String, String> rules(EthtoolOption option, Map<String, String> persistent) {
    Map<String, String> rules = new LinkedHashMap<>();
    persistent.forEach(
        (key, value) -> {
          if (!InterfaceHooks.isHook(key)) {
            rules.put(ruleKey(option, key), value);
          }
        });
    return rules;
  }

  /** This state with other values, and our file as it will be with them. */
  InterfaceState with(
      EthtoolOption option, Map<String, String> newLive, Map<String, String> newPersistent)
      throws Unsupported {
    Optional<String> rules =
        RULES.edited(around.rules, rules(option, persistent), rules(option, newPersistent));
    return new InterfaceState(newLive, newPersistent, around.withRules(rules));
  }

  /** The way from this state to another. */
  Script to(EthtoolOption option, InterfaceState to) {
    Map<String, List<String>> changed = new TreeMap<>();
    to.live.forEach(
        (key, value) -> {
          if (!value.equals(live.get(key))) {
            changed.computeIfAbsent(device(key), d -> new ArrayList<>()).add(key);
          }
        });
    Script script = Script.empty();
    for (Map.Entry<String, List<String>> device : changed.entrySet()) {
      script = script.then(set(option, device.getKey(), device.getValue(), to.live));
    }
    return script.then(persist(option, to));
  }

  /** In one command, for a driver may accept only all together. */
  private static Script set(
      EthtoolOption option, String device, List<String> keys, Map<String, String> values) {
    Script script = Script.empty();
    List<String> words = new ArrayList<>(List.of(option.set(), device));
    for (String key : keys) {
      String word = word(option, parameter(key));
      if (option == EthtoolOption.LINK) {
        script = script.write(path(device, word), values.get(key));
      }
      words.addAll(List.of(word, values.get(key)));
    }
    // Releases before netlink exit with 80 where nothing was to change; what is read back decides.
    return option == EthtoolOption.LINK
        ? script
        : script.run(List.of("ethtool"), words, Optional.empty(), Set.of(0, 80));
  }

  /** Whether our file sets something beside what a task keeps in it. */
  boolean sharesRules(EthtoolOption option, Map<String, String> others) {
    Map<String, String> all = new TreeMap<>(InterfaceRules.parse(around.rules.orElse("")).values());
    all.keySet().removeAll(rules(option, persistent).keySet());
    all.keySet().removeAll(rules(option, others).keySet());
    return !all.isEmpty();
  }

  /**
   * Hooks come after our rules and go before them, so that one without rules is never left. While
   * others have rules, they stay; but they go where all is as it was before they came.
   */
  private Script persist(EthtoolOption option, InterfaceState to) {
    Map<String, String> kept = rules(option, persistent);
    Map<String, String> wanted = rules(option, to.persistent);
    Script rules = RULES.transition(around.rules, kept, to.around.rules, wanted);
    boolean asBefore =
        !rules.isEmpty()
            && (rules.steps().get(0) instanceof Step.ReplaceFile file
                ? to.around.rules.equals(file.content().text())
                : to.around.rules.isEmpty());
    boolean goes = asBefore || !sharesRules(option, to.persistent);
    return (goes ? InterfaceHooks.remove(persistent, to.persistent) : Script.empty())
        .then(rules)
        .then(InterfaceHooks.put(persistent, to.persistent));
  }

  /** Where the kernel has an attribute. */
  static String path(String device, String attribute) {
    return "/sys/class/net/" + device + "/" + attribute;
  }
}
