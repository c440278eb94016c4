package io.tuner.format;

import io.tuner.format.UdevRule.Token;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds what a host's udev rules do to the queue attributes of a block device (udev(7)).
 *
 * <p>A rule is judged as far as the device is known: a match on anything else (a parent, a tag, an
 * unknown property) may hold or not.
 */
public final class UdevRules {
  private static final Pattern IN_COMMAND = Pattern.compile("queue/([a-z_]+)");
  private static final Pattern TARGET = Pattern.compile("(?:.*/)?(queue/[a-z_]+)");
  private static final Set<String> ACTIONS = Set.of("add", "change");

  /**
   * What is known of a device.
   *
   * @param kernel its kernel name, {@code sdb}
   * @param properties of udev: DEVTYPE, ID_SERIAL, …; those not listed are unknown
   * @param attributes of sysfs, as {@code queue/rotational}; those not listed are unknown
   */
  public record Device(
      String kernel, Map<String, String> properties, Map<String, String> attributes) {

    /** A whole disk known by its kernel name. */
    public static Device disk(String kernel) {
      return new Device(kernel, Map.of("DEVTYPE", "disk"), Map.of());
    }
  }

  /**
   * A rule that sets a queue attribute of the device, or may.
   *
   * @param attribute {@code queue/scheduler}
   * @param value what is written; empty where a program is run that names the attribute
   * @param certain whether all of the rule's matches are known to hold
   */
  public record Assignment(
      String file, int line, String attribute, Optional<String> value, boolean certain) {}

  private enum Verdict {
    YES,
    NO,
    MAYBE
  }

  private UdevRules() {}

  /**
   * The assignments to {@code queue/*} attributes that apply to a device when it is added or
   * changed, in the order udev carries them out: the last one of an attribute wins.
   *
   * @param files text by absolute path, of rules.d in any directory
   */
  public static List<Assignment> assignments(Map<String, String> files, Device device) {
    List<Assignment> found = new ArrayList<>();
    for (String file : ConfigurationOrder.of(files.keySet(), "udev/rules.d", ".rules")) {
      String jump = "";
      for (UdevRule rule : UdevRule.parse(files.get(file))) {
        if (!jump.isEmpty() && !jump.equals(value(rule, "LABEL"))) {
          continue;
        }
        jump = "";
        Verdict verdict = verdict(rule, device);
        if (verdict == Verdict.NO) {
          continue;
        }
        collect(file, rule, verdict == Verdict.YES, found);
        jump = verdict == Verdict.YES ? value(rule, "GOTO") : "";
      }
    }
    return found;
  }

  private static void collect(String file, UdevRule rule, boolean certain, List<Assignment> found) {
    for (Token token : rule.tokens()) {
      if (token.isMatch()) {
        continue;
      }
      Matcher target = TARGET.matcher(token.attribute());
      if (token.key().equals("ATTR") && target.matches()) {
        Optional<String> value = Optional.of(token.value());
        found.add(new Assignment(file, rule.line(), target.group(1), value, certain));
      } else if (token.key().equals("RUN") || token.key().equals("PROGRAM")) {
        Matcher command = IN_COMMAND.matcher(token.value());
        while (command.find()) {
          found.add(new Assignment(file, rule.line(), command.group(), Optional.empty(), certain));
        }
      }
    }
  }

  private static String value(UdevRule rule, String key) {
    return rule.tokens().stream()
        .filter(token -> token.key().equals(key))
        .map(Token::value)
        .findFirst()
        .orElse("");
  }

  private static Verdict verdict(UdevRule rule, Device device) {
    Verdict verdict = Verdict.YES;
    for (Token token : rule.tokens()) {
      Verdict one = token.isMatch() ? verdict(token, device) : Verdict.YES;
      if (one == Verdict.NO) {
        return one;
      }
      verdict = one == Verdict.MAYBE ? one : verdict;
    }
    return verdict;
  }

  private static Verdict verdict(Token token, Device device) {
    boolean wanted = token.operator().equals("==");
    if (token.key().equals("ACTION")) {
      long matching = ACTIONS.stream().filter(action -> matches(token, action)).count();
      return matching == (wanted ? 0 : ACTIONS.size()) ? Verdict.NO : Verdict.YES;
    }
    String known =
        switch (token.key()) {
          case "KERNEL" -> device.kernel();
          case "SUBSYSTEM" -> "block";
          case "ENV" -> device.properties().get(token.attribute());
          case "ATTR" -> device.attributes().get(token.attribute());
          default -> null;
        };
    if (known == null) {
      return Verdict.MAYBE;
    }
    return matches(token, known) == wanted ? Verdict.YES : Verdict.NO;
  }

  private static boolean matches(Token token, String text) {
    for (String alternative : token.value().split("\\|", -1)) {
      String glob = token.ignoresCase() ? alternative.toLowerCase(Locale.ROOT) : alternative;
      if (Glob.of(glob).matches(token.ignoresCase() ? text.toLowerCase(Locale.ROOT) : text)) {
        return true;
      }
    }
    return false;
  }
}
