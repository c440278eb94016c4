package io.tuner.report;

import io.tuner.bench.statistics.BenchmarkResult;
import io.tuner.bench.statistics.Interval;
import io.tuner.bench.statistics.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What has to be said below a table, so that nobody reads more from it than it holds. */
final class BenchmarkRemarks {

  private static final int MOST_NAMED = 3;

  private BenchmarkRemarks() {}

  static List<String> of(List<BenchmarkTable.Row> rows) {
    List<String> remarks = new ArrayList<>();
    intervals(rows).ifPresent(remarks::add);
    Map<String, List<String>> said = new LinkedHashMap<>();
    for (BenchmarkTable.Row row : rows) {
      BenchmarkResult result = row.result();
      Stream.of(
              reason(result).stream(),
              reference(result).stream(),
              noise(result).stream(),
              result.warnings().stream().map(warning -> "warning: " + warning))
          .flatMap(texts -> texts)
          .forEach(text -> said.computeIfAbsent(text, t -> new ArrayList<>()).add(row.name()));
    }
    said.forEach(
        (text, names) ->
            remarks.add(names.size() == rows.size() ? text : named(names) + ": " + text));
    return remarks;
  }

  private static String named(List<String> names) {
    String first = names.stream().limit(MOST_NAMED).collect(Collectors.joining("; "));
    int more = names.size() - MOST_NAMED;
    return more > 0 ? first + "; and " + more + " more" : first;
  }

  /** Why a verdict is no plainer. */
  static Optional<String> reason(BenchmarkResult result) {
    String verdict = result.verdict().map(known -> known.word() + ": ").orElse("");
    return result.reason().isEmpty() ? Optional.empty() : Optional.of(verdict + result.reason());
  }

  /** Why there is no gap to a reference, or what else is to be known of it. */
  static Optional<String> reference(BenchmarkResult result) {
    return result
        .reference()
        .filter(known -> !known.reason().isEmpty())
        .map(
            known ->
                "reference "
                    + known.label()
                    + ": "
                    + (known.isComparable() ? "" : Verdict.NOT_COMPARABLE.word() + ": ")
                    + known.reason());
  }

  private static Optional<String> noise(BenchmarkResult result) {
    return result.noisePct().isEmpty()
        ? Optional.empty()
        : Optional.of(
            String.format(
                Locale.ROOT,
                "two blocks of the same state differed by %.2f %%: nothing is claimed below that",
                result.noisePct().getAsDouble()));
  }

  /** What the brackets mean: the confidence that was reached, never the one that was hoped for. */
  private static Optional<String> intervals(List<BenchmarkTable.Row> rows) {
    List<Interval> all =
        rows.stream()
            .map(BenchmarkTable.Row::result)
            .flatMap(
                r -> Stream.of(r.intervalBefore(), r.intervalAfter()).flatMap(Optional::stream))
            .toList();
    List<Interval> shown = all.stream().filter(i -> i.n() > 1 && i.coverage() > 0).toList();
    TreeSet<Integer> runs =
        all.stream().map(Interval::n).collect(Collectors.toCollection(TreeSet::new));
    if (all.isEmpty()) {
      return Optional.empty();
    }
    String of =
        runs.first().equals(runs.last())
            ? runs.first() + (runs.first() == 1 ? " run" : " runs")
            : runs.first() + " to " + runs.last() + " runs";
    if (shown.isEmpty()) {
      return Optional.of("medians of " + of + " each");
    }
    double least = shown.stream().mapToDouble(Interval::coverage).min().orElse(0);
    return Optional.of(
        String.format(
            Locale.ROOT,
            "medians of %s each; in brackets, between what the median lies with at least %.1f %%"
                + " confidence",
            of,
            Math.floor(least * 1000) / 10));
  }
}
