package io.tuner.bench;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What one benchmark told of one state of a host: every cell of its matrix, so many times.
 *
 * @param runs by cell, the outcomes of its counted runs in the order they were made
 * @param refused why it was not run at all; then there are no runs
 */
public record Block(Map<Cell, List<Outcome>> runs, Optional<String> refused) {

  public Block {
    Map<Cell, List<Outcome>> copy = new LinkedHashMap<>();
    runs.forEach((cell, outcomes) -> copy.put(cell, List.copyOf(outcomes)));
    runs = Collections.unmodifiableMap(copy);
  }

  /** Nothing was measured. */
  public static final Block NOTHING = new Block(Map.of(), Optional.empty());

  static Block refused(String why) {
    return new Block(Map.of(), Optional.of(why));
  }

  /** The metrics of a cell, in the order its runs told them. */
  public Set<Metric> metrics(Cell cell) {
    Set<Metric> metrics = new LinkedHashSet<>();
    runs.getOrDefault(cell, List.of())
        .forEach(outcome -> metrics.addAll(outcome.values().keySet()));
    return metrics;
  }

  /** The samples of a metric, in the order they were taken; runs without it are left out. */
  public List<Double> samples(Cell cell, Metric metric) {
    List<Double> samples = new ArrayList<>();
    for (Outcome outcome : runs.getOrDefault(cell, List.of())) {
      Double value = outcome.values().get(metric);
      if (value != null) {
        samples.add(value);
      }
    }
    return samples;
  }

  /** What was said of a cell's runs, each once. */
  public List<String> warnings(Cell cell) {
    Set<String> all = new LinkedHashSet<>();
    runs.getOrDefault(cell, List.of()).forEach(outcome -> all.addAll(outcome.warnings()));
    return List.copyOf(all);
  }

  /** Why a cell's numbers must not be compared, or are not there; empty where they may be. */
  public Optional<String> incomparable(Cell cell) {
    if (refused.isPresent()) {
      return refused;
    }
    List<Outcome> outcomes = runs.getOrDefault(cell, List.of());
    return outcomes.stream()
        .flatMap(outcome -> outcome.failure().or(outcome::incomparable).stream())
        .findFirst();
  }
}
