package io.tuner.bench.statistics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Makes the rows of a report of what was measured. All cells of a benchmark on a host are judged
 * together, metric by metric: with 14 cells the chance of any false claim in one metric is still at
 * most 5 %. Metrics are families of their own, because those of one run mostly say the same thing
 * (operations a second and bytes a second), and hosts are.
 */
public final class Judge {

  private Judge() {}

  /**
   * Judges one benchmark on one host.
   *
   * @param host where it was measured
   * @param name of the benchmark
   * @param measured every metric of every cell, in the order of the report
   * @return a row each, in that order
   */
  public static List<BenchmarkResult> judge(String host, String name, List<Series> measured) {
    List<Comparison> compared = Comparison.family(measured);
    return IntStream.range(0, measured.size())
        .mapToObj(i -> row(host, name, measured.get(i), compared.get(i)))
        .toList();
  }

  private static BenchmarkResult row(
      String host, String name, Series series, Comparison comparison) {
    Map<String, String> labels = new LinkedHashMap<>(series.cell().values());
    labels.putAll(series.labels());
    List<Double> before = boxed(series.before());
    List<Double> after = boxed(series.after());
    Optional<Interval> first = Median.interval(before);
    Optional<Interval> second = Median.interval(after);
    List<Expectation.Judgement> gates =
        series.expectations().stream().map(e -> e.judge(series, comparison)).toList();
    return new BenchmarkResult(
        host,
        name,
        labels,
        series.metric(),
        before,
        after,
        first,
        second,
        first.isPresent() && second.isPresent()
            ? Percent.of(second.get().median(), first.get().median())
            : OptionalDouble.empty(),
        comparison.verdict(),
        reason(comparison, gates),
        series.noisePct(),
        series.reference().map(reference -> References.gaps(reference, first, second)),
        together(gates.stream().map(Expectation.Judgement::gate).toList()),
        warnings(series, before, after));
  }

  private static String reason(Comparison comparison, List<Expectation.Judgement> gates) {
    return Stream.concat(
            Stream.of(comparison.reason()), gates.stream().map(Expectation.Judgement::reason))
        .filter(reason -> !reason.isEmpty())
        .collect(Collectors.joining("; "));
  }

  /** Without what is no number, which no form of a report can show; the comparison says so. */
  private static List<Double> boxed(List<Double> samples) {
    return Arrays.stream(Samples.finite(samples)).boxed().toList();
  }

  /** Several expectations of one metric hold where all do. */
  private static Optional<Gate> together(List<Gate> gates) {
    if (gates.isEmpty()) {
      return Optional.empty();
    }
    String expect = gates.stream().map(Gate::expect).collect(Collectors.joining(" and "));
    List<Gate.Result> results = gates.stream().map(Gate::result).toList();
    Gate.Result worst =
        results.contains(Gate.Result.FAILED)
            ? Gate.Result.FAILED
            : results.contains(Gate.Result.INCONCLUSIVE)
                ? Gate.Result.INCONCLUSIVE
                : Gate.Result.PASSED;
    return Optional.of(new Gate(expect, worst));
  }

  private static List<String> warnings(Series series, List<Double> before, List<Double> after) {
    List<String> warnings = new ArrayList<>(series.warnings());
    strays(before, "before").ifPresent(warnings::add);
    strays(after, "after").ifPresent(warnings::add);
    int lost = series.before().size() + series.after().size() - before.size() - after.size();
    if (lost > 0) {
      warnings.add(lost + (lost == 1 ? " run" : " runs") + " told no number of this metric");
    }
    return warnings.stream().distinct().toList();
  }

  private static Optional<String> strays(List<Double> block, String when) {
    String runs =
        Outliers.of(block).stream().map(i -> "" + (i + 1)).collect(Collectors.joining(", "));
    return runs.isEmpty()
        ? Optional.empty()
        : Optional.of("far from the other runs " + when + ", and counted: run " + runs);
  }
}
