package io.tuner.bench.statistics;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * One metric of one cell of one benchmark on one host: a row of a report.
 *
 * @param host where it was measured
 * @param name of the benchmark
 * @param labels the cell, and the labels the playbook gives: the dimensions of a table
 * @param metric what was measured
 * @param before samples of the state before, in the order they were taken
 * @param after samples of the state after; empty where there are none
 * @param intervalBefore empty where nothing was measured
 * @param intervalAfter empty where nothing was measured
 * @param changePct of the medians, in per cent of the one before
 * @param verdict empty where only one state was measured
 * @param reason why the verdict is no plainer; empty where nothing is to be said
 * @param noisePct the noise floor, in per cent, where one was measured
 * @param reference another host, run or value
 * @param gate what was expected
 * @param warnings of the runs, each once
 */
public record BenchmarkResult(
    String host,
    String name,
    Map<String, String> labels,
    Metric metric,
    List<Double> before,
    List<Double> after,
    Optional<Interval> intervalBefore,
    Optional<Interval> intervalAfter,
    OptionalDouble changePct,
    Optional<Verdict> verdict,
    String reason,
    OptionalDouble noisePct,
    Optional<Reference> reference,
    Optional<Gate> gate,
    List<String> warnings) {

  public BenchmarkResult {
    labels = Collections.unmodifiableMap(new LinkedHashMap<>(labels));
    before = List.copyOf(before);
    after = List.copyOf(after);
    warnings = List.copyOf(warnings);
  }

  /**
   * True where its gate is missed.
   *
   * @param strict true: also where it cannot be decided
   */
  public boolean isMissed(boolean strict) {
    return gate.map(Gate::result)
        .filter(result -> result == Gate.Result.FAILED || strict && result != Gate.Result.PASSED)
        .isPresent();
  }
}
