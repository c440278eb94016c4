package io.tuner.format;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What ethtool(8) shows of an interface ({@code -c}, {@code -g}, {@code -l}, {@code -k}), by the
 * words that set it. Lines of another form are passed over: the releases differ, and one of them
 * leaves a colon out. What is {@code n/a} is not there.
 */
public final class EthtoolOutput {
  private static final String VALUE = "[0-9]+|on|off|auto";

  /** Two values on one line, of both directions. */
  private static final Pattern PAIR =
      Pattern.compile("(Adaptive|CQE mode) RX:\\s*(\\S+)\\s+TX:\\s*(\\S+)");

  /** A line of the text, or of what {@code --json} prints, where the keys are the same. */
  private static final Pattern SETTING =
      Pattern.compile("\"?([a-z][a-z-]*)\"?:\\s*\"?(" + VALUE + ")\"?,?");

  private static final Pattern LIMIT = Pattern.compile("([A-Za-z][A-Za-z ]*):\\s*(" + VALUE + ")");

  private static final Pattern FEATURE =
      Pattern.compile(
          "(\\s*)([A-Za-z0-9][\\w-]*): (on|off)(?: \\[(fixed|requested (?:on|off))\\])?\\s*");

  /**
   * Numbers of which a device has so many at most.
   *
   * @param maximum by the words of {@code -G} or {@code -L}
   * @param current what is set, words included that have no maximum ({@code tx-push})
   */
  public record Limits(Map<String, String> maximum, Map<String, String> current) {}

  /**
   * A feature.
   *
   * @param value {@code on} or {@code off}
   * @param fixed whether it cannot be changed
   * @param members the features that it stands for; none for a single one
   */
  public record Feature(String value, boolean fixed, List<String> members) {}

  private EthtoolOutput() {}

  /** What {@code -c} shows, by the words of {@code -C}. */
  public static Map<String, String> coalesce(String text) {
    Map<String, String> values = new LinkedHashMap<>();
    for (String line : text.lines().map(String::strip).toList()) {
      Matcher pair = PAIR.matcher(line);
      Matcher setting = SETTING.matcher(line);
      if (pair.matches()) {
        String both = pair.group(1).toLowerCase(Locale.ROOT).replace(' ', '-');
        put(values, both + "-rx", pair.group(2));
        put(values, both + "-tx", pair.group(3));
      } else if (setting.matches()) {
        // It shows rx-frame-low of what it sets as rx-frames-low.
        put(values, setting.group(1).replace("x-frame-", "x-frames-"), setting.group(2));
      }
    }
    return values;
  }

  /**
   * What {@code -g} or {@code -l} shows; something that a device has none of at most is left out.
   */
  public static Limits limits(String text) {
    Map<String, String> maximum = new LinkedHashMap<>();
    Map<String, String> current = new LinkedHashMap<>();
    Map<String, String> section = new LinkedHashMap<>();
    for (String line : text.lines().map(String::strip).toList()) {
      if (line.startsWith("Pre-set maximums")) {
        section = maximum;
      } else if (line.startsWith("Current hardware settings")) {
        section = current;
      } else {
        Matcher limit = LIMIT.matcher(line);
        if (limit.matches()) {
          String word = limit.group(1).toLowerCase(Locale.ROOT).replace(' ', '-');
          put(section, word.replace("-buff-", "-buf-"), limit.group(2));
        }
      }
    }
    current.keySet().removeIf(word -> "0".equals(maximum.get(word)));
    maximum.values().removeIf("0"::equals);
    return new Limits(maximum, current);
  }

  /** What {@code -k} shows. */
  public static Map<String, Feature> features(String text) {
    Map<String, Feature> features = new LinkedHashMap<>();
    String group = "";
    for (String line : text.lines().toList()) {
      Matcher feature = FEATURE.matcher(line);
      if (!feature.matches()) {
        continue;
      }
      String name = feature.group(2);
      features.put(
          name, new Feature(feature.group(3), "fixed".equals(feature.group(4)), List.of()));
      if (feature.group(1).isEmpty()) {
        group = name;
      } else {
        String member = name;
        features.computeIfPresent(group, (key, of) -> with(of, member));
      }
    }
    return features;
  }

  private static Feature with(Feature group, String member) {
    List<String> members = new ArrayList<>(group.members);
    members.add(member);
    return new Feature(group.value, group.fixed, List.copyOf(members));
  }

  private static void put(Map<String, String> values, String word, String value) {
    if (value.matches(VALUE)) {
      values.putIfAbsent(word, value);
    }
  }
}
