package io.tuner.bench;

import io.tuner.bench.statistics.BenchmarkResult;
import io.tuner.bench.statistics.Cell;
import io.tuner.bench.statistics.Expectation;
import io.tuner.text.Span;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One entry of a play's {@code benchmarks}, on one host.
 *
 * @param span where it stands
 * @param type its YAML key
 * @param benchmark what runs
 * @param settle how long to wait before a block
 * @param timeout of one run, where the playbook says
 * @param reference what it is measured against
 * @param expectations the gates
 * @param observers what is watched beside it
 * @param environment what its commands find set
 * @param settings its other keys
 */
public record Item(
    Span span,
    String type,
    Benchmark benchmark,
    Duration settle,
    Optional<Duration> timeout,
    Optional<ReferenceSource> reference,
    List<Expectation> expectations,
    List<Observer> observers,
    Map<String, String> environment,
    Settings settings) {

  private static final Duration AT_LEAST = Duration.ofMinutes(10);
  private static final Duration UNKNOWN = Duration.ofHours(2);

  /** What reports call it. */
  public String name() {
    return settings.name().orElseGet(benchmark::name);
  }

  /** Whether a row of a report is of it. */
  public boolean isOf(BenchmarkResult result) {
    return result.name().equals(name())
        && result.labels().entrySet().containsAll(settings.labels().entrySet());
  }

  /** How long one run of a cell may take. */
  public Duration limit(Cell cell) {
    Duration expected = benchmark.cost(cell).time();
    return timeout.orElse(expected.isZero() ? UNKNOWN : expected.multipliedBy(3).plus(AT_LEAST));
  }

  /** How often a block runs each cell, warm-up included. */
  public int runs() {
    return settings.warmup() + settings.repeat();
  }

  /** How many blocks a change takes: before and after, and before once more to know the noise. */
  public int blocks() {
    return settings.noiseFloor() ? 3 : 2;
  }

  /** What a whole block costs. */
  public Cost cost() {
    Cost all = new Cost(settle, 0, false);
    for (Cell cell : benchmark.cells()) {
      all = all.plus(benchmark.cost(cell).times(runs()));
    }
    return all;
  }
}
