package io.tuner.bench;

import io.tuner.resource.Problems;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * One number that a command tells of the load.
 *
 * @param regex whose first group it is, or the whole match where there is no group; of several
 *     matches the last
 * @param unit as reports show it
 * @param counter true where it only rises, and its rate is told
 */
record LoadMetric(Pattern regex, String unit, boolean counter) {

  private static final List<String> KEYS = List.of("regex", "unit", "counter");
  private static final Pattern NUMBER =
      Pattern.compile("[-+]?[0-9]{1,30}(\\.[0-9]{1,30})?([eE][-+]?[0-9]{1,3})?");

  /** Says what is wrong with the keys of a metric. */
  static void validate(String name, Map<String, String> keys, Problems problems) {
    String place = "metrics." + name;
    if (!name.matches("[A-Za-z0-9_-]+")) {
      problems.error(place, "`" + name + "` is no name of a metric: letters, digits, - and _");
    }
    keys.keySet().stream()
        .filter(key -> !KEYS.contains(key))
        .forEach(
            key ->
                problems.error(
                    place, "unknown key `" + key + "` of `" + name + "`", "it takes " + KEYS));
    if (!keys.getOrDefault("counter", "false").matches("true|false")) {
      problems.error(
          place, "`counter` of `" + name + "` is true or false, not `" + keys.get("counter") + "`");
    }
    try {
      if (Pattern.compile(keys.getOrDefault("regex", "")).pattern().isEmpty()) {
        problems.error(place, "`" + name + "` needs a `regex` that finds its number");
      }
    } catch (PatternSyntaxException e) {
      problems.error(
          place, "`" + e.getPattern() + "` is not a regular expression: " + e.getDescription());
    }
  }

  /** Of keys that {@link #validate} found nothing wrong with. */
  static LoadMetric of(Map<String, String> keys) {
    boolean counter = Boolean.parseBoolean(keys.getOrDefault("counter", "false"));
    return new LoadMetric(
        Pattern.compile(keys.get("regex"), Pattern.MULTILINE),
        keys.getOrDefault("unit", counter ? "1/s" : ""),
        counter);
  }

  /** The number in an output; empty where it has none. */
  OptionalDouble find(String output) {
    String text = null;
    for (Matcher match = regex.matcher(output); match.find(); ) {
      text = match.group(Math.min(1, match.groupCount()));
    }
    return text != null && NUMBER.matcher(text.strip()).matches()
        ? OptionalDouble.of(Double.parseDouble(text.strip()))
        : OptionalDouble.empty();
  }
}
