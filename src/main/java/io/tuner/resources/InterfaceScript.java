package io.tuner.resources;

import io.tuner.format.EthtoolOption;
import io.tuner.resource.Script;
import io.tuner.resource.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * The way from one state of network interfaces to another.
 *
 * @param option what is set of them
 * @param from as they are
 * @param to as they are wanted
 */
record InterfaceScript(EthtoolOption option, InterfaceState from, InterfaceState to) {

  Script script() {
    Map<String, List<String>> changed = new TreeMap<>();
    to.live()
        .forEach(
            (key, value) -> {
              if (!value.equals(from.live().get(key))) {
                changed
                    .computeIfAbsent(InterfaceState.device(key), d -> new ArrayList<>())
                    .add(key);
              }
            });
    Script script = Script.empty();
    for (Map.Entry<String, List<String>> device : changed.entrySet()) {
      script = script.then(set(device.getKey(), device.getValue(), to.live()));
    }
    return script.then(persist());
  }

  /** In one command, for a driver may accept only all together. */
  private Script set(String device, List<String> keys, Map<String, String> values) {
    Script script = Script.empty();
    List<String> words = new ArrayList<>(List.of(option.set(), device));
    for (String key : keys) {
      String word = InterfaceState.word(option, InterfaceState.parameter(key));
      if (option == EthtoolOption.LINK) {
        script = script.write(InterfaceState.path(device, word), values.get(key));
      }
      words.addAll(List.of(word, values.get(key)));
    }
    // Releases before netlink exit with 80 where nothing was to change; what is read back decides.
    return option == EthtoolOption.LINK
        ? script
        : script.run(List.of("ethtool"), words, Optional.empty(), Set.of(0, 80));
  }

  /**
   * Hooks come after our rules and go before them, so that one without rules is never left. While
   * others have rules, they stay; but they go where all is as it was before they came.
   */
  private Script persist() {
    Map<String, String> kept = InterfaceState.rules(option, from.persistent());
    Map<String, String> wanted = InterfaceState.rules(option, to.persistent());
    Script rules =
        InterfaceState.RULES.transition(from.around().rules(), kept, to.around().rules(), wanted);
    boolean asBefore =
        !rules.isEmpty()
            && (rules.steps().get(0) instanceof Step.ReplaceFile file
                ? to.around().rules().equals(file.content().text())
                : to.around().rules().isEmpty());
    boolean goes = asBefore || !from.sharesRules(option, to.persistent());
    return (goes ? InterfaceHooks.remove(from.persistent(), to.persistent()) : Script.empty())
        .then(rules)
        .then(InterfaceHooks.put(from.persistent(), to.persistent()));
  }
}
