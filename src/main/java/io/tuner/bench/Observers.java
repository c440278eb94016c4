package io.tuner.bench;

import io.tuner.bench.statistics.Metric;
import io.tuner.resource.Described;
import io.tuner.resource.Probe;
import io.tuner.resource.ProbeFailed;
import io.tuner.resource.Readings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Every type of observer, sorted by name; and several observers as one. */
public final class Observers {

  private static final List<Class<? extends Record>> TYPES =
      List.of(Cpu.class, DiskIo.class, Load.class, Memory.class, Network.class);

  private Observers() {}

  /** A type by its YAML key. */
  public static Optional<Described> find(String name) {
    return all().stream().filter(type -> type.name().equals(name)).findFirst();
  }

  /** Every type. */
  public static List<Described> all() {
    return TYPES.stream().map(Described::of).toList();
  }

  /** What all of them read at the start and at the end, with the host's clock. */
  public static Probe probe(List<Observer> observers) {
    return Probe.all(observers.stream().map(Observer::probe).toList()).and(Observed.CLOCK);
  }

  /** What all of them read in between; {@link Probe#NOTHING} where none does. */
  public static Probe sample(List<Observer> observers) {
    return Probe.all(observers.stream().map(Observer::sample).toList());
  }

  /**
   * What all of them saw. Where one cannot tell, the others do, and a warning says why it cannot.
   *
   * @param start what {@link #probe} gave
   * @param end the same
   * @param between what {@link #sample} gave, in order
   */
  public static Outcome between(
      List<Observer> observers, Readings start, Readings end, List<Readings> between) {
    Map<Metric, Double> values = new LinkedHashMap<>();
    Map<String, String> details = new LinkedHashMap<>();
    List<String> warnings = new ArrayList<>();
    try {
      Observed observed = Observed.of(start, end, between);
      for (Observer observer : observers) {
        try {
          Outcome outcome = observer.between(observed);
          values.putAll(outcome.values());
          details.putAll(outcome.details());
          warnings.addAll(outcome.warnings());
        } catch (ProbeFailed e) {
          warnings.add(Described.of(((Record) observer).getClass()).name() + ": " + e.getMessage());
        }
      }
    } catch (ProbeFailed e) {
      warnings.add("nothing could be watched: " + e.getMessage());
    }
    return new Outcome(values, details, warnings, Optional.empty(), Optional.empty());
  }

  /**
   * Why two states must not be compared: the load that an observer watched was another. Empty where
   * it was the same, or nobody watched it.
   *
   * @param before medians by the metrics' names
   * @param after the same of the state after
   */
  public static Optional<String> incomparable(
      List<Observer> observers, Map<String, Double> before, Map<String, Double> after) {
    for (Observer observer : observers) {
      if (observer instanceof Load load) {
        for (String metric : load.metrics().keySet()) {
          String name = new MetricName("load", Optional.empty(), metric).toString();
          Optional<String> reason =
              load.incomparable(
                  metric,
                  before.getOrDefault(name, Double.NaN),
                  after.getOrDefault(name, Double.NaN));
          if (reason.isPresent()) {
            return reason;
          }
        }
      }
    }
    return Optional.empty();
  }

  /**
   * The same beside a benchmark that does as much work as it can: what more work costs is shown,
   * and judged to be neither good nor bad.
   */
  public static Outcome unjudged(Outcome outcome) {
    Map<Metric, Double> values = new LinkedHashMap<>();
    outcome
        .values()
        .forEach(
            (metric, value) -> values.put(Metric.neither(metric.name(), metric.unit()), value));
    return new Outcome(
        values, outcome.details(), outcome.warnings(), outcome.failure(), outcome.incomparable());
  }
}
