package io.tuner.bench;

import io.tuner.bench.statistics.Cell;
import io.tuner.bench.statistics.Comparison;
import io.tuner.bench.statistics.Median;
import io.tuner.text.Diagnostic;
import io.tuner.text.Diagnostics;
import io.tuner.text.Span;
import io.tuner.text.Tree;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What no host could make sense of in the keys beside a benchmark's type. */
record ItemRules(
    Benchmark benchmark,
    Settings settings,
    Optional<Duration> timeout,
    Tree.Mapping written,
    Diagnostics diagnostics) {

  void check() {
    List<Cell> cells = benchmark.cells();
    if (settings.name().filter(String::isBlank).isPresent()) {
      diagnostics.add(
          Diagnostic.error(span("name"), "`name` is empty")
              .hint("leave it out, and the benchmark is called after its type and parameters"));
    }
    if (timeout.filter(Duration::isZero).isPresent()) {
      diagnostics.add(
          Diagnostic.error(span("timeout"), "`timeout` is 0: no run could come to its end")
              .hint("leave it out for three times the expected time and ten minutes"));
    }
    written
        .get("labels")
        .filter(Tree.Mapping.class::isInstance)
        .map(Tree.Mapping.class::cast)
        .ifPresent(labels -> labels(labels, cells.get(0).values()));
    enough(cells.size());
  }

  private void labels(Tree.Mapping labels, Map<String, String> cell) {
    for (Tree.Entry label : labels.entries()) {
      String name = label.key().text();
      if (cell.containsKey(name)) {
        diagnostics.add(
            Diagnostic.error(
                    label.key().span(),
                    "label `" + name + "` would overwrite the parameter `" + name + "` of each run")
                .hint("call the label otherwise: both are dimensions of the same tables"));
      }
    }
  }

  /** Too few runs for an interval are told by the verdict; a matrix is seen beforehand. */
  private void enough(int cells) {
    int fewest = Comparison.fewestRuns(cells);
    if (settings.repeat() >= Median.FEWEST && settings.repeat() < fewest) {
      diagnostics.add(
          Diagnostic.warning(
                  span("repeat"),
                  "`repeat: "
                      + settings.repeat()
                      + "` can show no difference among "
                      + cells
                      + " points of a matrix, however large it is")
              .hint("write `repeat: " + fewest + "`, or measure fewer points"));
    }
  }

  private Span span(String key) {
    return written.get(key).map(Tree::span).orElse(written.span());
  }
}
