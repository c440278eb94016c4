package io.tuner.format;

import io.tuner.format.UdevRule.Token;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The udev rules file of our own that sets queue attributes of whole disks when they appear or
 * change (udev(7)).
 *
 * @param rules one a device, in the order written
 */
public record BlockQueueRules(List<Rule> rules) implements KeyedFile {
  private static final String HEADING =
      "# Written by tuner: queue attributes of block devices, set when they appear or change.\n";
  private static final String START =
      "ACTION==\"add|change\", SUBSYSTEM==\"block\", ENV{DEVTYPE}==\"disk\", ";
  private static final Pattern ATTRIBUTE = Pattern.compile("[a-z][a-z0-9_]*");

  /** By what a rule knows its device. */
  public enum Match {
    /** The kernel's name, which another device may bear after a reboot. */
    KERNEL("KERNEL"),
    /** World wide name. */
    ID_WWN("ENV{ID_WWN}"),
    /** Vendor, model and serial number. */
    ID_SERIAL("ENV{ID_SERIAL}");

    private final String key;

    Match(String key) {
      this.key = key;
    }
  }

  /**
   * The attributes of one device.
   *
   * @param match by what the device is known
   * @param device the name, WWN or serial number
   * @param attributes value by name below {@code queue/}, in the order written: a new scheduler
   *     resets nr_requests, so the scheduler belongs first
   */
  public record Rule(Match match, String device, Map<String, String> attributes) {
    /** A rule that keeps the order of its attributes. */
    public Rule {
      attributes = Collections.unmodifiableMap(new LinkedHashMap<>(attributes));
    }

    boolean isAbout(Match other, String name) {
      return match == other && device.equals(name);
    }

    /** With this value of an attribute; a new scheduler goes before all others. */
    Rule with(String attribute, Optional<String> value) {
      Map<String, String> changed = new LinkedHashMap<>();
      if (attribute.equals("scheduler")) {
        value.ifPresent(v -> changed.put(attribute, v));
      }
      attributes.forEach(changed::putIfAbsent);
      value.ifPresentOrElse(v -> changed.put(attribute, v), () -> changed.remove(attribute));
      return new Rule(match, device, changed);
    }
  }

  /** Rules in the given order. */
  public BlockQueueRules {
    rules = List.copyOf(rules);
  }

  /** The values by {@code ID_SERIAL=abc/scheduler}: the match, the device, the attribute. */
  @Override
  public Map<String, String> values() {
    Map<String, String> values = new LinkedHashMap<>();
    for (Rule rule : rules) {
      rule.attributes.forEach(
          (name, value) -> values.put(rule.match + "=" + rule.device + "/" + name, value));
    }
    return values;
  }

  @Override
  public BlockQueueRules with(String key, Optional<String> value) {
    int equals = key.indexOf('=');
    int slash = key.lastIndexOf('/');
    Match match = Match.valueOf(key.substring(0, equals));
    String device = key.substring(equals + 1, slash);
    List<Rule> changed = new ArrayList<>(rules);
    int at = 0;
    while (at < changed.size() && !changed.get(at).isAbout(match, device)) {
      at++;
    }
    if (at == changed.size()) {
      changed.add(new Rule(match, device, Map.of()));
    }
    Rule rule = changed.get(at).with(key.substring(slash + 1), value);
    changed.set(at, rule);
    changed.removeIf(r -> r.attributes.isEmpty());
    return new BlockQueueRules(changed);
  }

  /** The file; empty text where there are no rules. */
  @Override
  public String text() throws Refusal {
    StringBuilder text = new StringBuilder();
    for (Rule rule : rules) {
      text.append(text.length() == 0 ? HEADING : "").append(START);
      text.append(rule.match.key).append("==\"").append(pattern(rule.device)).append('"');
      for (Map.Entry<String, String> attribute : rule.attributes.entrySet()) {
        if (!ATTRIBUTE.matcher(attribute.getKey()).matches()) {
          throw new Refusal("`" + attribute.getKey() + "` is no name of a queue attribute");
        }
        text.append(", ATTR{queue/").append(attribute.getKey()).append("}=\"");
        text.append(value(attribute.getValue())).append('"');
      }
      text.append('\n');
    }
    return text.toString();
  }

  /** Reads our file back; rules of another form are left out. */
  public static BlockQueueRules parse(String text) {
    List<Rule> rules = new ArrayList<>();
    for (UdevRule udev : UdevRule.parse(text)) {
      rule(udev).ifPresent(rules::add);
    }
    return new BlockQueueRules(rules);
  }

  private static Optional<Rule> rule(UdevRule udev) {
    Match match = null;
    String device = "";
    Map<String, String> attributes = new LinkedHashMap<>();
    for (Token token : udev.tokens()) {
      String key = token.key() + (token.attribute().isEmpty() ? "" : "{" + token.attribute() + "}");
      for (Match candidate : Match.values()) {
        if (candidate.key.equals(key) && token.operator().equals("==")) {
          match = candidate;
          device = token.value().replaceAll("\\[([*?\\[])\\]", "$1");
        }
      }
      if (key.startsWith("ATTR{queue/") && token.operator().equals("=")) {
        String name = token.attribute().substring("queue/".length());
        attributes.put(name, token.value().replace("%%", "%").replace("$$", "$"));
      }
    }
    return match == null || attributes.isEmpty()
        ? Optional.empty()
        : Optional.of(new Rule(match, device, attributes));
  }

  private static String pattern(String device) throws Refusal {
    if (device.indexOf('|') >= 0) {
      throw new Refusal("`" + device + "` cannot be matched by a udev rule");
    }
    return checked(device).replaceAll("[*?\\[]", "[$0]");
  }

  private static String value(String value) throws Refusal {
    return checked(value).replace("%", "%%").replace("$", "$$");
  }

  private static String checked(String text) throws Refusal {
    if (text.isEmpty() || text.chars().anyMatch(c -> c == '"' || c == '\\' || c < ' ')) {
      throw new Refusal("`" + text + "` cannot be written in a udev rule");
    }
    return text;
  }
}
