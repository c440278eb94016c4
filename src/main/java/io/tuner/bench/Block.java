package io.tuner.bench;

import io.tuner.bench.statistics.Cell;
import io.tuner.bench.statistics.Expectation;
import io.tuner.bench.statistics.Metric;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

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

  /** It was not run. */
  public static Block refused(String why) {
    return new Block(Map.of(), Optional.of(why));
  }

  /** This block with the runs of another after its own. */
  public Block plus(Block other) {
    Map<Cell, List<Outcome>> all = new LinkedHashMap<>(runs);
    other.runs.forEach(
        (cell, outcomes) ->
            all.merge(cell, outcomes, (a, b) -> Stream.of(a, b).flatMap(List::stream).toList()));
    return new Block(all, refused.or(other::refused));
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

  /** By cell, why it has no numbers; a refusal is told once. */
  public Map<Cell, String> failures() {
    if (refused.isPresent()) {
      return Map.of(Cell.ONLY, refused.get());
    }
    Map<Cell, String> failures = new LinkedHashMap<>();
    runs.forEach(
        (cell, outcomes) ->
            outcomes.stream()
                .flatMap(outcome -> outcome.failure().stream())
                .findFirst()
                .ifPresent(why -> failures.put(cell, why)));
    return failures;
  }

  /** What is wrong with expectations, now that the metrics are known. */
  public Set<String> faults(List<Expectation> expectations) {
    List<Metric> told = runs.keySet().stream().flatMap(cell -> metrics(cell).stream()).toList();
    Set<String> faults = new LinkedHashSet<>();
    if (!told.isEmpty()) {
      expectations.forEach(expectation -> expectation.fault(told).ifPresent(faults::add));
    }
    return faults;
  }

  /** What of a benchmark on a host could not be measured or judged. */
  public List<BenchmarkFailure> told(Item item, String host) {
    List<BenchmarkFailure> told = new ArrayList<>();
    failures()
        .forEach(
            (cell, why) -> {
              String what = (item.name() + " " + cell.name()).strip();
              told.add(new BenchmarkFailure(host, what, "could not be measured: " + why));
            });
    for (String fault : faults(item.expectations())) {
      String reason = "has an `expect` that cannot be judged: " + fault;
      told.add(new BenchmarkFailure(host, item.name(), reason));
    }
    return told;
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
