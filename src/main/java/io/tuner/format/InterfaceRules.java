package io.tuner.format;

import io.tuner.format.UdevRule.Token;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * The udev rules file of our own that sets network interfaces when they appear, get another name or
 * are said to have changed (udev(7)). On the event of its appearance an interface may still bear
 * the kernel's first name; {@code $name} is the one it is going to have, and has when the programs
 * of {@code RUN} start.
 */
public final class InterfaceRules implements KeyedFile {
  private static final String HEAD =
      "# Written by tuner: network interfaces, set when they appear, and again when they come up.\n"
          + "ACTION==\"add|change|move\", SUBSYSTEM==\"net\", ENV{.TUNER_INTERFACE}=\"$name\"\n";
  private static final Pattern INTERFACE = Pattern.compile("[A-Za-z0-9_.:-]{1,15}");
  private static final Pattern WORD = Pattern.compile("[A-Za-z0-9_-]+");

  /** By interface, what is set of it; both sorted, as they are to be set. */
  private final TreeMap<String, TreeMap<EthtoolOption, TreeMap<String, String>>> interfaces;

  private InterfaceRules(TreeMap<String, TreeMap<EthtoolOption, TreeMap<String, String>>> found) {
    interfaces = found;
  }

  /** The key of a setting: {@code eth0/coalesce/rx-usecs}. */
  public static String key(String device, EthtoolOption option, String word) {
    return device + "/" + option.word() + "/" + word;
  }

  @Override
  public Map<String, String> values() {
    Map<String, String> values = new LinkedHashMap<>();
    interfaces.forEach(
        (device, options) ->
            options.forEach(
                (option, words) ->
                    words.forEach((word, value) -> values.put(key(device, option, word), value))));
    return values;
  }

  @Override
  public InterfaceRules with(String key, Optional<String> value) {
    Map<String, String> changed = values();
    value.ifPresentOrElse(v -> changed.put(key, v), () -> changed.remove(key));
    InterfaceRules rules = new InterfaceRules(new TreeMap<>());
    changed.forEach(
        (name, kept) -> {
          String[] parts = name.split("/", 3);
          EthtoolOption option = EthtoolOption.valueOf(parts[1].toUpperCase(java.util.Locale.ROOT));
          rules
              .interfaces
              .computeIfAbsent(parts[0], d -> new TreeMap<>())
              .computeIfAbsent(option, o -> new TreeMap<>())
              .put(parts[2], kept);
        });
    return rules;
  }

  @Override
  public String text() throws Refusal {
    StringBuilder text = new StringBuilder(interfaces.isEmpty() ? "" : HEAD);
    for (var device : interfaces.entrySet()) {
      if (!INTERFACE.matcher(device.getKey()).matches()) {
        throw new Refusal("`" + device.getKey() + "` cannot be written in a udev rule");
      }
      for (var option : device.getValue().entrySet()) {
        text.append("ENV{.TUNER_INTERFACE}==\"").append(device.getKey()).append('"');
        text.append(set(device.getKey(), option.getKey(), option.getValue())).append('\n');
      }
    }
    return text.toString();
  }

  /** Reads our file back; rules of another form are left out. */
  public static InterfaceRules parse(String text) {
    InterfaceRules rules = new InterfaceRules(new TreeMap<>());
    for (UdevRule rule : UdevRule.parse(text)) {
      String device = "";
      for (Token token : rule.tokens()) {
        if (token.attribute().equals(".TUNER_INTERFACE") && token.operator().equals("==")) {
          device = token.value();
        } else if (token.key().equals("ATTR") && token.operator().equals("=")) {
          rules.put(device, EthtoolOption.LINK, token.attribute(), token.value());
        } else if (token.key().equals("RUN")) {
          rules.put(device, token.value());
        }
      }
    }
    return rules;
  }

  private void put(String device, String program) {
    for (EthtoolOption.Command command : EthtoolOption.commands(program)) {
      if (command.device().equals(device)) {
        command.values().forEach((word, value) -> put(device, command.option(), word, value));
      }
    }
  }

  private void put(String device, EthtoolOption option, String word, String value) {
    boolean ours = INTERFACE.matcher(device).matches() && WORD.matcher(word).matches();
    if (!ours || !WORD.matcher(value).matches()) {
      return;
    }
    interfaces
        .computeIfAbsent(device, d -> new TreeMap<>())
        .computeIfAbsent(option, o -> new TreeMap<>())
        .put(word, value);
  }

  private static String set(String device, EthtoolOption option, Map<String, String> words)
      throws Refusal {
    StringBuilder text = new StringBuilder();
    StringBuilder program = new StringBuilder("/sbin/ethtool " + option.set() + " " + device);
    for (Map.Entry<String, String> word : words.entrySet()) {
      if (!WORD.matcher(word.getKey()).matches() || !WORD.matcher(word.getValue()).matches()) {
        throw new Refusal("`" + word + "` cannot be written in a udev rule");
      }
      text.append(", ATTR{").append(word.getKey()).append("}=\"").append(word.getValue());
      text.append('"');
      program.append(' ').append(word.getKey()).append(' ').append(word.getValue());
    }
    return option == EthtoolOption.LINK ? text.toString() : ", RUN+=\"" + program + "\"";
  }
}
