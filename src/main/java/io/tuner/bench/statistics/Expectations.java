package io.tuner.bench.statistics;

import io.tuner.text.Diagnostic;
import io.tuner.text.Diagnostics;
import io.tuner.text.Tree;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The parameter {@code expect} as a playbook writes it: a mapping of metrics ({@code {read.iops:
 * ">= -2%"}}), where a metric may have a list; or one or several texts that name their metric
 * ({@code p99 <= 5ms}).
 */
public final class Expectations {

  private static final String HINT =
      "write `expect: {read.iops: \">= -2%\"}` or `expect: p99 <= 5ms`";

  private static final String OTHER_UNIT =
      "a limit without a unit is in the metric's own; a change is in `%`";

  private final List<Metric> told;
  private final boolean open;
  private final Diagnostics diagnostics;
  private final List<Expectation> all = new ArrayList<>();

  private Expectations(List<Metric> told, boolean open, Diagnostics diagnostics) {
    this.told = told;
    this.open = open;
    this.diagnostics = diagnostics;
  }

  /** As {@link #read(Tree, List, boolean, Diagnostics)}, where only a run can say its metrics. */
  public static List<Expectation> read(Tree tree, Diagnostics diagnostics) {
    return read(tree, List.of(), true, diagnostics);
  }

  /**
   * All of them in the order they were written; what is none, and what the benchmark cannot answer,
   * is told to {@code diagnostics}.
   *
   * @param told the metrics that are known beforehand
   * @param open true where a run may tell others
   */
  public static List<Expectation> read(
      Tree tree, List<Metric> told, boolean open, Diagnostics diagnostics) {
    Expectations expectations = new Expectations(told, open, diagnostics);
    if (tree instanceof Tree.Mapping mapping) {
      for (Tree.Entry entry : mapping.entries()) {
        expectations.read(entry.value(), Optional.of(entry.key()));
      }
    } else {
      expectations.read(tree, Optional.empty());
    }
    return List.copyOf(expectations.all);
  }

  private void read(Tree tree, Optional<Tree.Scalar> metric) {
    if (tree instanceof Tree.Sequence sequence) {
      sequence.items().forEach(item -> one(item, metric));
    } else {
      one(tree, metric);
    }
  }

  private void one(Tree tree, Optional<Tree.Scalar> metric) {
    if (!(tree instanceof Tree.Scalar scalar) || scalar.isNull()) {
      diagnostics.add(
          Diagnostic.error(tree.span(), "expected an expectation, found " + tree.describe())
              .hint(HINT));
      return;
    }
    try {
      Expectation expectation =
          metric.isPresent()
              ? Expectation.of(metric.get().text(), scalar.text())
              : Expectation.parse(scalar.text());
      all.add(expectation);
      check(expectation, scalar, metric.orElse(scalar));
    } catch (IllegalArgumentException none) {
      diagnostics.add(Diagnostic.error(scalar.span(), none.getMessage()).hint(HINT));
    }
  }

  private void check(Expectation expectation, Tree.Scalar text, Tree.Scalar metric) {
    if (told.stream().anyMatch(expectation::names)) {
      expectation
          .fault(told)
          .map(why -> Diagnostic.error(text.span(), why).hint(OTHER_UNIT))
          .ifPresent(diagnostics::add);
    } else if (!open) {
      diagnostics.add(UnknownMetric.error(metric.span(), expectation.metric(), told));
    }
  }
}
