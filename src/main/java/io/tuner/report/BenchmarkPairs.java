package io.tuner.report;

import io.tuner.bench.statistics.BenchmarkResult;
import io.tuner.bench.statistics.Cell;
import io.tuner.bench.statistics.Judge;
import io.tuner.bench.statistics.Reference;
import io.tuner.bench.statistics.Series;
import io.tuner.bench.statistics.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What two runs measured, side by side and judged as two states of one run are: of each run the
 * state it left behind, which is that after its changes where that was measured.
 */
final class BenchmarkPairs {

  /** The same benchmark on the same host. */
  private record Family(String host, String name) {}

  /** What one run has, the other, or both. */
  private record Pair(Optional<BenchmarkResult> had, Optional<BenchmarkResult> has) {
    BenchmarkResult any() {
      return has.or(() -> had).orElseThrow();
    }

    Stream<BenchmarkResult> all() {
      return Stream.of(had, has).flatMap(Optional::stream);
    }
  }

  private final String first;
  private final String second;

  private BenchmarkPairs(String first, String second) {
    this.first = first;
    this.second = second;
  }

  static List<BenchmarkResult> of(
      List<BenchmarkResult> one, List<BenchmarkResult> other, String first, String second) {
    return new BenchmarkPairs(first, second).judged(byWhat(one), byWhat(other));
  }

  private static Map<List<Object>, BenchmarkResult> byWhat(List<BenchmarkResult> results) {
    Map<List<Object>, BenchmarkResult> all = new LinkedHashMap<>();
    results.forEach(r -> all.put(List.of(r.host(), r.name(), r.labels(), r.metric()), r));
    return all;
  }

  private List<BenchmarkResult> judged(
      Map<List<Object>, BenchmarkResult> before, Map<List<Object>, BenchmarkResult> after) {
    Set<List<Object>> all = new LinkedHashSet<>(before.keySet());
    all.addAll(after.keySet());
    Map<Family, List<Pair>> families = new LinkedHashMap<>();
    for (List<Object> what : all) {
      Pair pair =
          new Pair(Optional.ofNullable(before.get(what)), Optional.ofNullable(after.get(what)));
      Family family = new Family(pair.any().host(), pair.any().name());
      families.computeIfAbsent(family, same -> new ArrayList<>()).add(pair);
    }
    List<BenchmarkResult> results = new ArrayList<>();
    families.forEach(
        (family, pairs) -> {
          List<Series> series = pairs.stream().map(this::series).toList();
          List<BenchmarkResult> rows = Judge.judge(family.host(), family.name(), series);
          for (int i = 0; i < rows.size(); i++) {
            results.add(told(pairs.get(i), rows.get(i)));
          }
        });
    return results;
  }

  private Series series(Pair pair) {
    return new Series(
        Cell.ONLY,
        pair.any().labels(),
        pair.any().metric(),
        pair.had().map(BenchmarkPairs::left).orElse(List.of()),
        pair.has().map(BenchmarkPairs::left).orElse(List.of()),
        false,
        incomparable(pair.had(), first).or(() -> incomparable(pair.has(), second)),
        noise(pair),
        List.of(),
        reference(pair),
        pair.all().flatMap(result -> result.warnings().stream()).distinct().toList());
  }

  private static List<Double> left(BenchmarkResult result) {
    return result.after().isEmpty() ? result.before() : result.after();
  }

  private static Optional<String> incomparable(Optional<BenchmarkResult> result, String run) {
    return result
        .filter(one -> one.verdict().filter(Verdict.NOT_COMPARABLE::equals).isPresent())
        .map(one -> "in " + run + ": " + one.reason());
  }

  /** The larger of the two: nothing may be claimed below either. */
  private static OptionalDouble noise(Pair pair) {
    return pair.all().flatMapToDouble(result -> result.noisePct().stream()).max();
  }

  /** One that both were measured against. */
  private static Optional<Reference> reference(Pair pair) {
    List<Reference> known = pair.all().flatMap(result -> result.reference().stream()).toList();
    boolean same =
        known.size() == 2
            && known.get(0).label().equals(known.get(1).label())
            && known.get(0).median() == known.get(1).median();
    return same ? Optional.of(known.get(1)) : Optional.empty();
  }

  /** With a word on what only one of the runs measured. */
  private BenchmarkResult told(Pair pair, BenchmarkResult row) {
    if (pair.had().isPresent() && pair.has().isPresent()) {
      return row;
    }
    return new BenchmarkResult(
        row.host(),
        row.name(),
        row.labels(),
        row.metric(),
        row.before(),
        row.after(),
        row.intervalBefore(),
        row.intervalAfter(),
        row.changePct(),
        Optional.empty(),
        "only measured in " + (pair.had().isPresent() ? first : second),
        row.noisePct(),
        row.reference(),
        row.gate(),
        row.warnings());
  }
}
