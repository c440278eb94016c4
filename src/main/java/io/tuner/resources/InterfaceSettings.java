package io.tuner.resources;

import io.tuner.format.EthtoolAnswer;
import io.tuner.format.EthtoolOption;
import io.tuner.format.EthtoolOutput;
import io.tuner.resource.ProbeFailed;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What is read of all interfaces, by interface, a dot and the parameter: what they have set, what
 * they can have, and what they have nothing of.
 */
final class InterfaceSettings {

  private static final Map<EthtoolOption, String> NOUNS =
      Map.of(
          EthtoolOption.CHANNELS, "channels",
          EthtoolOption.RING, "rings",
          EthtoolOption.FEATURES, "features",
          EthtoolOption.COALESCE, "coalescing");

  private final EthtoolOption option;
  private final Map<String, String> lacking = new TreeMap<>();
  private final Map<String, String> offered = new TreeMap<>();
  private final Map<String, String> maximum = new TreeMap<>();
  private final List<String> fixed = new ArrayList<>();
  private final Map<String, List<String>> members = new TreeMap<>();

  InterfaceSettings(EthtoolOption option) {
    this.option = option;
  }

  /** Takes a value of an attribute. */
  void add(String device, String parameter, String value) {
    offered.put(device + "." + parameter, value);
  }

  /**
   * Takes what ethtool said of an interface.
   *
   * @param parameters of them, features that stand for several are looked for
   * @throws ProbeFailed where it failed, and not because there is nothing of that
   */
  void add(String device, EthtoolAnswer answer, Collection<String> parameters) throws ProbeFailed {
    if (answer.isNotSupported()) {
      lacking.put(device, "`" + device + "` has no " + NOUNS.get(option));
    } else if (answer.failed()) {
      throw new ProbeFailed(
          "`ethtool %s %s` failed: %s".formatted(option.show(), device, answer.firstLine()));
    } else if (option == EthtoolOption.FEATURES) {
      features(device, EthtoolOutput.features(answer.text()), parameters);
    } else {
      EthtoolOutput.Limits limits =
          option == EthtoolOption.COALESCE
              ? new EthtoolOutput.Limits(Map.of(), EthtoolOutput.coalesce(answer.text()))
              : EthtoolOutput.limits(answer.text());
      limits.current().forEach((word, value) -> offered.put(key(device, word), value));
      limits.maximum().forEach((word, value) -> maximum.put(key(device, word), value));
    }
  }

  private static String key(String device, String word) {
    return device + "." + word.replace('-', '_');
  }

  /** A feature that stands for several is read and set as those of them that can be changed. */
  private void features(
      String device, Map<String, EthtoolOutput.Feature> features, Collection<String> parameters) {
    for (String parameter : parameters) {
      String name = EthtoolOption.featureName(parameter);
      EthtoolOutput.Feature feature = features.get(name);
      if (feature == null) {
        continue;
      }
      List<String> changeable =
          feature.members().stream().filter(member -> !features.get(member).fixed()).toList();
      List<String> all = changeable.isEmpty() ? List.of(name) : changeable;
      members.put(device + "." + parameter, all);
      for (String member : all) {
        add(device, member, features.get(member).value());
        boolean group = !feature.members().isEmpty() && changeable.isEmpty();
        if (features.get(member).fixed() || group) {
          fixed.add(device + "." + member);
        }
      }
    }
  }

  /** Whether an interface has nothing of what was asked for. */
  boolean lacks(String device) {
    return lacking.containsKey(device);
  }

  /** What a parameter of an interface is read and set as. */
  List<String> members(String device, String parameter) {
    return members.getOrDefault(device + "." + parameter, List.of(parameter));
  }

  /** What is set, where not the driver chooses it. */
  Optional<String> live(String key) {
    return Adaptive.isOn(offered, key) ? Optional.empty() : Optional.ofNullable(offered.get(key));
  }

  InterfaceState.Around around(
      List<String> devices,
      List<String> unmatched,
      Map<String, String> hooks,
      Optional<String> rules) {
    return new InterfaceState.Around(
        devices, unmatched, lacking, offered, maximum, fixed, members, hooks, rules);
  }
}
