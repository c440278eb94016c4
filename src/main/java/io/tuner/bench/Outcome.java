package io.tuner.bench;

import io.tuner.bench.statistics.Metric;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What one run told.
 *
 * @param values by metric, in the order reports show them
 * @param details what was measured beside it and is no metric of its own: errors, mix, version
 * @param warnings what makes the numbers doubtful
 * @param failure why there are no numbers; then {@code values} is empty
 * @param incomparable why the numbers must not be compared with others; empty where they may
 */
public record Outcome(
    Map<Metric, Double> values,
    Map<String, String> details,
    List<String> warnings,
    Optional<String> failure,
    Optional<String> incomparable) {

  public Outcome {
    values = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(values));
    details = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(details));
    warnings = List.copyOf(warnings);
  }

  /** Numbers without a doubt. */
  public static Outcome of(Map<Metric, Double> values) {
    return new Outcome(values, Map.of(), List.of(), Optional.empty(), Optional.empty());
  }

  /** This outcome and what was seen beside it; a failed run has no numbers of either. */
  public Outcome and(Outcome beside) {
    Map<Metric, Double> allValues = new LinkedHashMap<>(values);
    Map<String, String> allDetails = new LinkedHashMap<>(details);
    List<String> allWarnings = new ArrayList<>(warnings);
    if (failure.isEmpty()) {
      allValues.putAll(beside.values);
    }
    allDetails.putAll(beside.details);
    allWarnings.addAll(beside.warnings);
    return new Outcome(
        allValues, allDetails, allWarnings, failure, incomparable.or(() -> beside.incomparable));
  }

  /** The same with a further warning. */
  public Outcome warned(String warning) {
    return and(
        new Outcome(Map.of(), Map.of(), List.of(warning), Optional.empty(), Optional.empty()));
  }

  /** No numbers. */
  public static Outcome failed(String why) {
    return new Outcome(Map.of(), Map.of(), List.of(), Optional.of(why), Optional.empty());
  }
}
