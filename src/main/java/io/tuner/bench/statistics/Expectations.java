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

  private Expectations() {}

  /** All of them in the order they were written; what is none is told to {@code diagnostics}. */
  public static List<Expectation> read(Tree tree, Diagnostics diagnostics) {
    List<Expectation> all = new ArrayList<>();
    if (tree instanceof Tree.Mapping mapping) {
      for (Tree.Entry entry : mapping.entries()) {
        read(entry.value(), Optional.of(entry.key().text()), all, diagnostics);
      }
    } else {
      read(tree, Optional.empty(), all, diagnostics);
    }
    return List.copyOf(all);
  }

  private static void read(
      Tree tree, Optional<String> metric, List<Expectation> all, Diagnostics diagnostics) {
    if (tree instanceof Tree.Sequence sequence) {
      sequence.items().forEach(item -> one(item, metric, all, diagnostics));
    } else {
      one(tree, metric, all, diagnostics);
    }
  }

  private static void one(
      Tree tree, Optional<String> metric, List<Expectation> all, Diagnostics diagnostics) {
    if (!(tree instanceof Tree.Scalar scalar) || scalar.isNull()) {
      diagnostics.add(
          Diagnostic.error(tree.span(), "expected an expectation, found " + tree.describe())
              .hint(HINT));
      return;
    }
    try {
      all.add(
          metric.isPresent()
              ? Expectation.of(metric.get(), scalar.text())
              : Expectation.parse(scalar.text()));
    } catch (IllegalArgumentException none) {
      diagnostics.add(Diagnostic.error(scalar.span(), none.getMessage()).hint(HINT));
    }
  }
}
