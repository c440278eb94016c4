package io.tuner.format;

import io.tuner.format.UdevRule.Token;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds what others' udev rules set of a network interface (udev(7)). A rule is judged by the names
 * that it asks for; a match on anything else may hold or not.
 */
public final class InterfaceUdevRules {
  private static final Set<String> NAMES = Set.of("KERNEL", "NAME", "ENV{INTERFACE}");
  private static final Set<String> ATTRIBUTES = Set.of("mtu", "tx_queue_len");

  /**
   * A rule that sets something of the interface, or may.
   *
   * @param word of ethtool, or the name of the attribute
   * @param certain whether it asks for nothing but names
   */
  public record Setting(
      String file, int line, EthtoolOption option, String word, String value, boolean certain) {}

  private InterfaceUdevRules() {}

  /**
   * The settings of an interface, in the order udev carries them out.
   *
   * @param files text by absolute path, of rules.d in any directory
   */
  public static List<Setting> settings(Map<String, String> files, String device) {
    List<Setting> settings = new ArrayList<>();
    for (String file : ConfigurationOrder.of(files.keySet(), "udev/rules.d", ".rules")) {
      for (UdevRule rule : UdevRule.parse(files.get(file))) {
        boolean applies = true;
        boolean certain = true;
        for (Token token : rule.tokens()) {
          String key =
              token.key() + (token.attribute().isEmpty() ? "" : "{" + token.attribute() + "}");
          String known = NAMES.contains(key) ? device : key.equals("SUBSYSTEM") ? "net" : null;
          if (token.isMatch() && known != null) {
            applies &= matches(token.value(), known) == token.operator().equals("==");
          } else if (token.isMatch() && key.equals("ACTION")) {
            applies &= !token.value().equals("remove");
          } else {
            certain &= !token.isMatch();
          }
        }
        if (applies) {
          collect(file, rule, certain, device, settings);
        }
      }
    }
    return settings;
  }

  private static boolean matches(String patterns, String name) {
    for (String pattern : patterns.split("\\|", -1)) {
      if (Glob.of(pattern).matches(name)) {
        return true;
      }
    }
    return false;
  }

  private static void collect(
      String file, UdevRule rule, boolean certain, String device, List<Setting> settings) {
    for (Token token : rule.tokens()) {
      if (token.isMatch()) {
        continue;
      }
      if (token.key().equals("ATTR") && ATTRIBUTES.contains(token.attribute())) {
        settings.add(
            new Setting(
                file, rule.line(), EthtoolOption.LINK, token.attribute(), token.value(), certain));
      } else if (token.key().equals("RUN") || token.key().equals("PROGRAM")) {
        for (EthtoolOption.Command command : EthtoolOption.commands(token.value())) {
          if (command.isAbout(device)) {
            command
                .values()
                .forEach(
                    (word, value) ->
                        settings.add(
                            new Setting(
                                file, rule.line(), command.option(), word, value, certain)));
          }
        }
      }
    }
  }
}
