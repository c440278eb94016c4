package io.tuner.report;

import io.tuner.bench.statistics.BenchmarkResult;
import io.tuner.bench.statistics.Interval;
import io.tuner.bench.statistics.Metric;
import io.tuner.bench.statistics.Reference;
import io.tuner.bench.statistics.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Decides what tables the results of benchmarks make. What differs between the results of a
 * benchmark (host, labels, metric) tells the rows apart; what is the same stands in the caption.
 * Where a matrix has more cells than there are metrics, each metric has a table of its own.
 */
final class BenchmarkTables {

  private static final String HOST = "host";
  private static final String METRIC = "metric";

  private final String name;
  private final List<BenchmarkResult> results;
  private final List<String> dimensions;
  private final Map<Metric, Figures> figures = new LinkedHashMap<>();

  private BenchmarkTables(String name, List<BenchmarkResult> results, List<String> dimensions) {
    this.name = name;
    this.results = results;
    this.dimensions = dimensions;
    results.stream()
        .collect(Collectors.groupingBy(BenchmarkResult::metric, LinkedHashMap::new, flattened()))
        .forEach((metric, all) -> figures.put(metric, Figures.ofUnit(metric.unit(), all)));
  }

  private static java.util.stream.Collector<BenchmarkResult, ?, List<Double>> flattened() {
    return Collectors.flatMapping(r -> values(r).stream(), Collectors.toList());
  }

  /** The tables, in the order of the results. */
  static List<BenchmarkTable> of(List<BenchmarkResult> results) {
    List<BenchmarkTable> tables = new ArrayList<>();
    grouped(results, BenchmarkResult::name)
        .forEach(
            (name, own) -> {
              List<String> dimensions = dimensions(own);
              Map<List<String>, List<BenchmarkResult>> cells =
                  grouped(own, result -> cell(result, dimensions));
              Map<Metric, List<BenchmarkResult>> metrics = grouped(own, BenchmarkResult::metric);
              if (cells.size() > metrics.size()) {
                metrics.values().forEach(o -> tables.add(table(name, o, dimensions)));
                return;
              }
              List<BenchmarkResult> byCell = cells.values().stream().flatMap(List::stream).toList();
              List<String> all = new ArrayList<>(dimensions);
              if (metrics.size() > 1) {
                all.add(METRIC);
              }
              tables.add(table(name, byCell, all));
            });
    return tables;
  }

  private static BenchmarkTable table(String name, List<BenchmarkResult> own, List<String> by) {
    return new BenchmarkTables(name, own, by).table();
  }

  private static <K> Map<K, List<BenchmarkResult>> grouped(
      List<BenchmarkResult> results, Function<BenchmarkResult, K> key) {
    return results.stream()
        .collect(Collectors.groupingBy(key, LinkedHashMap::new, Collectors.toList()));
  }

  /** The host and the labels that are not the same everywhere. */
  private static List<String> dimensions(List<BenchmarkResult> results) {
    Set<String> names = new LinkedHashSet<>(List.of(HOST));
    results.forEach(result -> names.addAll(result.labels().keySet()));
    return names.stream()
        .filter(dimension -> distinct(results, result -> value(result, dimension)).size() > 1)
        .toList();
  }

  private static List<String> cell(BenchmarkResult result, List<String> dimensions) {
    return dimensions.stream().map(dimension -> value(result, dimension)).toList();
  }

  /** A label that a result has not is told by a dash, for it is not an empty one. */
  private static String value(BenchmarkResult result, String dimension) {
    return dimension.equals(HOST)
        ? result.labels().getOrDefault(HOST, result.host())
        : result.labels().getOrDefault(dimension, Figures.NONE);
  }

  private static <T> List<T> distinct(
      List<BenchmarkResult> results, Function<BenchmarkResult, T> of) {
    return results.stream().map(of).distinct().toList();
  }

  private BenchmarkTable table() {
    Map<String, Function<BenchmarkResult, String>> columns = columns();
    List<BenchmarkTable.Row> rows =
        results.stream()
            .map(
                result ->
                    new BenchmarkTable.Row(
                        dimensions.stream().map(d -> told(result, d)).toList(),
                        columns.values().stream().map(column -> column.apply(result)).toList(),
                        result))
            .toList();
    return new BenchmarkTable(
        caption(), dimensions, List.copyOf(columns.keySet()), rows, BenchmarkRemarks.of(rows));
  }

  private String told(BenchmarkResult result, String dimension) {
    return dimension.equals(METRIC) ? metric(result.metric()) : value(result, dimension);
  }

  private String metric(Metric metric) {
    String unit = figures.get(metric).unit();
    return unit.isEmpty() || unit.equals(metric.name())
        ? metric.name()
        : metric.name() + " (" + unit + ")";
  }

  private String caption() {
    Map<String, String> constant = new LinkedHashMap<>();
    for (String dimension : results.get(0).labels().keySet()) {
      if (!dimensions.contains(dimension) && !dimension.equals(HOST)) {
        constant.put(dimension, value(results.get(0), dimension));
      }
    }
    String host = dimensions.contains(HOST) ? "" : " on " + value(results.get(0), HOST);
    String labels =
        constant.entrySet().stream()
            .map(label -> label.getKey() + ": " + label.getValue())
            .collect(Collectors.joining(", ", " (", ")"));
    return name + host + (constant.isEmpty() ? "" : labels) + (ofOneMetric() ? ": " + only() : "");
  }

  private boolean ofOneMetric() {
    return !dimensions.contains(METRIC);
  }

  private String only() {
    Metric metric = results.get(0).metric();
    return switch (metric.better()) {
      case HIGHER, LOWER -> metric(metric) + ", " + metric.better().word() + " is better";
      case NEITHER -> metric(metric);
    };
  }

  private Map<String, Function<BenchmarkResult, String>> columns() {
    Map<String, Function<BenchmarkResult, String>> columns = new LinkedHashMap<>();
    boolean both = any(BenchmarkResult::intervalAfter);
    if (any(BenchmarkResult::intervalBefore) || !both) {
      columns.put(both ? "before" : "measured", r -> interval(r, r.intervalBefore()));
    }
    if (both) {
      columns.put("after", result -> interval(result, result.intervalAfter()));
      columns.put("change", result -> percent(result.changePct()));
    }
    if (any(BenchmarkResult::verdict)) {
      columns.put("verdict", r -> r.verdict().map(v -> v.word()).orElse(Figures.NONE));
    }
    if (any(BenchmarkResult::reference)) {
      references(columns, both);
    }
    if (any(BenchmarkResult::gate)) {
      columns.put(
          "expected",
          r -> r.gate().map(g -> g.expect() + ": " + g.result().word()).orElse(Figures.NONE));
    }
    return columns;
  }

  private void references(Map<String, Function<BenchmarkResult, String>> columns, boolean both) {
    List<String> labels =
        results.stream()
            .flatMap(r -> r.reference().stream())
            .map(Reference::label)
            .distinct()
            .toList();
    boolean one = labels.size() == 1;
    columns.put(
        one && !labels.get(0).isEmpty() ? "reference (" + labels.get(0) + ")" : "reference",
        r -> r.reference().map(known -> reference(r, known, one)).orElse(Figures.NONE));
    columns.put(both ? "gap before" : "gap", r -> gap(r, Reference::gapBeforePct));
    if (both) {
      columns.put("gap after", result -> gap(result, Reference::gapAfterPct));
    }
  }

  private String reference(BenchmarkResult result, Reference reference, boolean one) {
    String median =
        reference.isComparable()
            ? figures(result).show(reference.median())
            : Verdict.NOT_COMPARABLE.word();
    return one ? median : reference.label() + ": " + median;
  }

  private static String gap(BenchmarkResult r, Function<Reference, OptionalDouble> of) {
    return r.reference().map(known -> percent(of.apply(known))).orElse(Figures.NONE);
  }

  private String interval(BenchmarkResult result, Optional<Interval> interval) {
    return interval.map(figures(result)::show).orElse(Figures.NONE);
  }

  private static String percent(OptionalDouble value) {
    return value.isPresent() ? Figures.percent(value.getAsDouble()) : Figures.NONE;
  }

  private Figures figures(BenchmarkResult result) {
    return figures.get(result.metric()).fitting(values(result));
  }

  private static List<Double> values(BenchmarkResult result) {
    List<Double> values = new ArrayList<>();
    Stream.of(result.intervalBefore(), result.intervalAfter())
        .flatMap(Optional::stream)
        .forEach(interval -> values.addAll(shown(interval)));
    result.reference().ifPresent(known -> values.add(known.median()));
    return values;
  }

  private static List<Double> shown(Interval interval) {
    return List.of(interval.low(), interval.median(), interval.high());
  }

  private boolean any(Function<BenchmarkResult, Optional<?>> has) {
    return results.stream().anyMatch(result -> has.apply(result).isPresent());
  }
}
