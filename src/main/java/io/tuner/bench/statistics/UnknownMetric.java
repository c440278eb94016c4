package io.tuner.bench.statistics;

import io.tuner.text.Diagnostic;
import io.tuner.text.Span;
import io.tuner.text.Suggestion;
import java.util.List;

/** What is said of a metric that a benchmark does not tell. */
public final class UnknownMetric {

  private UnknownMetric() {}

  /**
   * The error, with the nearest name and all that there are.
   *
   * @param told what the benchmark tells
   */
  public static Diagnostic error(Span span, String name, List<Metric> told) {
    List<String> names = told.stream().map(Metric::name).distinct().toList();
    Diagnostic error = Diagnostic.error(span, "unknown metric `" + name + "` of this benchmark");
    return Suggestion.didYouMean(name, names)
        .map(error::note)
        .orElse(error)
        .hint(
            names.isEmpty()
                ? "it tells no numbers of its own: watch some with `observe`"
                : "it tells " + String.join(", ", names));
  }
}
