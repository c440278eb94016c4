package io.tuner.bench.statistics;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Everything that is known of one metric of one cell on one host, for {@link Judge}.
 *
 * @param cell the point of the matrix
 * @param labels those the playbook gives
 * @param metric what was measured
 * @param before a sample a run of the state before, in the order they were taken; where only one
 *     state was measured, that one's
 * @param after of the state after; empty where only one state was measured
 * @param interleaved true where the runs of the two states alternated, false for two blocks of time
 * @param incomparable why the two states must not be compared: another load, runs with errors
 * @param noisePct the noise floor, in per cent, where one was measured
 * @param expectations those that name this metric
 * @param reference what it is measured against; its gaps are not looked at
 * @param warnings of the runs
 */
public record Series(
    Cell cell,
    Map<String, String> labels,
    Metric metric,
    List<Double> before,
    List<Double> after,
    boolean interleaved,
    Optional<String> incomparable,
    OptionalDouble noisePct,
    List<Expectation> expectations,
    Optional<Reference> reference,
    List<String> warnings) {

  public Series {
    labels = Collections.unmodifiableMap(new LinkedHashMap<>(labels));
    before = List.copyOf(before);
    after = List.copyOf(after);
    expectations = List.copyOf(expectations);
    warnings = List.copyOf(warnings);
  }

  /** Two blocks of runs, and nothing else to say of them. */
  public static Series of(Cell cell, Metric metric, List<Double> before, List<Double> after) {
    return new Series(
        cell,
        Map.of(),
        metric,
        before,
        after,
        false,
        Optional.empty(),
        OptionalDouble.empty(),
        List.of(),
        Optional.empty(),
        List.of());
  }
}
