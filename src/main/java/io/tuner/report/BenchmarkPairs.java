package io.tuner.report;

import io.tuner.bench.statistics.BenchmarkResult;
import io.tuner.bench.statistics.Cell;
import io.tuner.bench.statistics.Judge;
import io.tuner.bench.statistics.Reference;
import io.tuner.bench.statistics.Series;
import io.tuner.bench.statistics.Unit;
import io.tuner.bench.statistics.Verdict;
import io.tuner.plan.RunResult;
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

  /**
   * What one run has, the other, or both.
   *
   * @param apart why what both have is no pair; empty where it is one, or only one has it
   */
  private record Pair(
      Optional<BenchmarkResult> had, Optional<BenchmarkResult> has, Optional<String> apart) {
    BenchmarkResult any() {
      return has.or(() -> had).orElseThrow();
    }

    Stream<BenchmarkResult> all() {
      return Stream.of(had, has).flatMap(Optional::stream);
    }
  }

  private final RunResult one;
  private final RunResult other;
  private final String first;
  private final String second;

  private BenchmarkPairs(RunResult one, RunResult other) {
    this.one = one;
    this.other = other;
    first = one.run();
    second = other.run();
  }

  static List<BenchmarkResult> of(RunReport one, RunReport other) {
    return new BenchmarkPairs(one.run(), other.run())
        .judged(byWhat(one.benchmarks()), byWhat(other.benchmarks()));
  }

  private static Map<List<Object>, BenchmarkResult> byWhat(List<BenchmarkResult> results) {
    Map<List<Object>, BenchmarkResult> all = new LinkedHashMap<>();
    Map<List<Object>, Integer> seen = new LinkedHashMap<>();
    for (BenchmarkResult r : results) {
      List<Object> what = List.of(r.host(), r.name(), r.labels(), r.metric().name());
      // Two plays may have a benchmark of one name: each time it is another.
      all.put(List.of(what, seen.merge(what, 1, Integer::sum)), r);
    }
    return all;
  }

  /** One pair, or two of which each has one side, where the units are not of one kind. */
  private List<Pair> pairs(Optional<BenchmarkResult> had, Optional<BenchmarkResult> has) {
    if (had.isPresent() && has.isPresent()) {
      String was = had.get().metric().unit();
      String is = has.get().metric().unit();
      if (Unit.between(1, was, is).isEmpty()) {
        Optional<String> apart =
            Optional.of(unit(was) + " in " + first + ", " + unit(is) + " in " + second);
        return List.of(
            new Pair(had, Optional.empty(), apart), new Pair(Optional.empty(), has, apart));
      }
    }
    return List.of(new Pair(had, has, Optional.empty()));
  }

  private static String unit(String unit) {
    return unit.isEmpty() ? "without a unit" : "counted in " + unit;
  }

  private List<BenchmarkResult> judged(
      Map<List<Object>, BenchmarkResult> before, Map<List<Object>, BenchmarkResult> after) {
    Set<List<Object>> all = new LinkedHashSet<>(before.keySet());
    all.addAll(after.keySet());
    Map<Family, List<Pair>> families = new LinkedHashMap<>();
    for (List<Object> what : all) {
      List<Pair> pairs =
          pairs(Optional.ofNullable(before.get(what)), Optional.ofNullable(after.get(what)));
      BenchmarkResult any = pairs.get(0).any();
      Family family = new Family(any.host(), any.name());
      families.computeIfAbsent(family, same -> new ArrayList<>()).addAll(pairs);
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
        pair.had().map(had -> left(had, pair.any().metric().unit())).orElse(List.of()),
        pair.has().map(BenchmarkPairs::left).orElse(List.of()),
        false,
        incomparable(pair.had(), one).or(() -> incomparable(pair.has(), other)),
        noise(pair),
        List.of(),
        reference(pair),
        pair.all().flatMap(result -> result.warnings().stream()).distinct().toList());
  }

  private static List<Double> left(BenchmarkResult result) {
    return result.after().isEmpty() ? result.before() : result.after();
  }

  /** In the unit of the other run. */
  private static List<Double> left(BenchmarkResult result, String unit) {
    return left(result).stream()
        .map(sample -> Unit.between(sample, result.metric().unit(), unit).orElseThrow())
        .toList();
  }

  /** What was measured last is not what a run left where it failed, or took its changes back. */
  private static Optional<String> incomparable(Optional<BenchmarkResult> result, RunResult run) {
    return result.flatMap(
        row ->
            row.verdict().filter(Verdict.NOT_COMPARABLE::equals).isPresent()
                ? Optional.of("in " + run.run() + ": " + row.reason())
                : Optional.ofNullable(run.failed().get(row.host()))
                    .map(why -> "failed in " + run.run() + ": " + why));
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
            && known.get(0).median() == known.get(1).median()
            && pair.all().map(result -> result.metric().unit()).distinct().count() == 1;
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
        pair.apart().map(why -> Verdict.NOT_COMPARABLE),
        pair.apart().orElse("only measured in " + (pair.had().isPresent() ? first : second)),
        row.noisePct(),
        row.reference(),
        row.gate(),
        row.warnings());
  }
}
