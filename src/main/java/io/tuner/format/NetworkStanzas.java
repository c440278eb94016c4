package io.tuner.format;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the scripts that bring interfaces up set of them: stanzas of ifupdown (interfaces(5), with
 * the options that Debian's ethtool brings for it), and ifcfg files of Red Hat's network-scripts.
 */
public final class NetworkStanzas {
  private static final Pattern OPTION = Pattern.compile("\\s*(\\S+)\\s+(.*)");
  private static final Pattern ASSIGNMENT =
      Pattern.compile("\\s*([A-Z_]+)=([\"']?)(.*?)\\2\\s*(?:#.*)?");
  private static final Map<String, EthtoolOption> PREFIXES =
      Map.of(
          "offload-", EthtoolOption.FEATURES,
          "hardware-dma-ring-", EthtoolOption.RING,
          "hardware-irq-coalesce-", EthtoolOption.COALESCE);

  /**
   * One setting of an interface.
   *
   * @param line from 1
   * @param word of ethtool, or the name of the attribute
   */
  public record Setting(int line, String device, EthtoolOption option, String word, String value) {}

  private NetworkStanzas() {}

  /** Those of a file of ifupdown. */
  public static List<Setting> ofInterfaces(String text) {
    List<Setting> settings = new ArrayList<>();
    String device = "";
    int number = 0;
    for (String line : text.lines().toList()) {
      number++;
      Matcher option = OPTION.matcher(line);
      if (!option.matches() || option.group(1).startsWith("#")) {
        continue;
      }
      String word = option.group(1);
      String value = option.group(2).strip();
      if (word.matches("iface|auto|allow-.*|mapping|source.*")) {
        device = word.equals("iface") ? value.split("\\s+")[0] : "";
      } else if (word.equals("mtu")) {
        settings.add(new Setting(number, device, EthtoolOption.LINK, "mtu", value));
      } else if (word.matches("(pre-|post-)?up")) {
        commands(number, device, value, settings);
      }
      for (Map.Entry<String, EthtoolOption> prefix : PREFIXES.entrySet()) {
        if (word.startsWith(prefix.getKey())) {
          String set = word.substring(prefix.getKey().length());
          settings.add(new Setting(number, device, prefix.getValue(), set, value));
        }
      }
    }
    settings.removeIf(setting -> setting.device().isEmpty());
    return settings;
  }

  /** Those of an ifcfg file: {@code MTU} and {@code ETHTOOL_OPTS} of its {@code DEVICE}. */
  public static List<Setting> ofIfcfg(String text) {
    List<Setting> settings = new ArrayList<>();
    String device = "";
    for (String line : text.lines().toList()) {
      Matcher set = ASSIGNMENT.matcher(line);
      device = set.matches() && set.group(1).equals("DEVICE") ? set.group(3) : device;
    }
    int number = 0;
    for (String line : text.lines().toList()) {
      number++;
      Matcher set = ASSIGNMENT.matcher(line);
      if (set.matches() && set.group(1).equals("MTU")) {
        settings.add(new Setting(number, device, EthtoolOption.LINK, "mtu", set.group(3)));
      } else if (set.matches() && set.group(1).equals("ETHTOOL_OPTS")) {
        commands(number, device, set.group(3), settings);
      }
    }
    return settings;
  }

  private static void commands(int number, String device, String line, List<Setting> settings) {
    for (EthtoolOption.Command command : EthtoolOption.commands(line)) {
      String about = command.isAbout(device) ? device : command.device();
      command
          .values()
          .forEach(
              (word, value) ->
                  settings.add(new Setting(number, about, command.option(), word, value)));
    }
  }
}
