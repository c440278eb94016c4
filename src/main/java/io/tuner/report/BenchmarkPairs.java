package io.tuner.report;

import io.tuner.bench.BenchmarkResult;
import io.tuner.bench.Interval;
import io.tuner.bench.Reference;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * What two runs measured alike, put side by side: of each run the state it left behind, which is
 * that after its changes where that was measured. Nothing is judged here.
 */
final class BenchmarkPairs {

  private BenchmarkPairs() {}

  static List<BenchmarkResult> of(
      List<BenchmarkResult> one, List<BenchmarkResult> other, String first, String second) {
    Map<List<Object>, BenchmarkResult> before = byWhat(one);
    Map<List<Object>, BenchmarkResult> after = byWhat(other);
    Set<List<Object>> all = new LinkedHashSet<>(before.keySet());
    all.addAll(after.keySet());
    List<BenchmarkResult> pairs = new ArrayList<>();
    for (List<Object> what : all) {
      Optional<BenchmarkResult> had = Optional.ofNullable(before.get(what));
      Optional<BenchmarkResult> has = Optional.ofNullable(after.get(what));
      String reason =
          had.isEmpty()
              ? "only measured in " + second
              : has.isEmpty() ? "only measured in " + first : "";
      pairs.add(pair(had, has, reason));
    }
    return pairs;
  }

  private static Map<List<Object>, BenchmarkResult> byWhat(List<BenchmarkResult> results) {
    Map<List<Object>, BenchmarkResult> all = new LinkedHashMap<>();
    for (BenchmarkResult r : results) {
      all.put(List.of(r.host(), r.name(), r.labels(), r.metric()), r);
    }
    return all;
  }

  private static BenchmarkResult pair(
      Optional<BenchmarkResult> had, Optional<BenchmarkResult> has, String reason) {
    BenchmarkResult any = has.or(() -> had).orElseThrow();
    Optional<Interval> before = had.flatMap(BenchmarkPairs::left);
    Optional<Interval> after = has.flatMap(BenchmarkPairs::left);
    Set<String> warnings = new LinkedHashSet<>();
    had.ifPresent(result -> warnings.addAll(result.warnings()));
    has.ifPresent(result -> warnings.addAll(result.warnings()));
    return new BenchmarkResult(
        any.host(),
        any.name(),
        any.labels(),
        any.metric(),
        had.map(BenchmarkPairs::samples).orElse(List.of()),
        has.map(BenchmarkPairs::samples).orElse(List.of()),
        before,
        after,
        change(before, after),
        Optional.empty(),
        reason,
        noise(had, has),
        reference(had, has),
        Optional.empty(),
        List.copyOf(warnings));
  }

  private static Optional<Interval> left(BenchmarkResult result) {
    return result.intervalAfter().or(result::intervalBefore);
  }

  private static List<Double> samples(BenchmarkResult result) {
    return result.intervalAfter().isPresent() ? result.after() : result.before();
  }

  private static OptionalDouble change(Optional<Interval> before, Optional<Interval> after) {
    if (before.isEmpty() || after.isEmpty() || before.get().median() == 0) {
      return OptionalDouble.empty();
    }
    double from = before.get().median();
    return OptionalDouble.of((after.get().median() - from) / from * 100);
  }

  /** The larger of the two: nothing may be claimed below either. */
  private static OptionalDouble noise(
      Optional<BenchmarkResult> had, Optional<BenchmarkResult> has) {
    return java.util.stream.Stream.of(had, has)
        .flatMap(Optional::stream)
        .map(BenchmarkResult::noisePct)
        .flatMapToDouble(OptionalDouble::stream)
        .max();
  }

  /** One that both were measured against. */
  private static Optional<Reference> reference(
      Optional<BenchmarkResult> had, Optional<BenchmarkResult> has) {
    Optional<Reference> before = had.flatMap(BenchmarkResult::reference);
    Optional<Reference> after = has.flatMap(BenchmarkResult::reference);
    boolean same =
        before.isPresent()
            && after.isPresent()
            && before.get().label().equals(after.get().label())
            && before.get().median() == after.get().median();
    return same
        ? Optional.of(
            new Reference(
                after.get().label(), after.get().median(), gap(before.get()), gap(after.get())))
        : Optional.empty();
  }

  private static OptionalDouble gap(Reference reference) {
    return reference.gapAfterPct().isPresent() ? reference.gapAfterPct() : reference.gapBeforePct();
  }
}
