package io.tuner.resources;

import io.tuner.format.BiosNames;
import io.tuner.format.BiosRegistry;
import io.tuner.format.BiosResource;
import io.tuner.resource.Codec;
import io.tuner.text.Printable;
import io.tuner.text.Suggestion;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What a task wants of a firmware, beside what there is: the controller's own types decide, for `0`
 * and `"0"` or `false` and `"Disabled"` are not the same to it.
 */
record BiosWishes(
    Map<String, String> asked,
    BiosResource bios,
    BiosResource settings,
    Optional<BiosRegistry> registry) {

  /** What a boot takes over; what the settings do not speak of stays. */
  Map<String, String> pending() {
    Map<String, String> pending = new TreeMap<>();
    for (String name : asked.keySet()) {
      settings.text(name).or(() -> bios.text(name)).ifPresent(text -> pending.put(name, text));
    }
    return pending;
  }

  Map<String, String> boot() {
    Map<String, String> boot = new TreeMap<>();
    asked.keySet().forEach(name -> bios.text(name).ifPresent(text -> boot.put(name, text)));
    return boot;
  }

  Map<String, String> types() {
    Map<String, String> types = new TreeMap<>();
    asked.keySet().forEach(name -> types.put(name, type(name)));
    return types;
  }

  private String type(String name) {
    Object value =
        Optional.ofNullable(bios.attributes().get(name)).orElse(settings.attributes().get(name));
    if (value instanceof Boolean || value instanceof Number) {
      return value instanceof Boolean ? "Boolean" : "Integer";
    }
    String told = entry(name).map(BiosRegistry.Attribute::type).orElse("");
    boolean typed = value == null && (told.equals("Boolean") || told.equals("Integer"));
    return typed ? told : "String";
  }

  Optional<BiosRegistry.Attribute> entry(String name) {
    return registry.map(all -> all.attributes().get(name));
  }

  /** As the controller writes them. */
  Map<String, String> wanted() {
    Map<String, String> wanted = new TreeMap<>();
    asked.forEach((name, text) -> wanted.put(name, form(type(name), text).orElse(text)));
    return wanted;
  }

  /** The text in the form of its type; empty where it is none of it. */
  private static Optional<String> form(String type, String text) {
    try {
      return switch (type) {
        case "Boolean" -> Optional.of(Codec.scalar(Boolean.class, text).toString());
        case "Integer" -> Optional.of(Codec.scalar(Long.class, text).toString());
        default -> Optional.of(text);
      };
    } catch (IllegalArgumentException other) {
      return Optional.empty();
    }
  }

  List<String> problems() {
    List<String> problems = new ArrayList<>();
    for (Map.Entry<String, String> setting : asked.entrySet()) {
      problem(setting.getKey(), setting.getValue())
          .ifPresent(why -> problems.add(Printable.of("`" + setting.getKey() + "`: " + why)));
    }
    return problems;
  }

  private Optional<String> problem(String name, String text) {
    Optional<BiosRegistry.Attribute> entry = entry(name);
    if (!bios.attributes().containsKey(name) && entry.isEmpty()) {
      return Optional.of("the firmware has no such setting; " + instead(name));
    }
    if (entry.filter(e -> e.type().equals("Password")).isPresent()) {
      return Optional.of("it is a password, which nobody can read back");
    }
    Optional<String> form = form(type(name), text);
    if (form.isEmpty()) {
      String kind = type(name).equals("Boolean") ? "true or false" : "a whole number";
      return Optional.of("it is " + kind + ", not `" + text + "`");
    }
    boolean so = form.equals(bios.text(name)) && form.equals(settings.text(name).or(() -> form));
    if (!so && entry.filter(BiosRegistry.Attribute::readOnly).isPresent()) {
      return Optional.of("it cannot be set (ReadOnly)");
    }
    return so ? Optional.empty() : entry.flatMap(e -> e.fault(form.get()));
  }

  /** Firmware of another generation may have the setting under another name. */
  private String instead(String name) {
    Set<String> known = new TreeSet<>(bios.attributes().keySet());
    registry.ifPresent(all -> known.addAll(all.attributes().keySet()));
    List<String> alike = BiosNames.alike(name, known);
    return Suggestion.didYouMean(name, known)
        .orElse(
            alike.isEmpty()
                ? "it has " + known.size() + " others"
                : "the nearest of its names: `" + String.join("`, `", alike) + "`");
  }
}
