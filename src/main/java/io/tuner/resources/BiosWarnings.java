package io.tuner.resources;

import io.tuner.format.BiosNames;
import io.tuner.format.BiosRegistry;
import io.tuner.text.Printable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What an operator should know of a firmware before it is set.
 *
 * @param wishes what is wanted of it
 */
record BiosWarnings(BiosWishes wishes) {

  List<String> all() {
    List<String> warnings = new ArrayList<>();
    wishes
        .wanted()
        .forEach(
            (name, text) -> {
              String message = wishes.bios().failed().get(name);
              if (message != null && !Optional.of(text).equals(wishes.bios().text(name))) {
                warnings.add(
                    "the firmware did not take " + name + " over when it last tried: " + message);
              }
              denial(name, text).ifPresent(warnings::add);
            });
    String others =
        wishes.settings().attributes().entrySet().stream()
            .filter(e -> e.getValue() != null && !wishes.asked().containsKey(e.getKey()))
            .filter(e -> wishes.bios().attributes().get(e.getKey()) != null)
            .filter(e -> !e.getValue().equals(wishes.bios().attributes().get(e.getKey())))
            .map(Map.Entry::getKey)
            .sorted()
            .limit(8)
            .collect(Collectors.joining(", "));
    if (!others.isEmpty()) {
      warnings.add("the next boot also takes over what somebody else set: " + others);
    }
    if (wishes.registry().isEmpty()) {
      warnings.add("there is no attribute registry: values are checked by the controller alone");
    }
    return warnings.stream().map(Printable::of).toList();
  }

  /** Enabled, a setting such as HyperThreadingDisable may switch off what is meant to be on. */
  private Optional<String> denial(String name, String text) {
    boolean truth = text.matches("(?i)true|false|enabled?|disabled?|on|off|yes|no");
    if (!BiosNames.denies(name) || !truth || Optional.of(text).equals(wishes.bios().text(name))) {
      return Optional.empty();
    }
    String help = wishes.entry(name).map(BiosRegistry.Attribute::help).orElse("");
    return Optional.of(
        "`%s` has the name of what it switches off: see whether `%s` is what is meant; %s"
            .formatted(
                name,
                text,
                help.isEmpty() ? "the registry does not tell" : "the registry says: " + help));
  }
}
