package io.tuner.resources;

import io.tuner.format.EthtoolOption;
import io.tuner.format.InterfaceRules;
import io.tuner.resource.Context;
import io.tuner.resource.Unsupported;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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

  /** Whether our file sets something beside what a task keeps in it. */
  boolean sharesRules(EthtoolOption option, Map<String, String> others) {
    Map<String, String> all = new TreeMap<>(InterfaceRules.parse(around.rules.orElse("")).values());
    all.keySet().removeAll(rules(option, persistent).keySet());
    all.keySet().removeAll(rules(option, others).keySet());
    return !all.isEmpty();
  }

  /** Where the kernel has an attribute. */
  static String path(String device, String attribute) {
    return "/sys/class/net/" + device + "/" + attribute;
  }
}
