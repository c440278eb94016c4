package io.tuner.bench;

import io.tuner.bench.statistics.Metric;
import io.tuner.bench.statistics.Metric.Better;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/** What one observer counts together, number by number. */
final class Tally {

  private final String observer;
  private final Map<Metric, Double> values = new LinkedHashMap<>();
  private final Map<String, String> details = new LinkedHashMap<>();
  private final Set<String> warnings = new LinkedHashSet<>();

  Tally(String observer) {
    this.observer = observer;
  }

  /** Of which less is good. */
  void lower(Optional<String> subject, String quantity, String unit, double value) {
    put(subject, quantity, unit, Better.LOWER, value);
  }

  /** As {@link #lower}, where the host told it. */
  void lower(Optional<String> subject, String quantity, String unit, OptionalDouble value) {
    value.ifPresent(known -> lower(subject, quantity, unit, known));
  }

  /** Of which more is good, where it is known. */
  void higher(Optional<String> subject, String quantity, String unit, OptionalDouble value) {
    value.ifPresent(known -> put(subject, quantity, unit, Better.HIGHER, known));
  }

  /** Which tells what was done, neither well nor badly. */
  void neither(Optional<String> subject, String quantity, String unit, double value) {
    put(subject, quantity, unit, Better.NEITHER, value);
  }

  /** As {@link #neither}, where the host told it. */
  void neither(Optional<String> subject, String quantity, String unit, OptionalDouble value) {
    value.ifPresent(known -> neither(subject, quantity, unit, known));
  }

  void detail(String name, String value) {
    details.put(observer + "." + name, value);
  }

  void warn(String warning) {
    warnings.add(observer + ": " + warning);
  }

  Outcome outcome() {
    return new Outcome(values, details, List.copyOf(warnings), Optional.empty(), Optional.empty());
  }

  private void put(
      Optional<String> subject, String quantity, String unit, Better better, double value) {
    String name = new MetricName(observer, subject, quantity).toString();
    values.put(new Metric(name, unit, better), value);
  }
}
