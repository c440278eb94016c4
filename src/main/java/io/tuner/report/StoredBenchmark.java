package io.tuner.report;

import io.tuner.bench.statistics.BenchmarkResult;
import io.tuner.bench.statistics.Gate;
import io.tuner.bench.statistics.Interval;
import io.tuner.bench.statistics.Metric;
import io.tuner.bench.statistics.Reference;
import io.tuner.bench.statistics.Verdict;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Reads an entry of {@code benchmarks} back. */
final class StoredBenchmark {

  private StoredBenchmark() {}

  static BenchmarkResult read(JsonFields entry) {
    Optional<JsonFields> samples = entry.object("samples");
    return new BenchmarkResult(
        entry.text("host"),
        entry.text("name"),
        entry.textsByName("labels"),
        new Metric(entry.text("metric"), entry.optionalText("unit").orElse(""), better(entry)),
        samples.map(s -> s.numbers("before")).orElse(List.of()),
        samples.map(s -> s.numbers("after")).orElse(List.of()),
        entry.object("before").map(StoredBenchmark::interval),
        entry.object("after").map(StoredBenchmark::interval),
        entry.number("change_pct"),
        constant(entry, "verdict", Verdict.values(), Verdict::word),
        entry.optionalText("reason").orElse(""),
        entry.number("noise_pct"),
        entry.object("reference").map(StoredBenchmark::reference),
        entry.object("gate").map(StoredBenchmark::gate),
        entry.texts("warnings"));
  }

  private static Metric.Better better(JsonFields entry) {
    return constant(entry, "better", Metric.Better.values(), Metric.Better::word)
        .orElse(Metric.Better.NEITHER);
  }

  private static <E extends Enum<E>> Optional<E> constant(
      JsonFields entry, String name, E[] all, Function<E, String> word) {
    return entry.optionalText(name).map(present -> entry.constant(name, all, word));
  }

  private static Interval interval(JsonFields interval) {
    return new Interval(
        interval.number("median").orElse(Double.NaN),
        interval.number("low").orElse(Double.NEGATIVE_INFINITY),
        interval.number("high").orElse(Double.POSITIVE_INFINITY),
        interval.number("coverage").orElse(0),
        interval.whole("n"));
  }

  private static Reference reference(JsonFields reference) {
    return new Reference(
        reference.optionalText("label").orElse(""),
        reference.number("median").orElse(Double.NaN),
        reference.number("gap_before_pct"),
        reference.number("gap_after_pct"),
        reference.optionalText("reason").orElse(""));
  }

  private static Gate gate(JsonFields gate) {
    return new Gate(
        gate.text("expect"), gate.constant("result", Gate.Result.values(), Gate.Result::word));
  }
}
