package io.tuner.bench;

import com.fasterxml.jackson.core.JsonPointer;
import io.tuner.bench.statistics.Metric;
import io.tuner.format.JsonText;
import io.tuner.resource.Problems;
import io.tuner.text.Suggestion;
import io.tuner.text.Tree;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * A number that is sought in what a program wrote.
 *
 * @param metric what it is
 * @param regex the first group, or else all of the last match
 * @param pointer in its place: where it stands in a JSON document
 */
record SoughtMetric(Metric metric, Optional<Pattern> regex, Optional<JsonPointer> pointer) {

  private static final List<String> KEYS = List.of("regex", "pointer", "unit", "better");

  /** The number, or why there is none. */
  record Found(double value, Optional<String> missing) {
    static Found nothing(String why) {
      return new Found(Double.NaN, Optional.of(why));
    }
  }

  /** Says what is wrong with it, at its place. */
  static void check(String name, Tree tree, Problems problems) {
    if (!name.matches("[A-Za-z][A-Za-z0-9_.]*")) {
      problems.error(tree, "`" + name + "` is not a name for a metric: letters, digits, `_`, `.`");
    }
    if (!(tree instanceof Tree.Mapping mapping)) {
      problems.error(tree, "a metric is a mapping with `regex` or `pointer`");
      return;
    }
    boolean faulty = false;
    for (Tree.Entry entry : mapping.entries()) {
      String key = entry.key().text();
      if (!KEYS.contains(key)) {
        String meant = Suggestion.didYouMean(key, KEYS).map(text -> ": " + text).orElse("");
        problems.error(entry.key(), "unknown key `" + key + "` of a metric" + meant);
      } else if (!(entry.value() instanceof Tree.Scalar)) {
        problems.error(entry.value(), "`" + key + "` takes one value");
        faulty = true;
      }
    }
    if (mapping.get("regex").isPresent() == mapping.get("pointer").isPresent()) {
      problems.error(tree, "metric `" + name + "` needs either `regex` or `pointer`");
    } else if (!faulty) {
      values(mapping, problems);
    }
  }

  private static void values(Tree.Mapping mapping, Problems problems) {
    mapping
        .get("better")
        .filter(tree -> better(text(tree)).isEmpty())
        .ifPresent(
            tree ->
                problems.error(tree, "`" + text(tree) + "` is not one of higher, lower, neither"));
    try {
      mapping.get("regex").map(SoughtMetric::text).ifPresent(SoughtMetric::compiled);
    } catch (PatternSyntaxException malformed) {
      problems.error(
          mapping.get("regex").orElseThrow(),
          "not a regular expression: "
              + malformed.getDescription().toLowerCase(java.util.Locale.ROOT));
    }
    try {
      mapping.get("pointer").map(SoughtMetric::text).ifPresent(JsonPointer::compile);
    } catch (IllegalArgumentException malformed) {
      problems.error(
          mapping.get("pointer").orElseThrow(),
          "not a JSON pointer: it begins with a slash, as in `/jobs/0/read/iops`");
    }
  }

  /** Of what {@link #check} found nothing wrong with. */
  static SoughtMetric of(String name, Tree tree) {
    Tree.Mapping mapping = (Tree.Mapping) tree;
    Metric.Better better =
        mapping.get("better").flatMap(one -> better(text(one))).orElse(Metric.Better.NEITHER);
    return new SoughtMetric(
        new Metric(name, mapping.get("unit").map(SoughtMetric::text).orElse(""), better),
        mapping.get("regex").map(SoughtMetric::text).map(SoughtMetric::compiled),
        mapping.get("pointer").map(SoughtMetric::text).map(JsonPointer::compile));
  }

  /** Looks at standard output, and where it is not there, at standard error. */
  Found in(Finished finished) {
    Found found = in(finished.stdout());
    return found.missing().isEmpty() || in(finished.stderr()).missing().isPresent()
        ? found
        : in(finished.stderr());
  }

  private Found in(String output) {
    return regex.isPresent()
        ? matched(regex.get(), output)
        : pointed(pointer.orElseThrow(), output);
  }

  private static Found matched(Pattern pattern, String output) {
    Optional<String> last = Optional.empty();
    try {
      for (Matcher match = pattern.matcher(output); match.find(); ) {
        last = Optional.ofNullable(match.group(Math.min(1, match.groupCount())));
      }
    } catch (StackOverflowError tooDeep) {
      // A repeated alternative takes a frame of the stack for every character.
      return Found.nothing("the output is too long for `" + pattern + "`");
    }
    return last.map(SoughtMetric::number)
        .orElseGet(() -> Found.nothing("nothing in the output matches `" + pattern + "`"));
  }

  private static Found pointed(JsonPointer pointer, String output) {
    Optional<Object> document = document(output);
    if (document.isEmpty()) {
      return Found.nothing("the output is not JSON");
    }
    Object here = document.get();
    for (JsonPointer rest = pointer; !rest.matches(); rest = rest.tail()) {
      int index = rest.getMatchingIndex();
      if (here instanceof List<?> list) {
        here = index >= 0 && index < list.size() ? list.get(index) : null;
      } else {
        here = JsonText.map(here).get(rest.getMatchingProperty());
      }
    }
    return here instanceof Number || here instanceof String
        ? number(here.toString())
        : Found.nothing("there is no number at `" + pointer + "`");
  }

  /** The whole output, or the last object in it. */
  private static Optional<Object> document(String output) {
    Optional<Object> whole = JsonText.value(output);
    if (whole.isPresent()) {
      return whole;
    }
    List<Map<?, ?>> objects = JsonText.objectsIn(output);
    return objects.isEmpty() ? Optional.empty() : Optional.of(objects.get(objects.size() - 1));
  }

  private static Found number(String text) {
    String stripped = text.strip();
    return stripped.matches(
            "[+-]?(?:[0-9]{1,300}\\.?[0-9]{0,300}|\\.[0-9]{1,300})(?:[eE][+-]?[0-9]{1,3})?")
        ? new Found(Double.parseDouble(stripped), Optional.empty())
        : Found.nothing("`" + stripped + "` is not a number");
  }

  private static Optional<Metric.Better> better(String text) {
    for (Metric.Better one : Metric.Better.values()) {
      if (one.word().equals(text)) {
        return Optional.of(one);
      }
    }
    return Optional.empty();
  }

  private static Pattern compiled(String regex) {
    return Pattern.compile(regex, Pattern.MULTILINE);
  }

  private static String text(Tree tree) {
    return ((Tree.Scalar) tree).text();
  }
}
