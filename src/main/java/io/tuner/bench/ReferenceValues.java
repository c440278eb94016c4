package io.tuner.bench;

import io.tuner.bench.statistics.Metric;
import io.tuner.bench.statistics.UnknownMetric;
import io.tuner.text.Diagnostic;
import io.tuner.text.Diagnostics;
import io.tuner.text.Tree;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Reads the values of a reference that a playbook tells: by metric, in the metric's own unit, and
 * beside them the point of the matrix they are for. What no run could be measured against is an
 * error at its place.
 */
final class ReferenceValues {

  private static final String NUMBER =
      "[+-]?(?:[0-9][0-9_]*(?:\\.[0-9]+)?|\\.[0-9]+)(?:[eE][+-]?[0-9]{1,3})?";

  private final Benchmark benchmark;
  private final boolean observed;
  private final Diagnostics diagnostics;
  private final List<ReferenceSource.Literal> literals = new ArrayList<>();
  private final Set<List<Object>> known = new HashSet<>();

  private ReferenceValues(Benchmark benchmark, boolean observed, Diagnostics diagnostics) {
    this.benchmark = benchmark;
    this.observed = observed;
    this.diagnostics = diagnostics;
  }

  /**
   * All of them in the order they were written.
   *
   * @param observed true where observers tell further metrics
   */
  static List<ReferenceSource.Literal> read(
      Tree tree, Benchmark benchmark, boolean observed, Diagnostics diagnostics) {
    ReferenceValues values = new ReferenceValues(benchmark, observed, diagnostics);
    List<Tree> all = tree instanceof Tree.Sequence list ? list.items() : List.of(tree);
    all.forEach(values::literal);
    if (all.isEmpty()) {
      diagnostics.add(
          Diagnostic.error(tree.span(), "`values` is empty").hint(ReferenceSource.FORMS));
    }
    return values.literals;
  }

  private void literal(Tree tree) {
    if (!(tree instanceof Tree.Mapping mapping)) {
      diagnostics.add(
          Diagnostic.error(tree.span(), "`values` takes metrics, not " + tree.describe())
              .hint(ReferenceSource.FORMS));
      return;
    }
    Map<String, String> cell = new LinkedHashMap<>();
    Map<String, Double> values = new LinkedHashMap<>();
    List<Tree.Entry> metrics = new ArrayList<>();
    for (Tree.Entry entry : mapping.entries()) {
      String key = entry.key().text();
      List<String> given = parameter(key);
      if (given.isEmpty()) {
        metrics.add(entry);
      } else if (isOneOf(given, key, entry.value()) && given.size() > 1) {
        cell.put(key, ((Tree.Scalar) entry.value()).text());
      }
    }
    for (Tree.Entry entry : metrics) {
      Optional<Double> value = value(entry);
      value.ifPresent(number -> values.put(entry.key().text(), number));
      if (value.isPresent() && !known.add(List.of(cell, entry.key().text()))) {
        diagnostics.error(
            entry.key().span(), "a second value of `" + entry.key().text() + "` for the same runs");
      }
    }
    if (metrics.isEmpty()) {
      diagnostics.add(
          Diagnostic.error(mapping.span(), "`values` names no metric").hint(ReferenceSource.FORMS));
    }
    literals.add(new ReferenceSource.Literal(cell, values));
  }

  /** The values of a parameter that takes several; none where there is no such parameter. */
  private List<String> parameter(String name) {
    return benchmark instanceof MatrixBenchmark matrix ? matrix.matrix().values(name) : List.of();
  }

  /** A point that the matrix has not would be the reference of nothing. */
  private boolean isOneOf(List<String> given, String key, Tree value) {
    if (value instanceof Tree.Scalar scalar && given.contains(scalar.text())) {
      return true;
    }
    String text =
        value instanceof Tree.Scalar scalar ? "`" + scalar.text() + "`" : value.describe();
    diagnostics.add(
        Diagnostic.error(value.span(), "no run has the " + key + " " + text)
            .hint("`" + key + "` is " + String.join(", ", given)));
    return false;
  }

  private Optional<Double> value(Tree.Entry entry) {
    Optional<Metric> metric = metric(entry.key());
    if (metric.isEmpty() && !isOpen(entry.key().text())) {
      return Optional.empty();
    }
    String text = entry.value() instanceof Tree.Scalar scalar ? scalar.text() : "";
    double number = text.matches(NUMBER) ? Double.parseDouble(text.replace("_", "")) : Double.NaN;
    String key = "`" + entry.key().text() + "`";
    if (!Double.isFinite(number)) {
      String found =
          entry.value() instanceof Tree.Scalar ? "`" + text + "`" : entry.value().describe();
      String unit = metric.map(Metric::unit).filter(one -> !one.isEmpty()).orElse("");
      diagnostics.add(
          Diagnostic.error(entry.value().span(), key + " takes a number, not " + found)
              .hint("a number alone" + (unit.isEmpty() ? "" : ", in " + unit)));
      return Optional.empty();
    }
    // Only a program of one's own may tell what can be below zero.
    if (number < 0 && !(benchmark instanceof Command)) {
      diagnostics.error(entry.value().span(), key + " is never below 0, as `" + text + "` is");
      return Optional.empty();
    }
    return Optional.of(number);
  }

  private Optional<Metric> metric(Tree.Scalar key) {
    List<Metric> told = benchmark.tells().orElse(List.of());
    Optional<Metric> named = told.stream().filter(m -> m.name().equals(key.text())).findFirst();
    if (named.isEmpty() && !isOpen(key.text())) {
      diagnostics.add(UnknownMetric.error(key.span(), key.text(), told));
    }
    return named;
  }

  /** True where a run may tell such a metric, though nobody knows yet. */
  private boolean isOpen(String name) {
    return benchmark.tells().isEmpty() || observed && MetricName.parse(name).isPresent();
  }
}
