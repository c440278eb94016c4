package io.tuner.report;

import io.tuner.bench.statistics.BenchmarkResult;
import io.tuner.bench.statistics.Gate;
import io.tuner.bench.statistics.Interval;
import io.tuner.bench.statistics.Metric;
import io.tuner.bench.statistics.Reference;
import io.tuner.bench.statistics.Verdict;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/** What was measured, in the JSON document: what does not apply, and what is no number, is null. */
final class BenchmarkJson {

  private BenchmarkJson() {}

  static List<Map<String, Object>> of(List<BenchmarkResult> results) {
    return results.stream().map(BenchmarkJson::entry).toList();
  }

  private static Map<String, Object> entry(BenchmarkResult result) {
    Map<String, Object> out = new LinkedHashMap<>();
    out.put("host", result.host());
    out.put("name", result.name());
    out.put("labels", result.labels());
    out.put("metric", result.metric().name());
    out.put("unit", result.metric().unit());
    boolean judged = result.metric().better() != Metric.Better.NEITHER;
    out.put("better", judged ? result.metric().better().word() : null);
    out.put("before", result.intervalBefore().map(BenchmarkJson::interval).orElse(null));
    out.put("after", result.intervalAfter().map(BenchmarkJson::interval).orElse(null));
    out.put("change_pct", number(result.changePct()));
    out.put("verdict", result.verdict().map(Verdict::word).orElse(null));
    out.put("reason", result.reason().isEmpty() ? null : result.reason());
    out.put("noise_pct", number(result.noisePct()));
    out.put("reference", result.reference().map(BenchmarkJson::reference).orElse(null));
    out.put("gate", result.gate().map(BenchmarkJson::gate).orElse(null));
    Map<String, Object> samples = new LinkedHashMap<>();
    samples.put("before", numbers(result.before()));
    samples.put("after", numbers(result.after()));
    out.put("samples", samples);
    out.put("warnings", result.warnings());
    return out;
  }

  private static Map<String, Object> interval(Interval interval) {
    Map<String, Object> out = new LinkedHashMap<>();
    out.put("median", number(interval.median()));
    out.put("low", number(interval.low()));
    out.put("high", number(interval.high()));
    out.put("coverage", number(interval.coverage()));
    out.put("n", interval.n());
    return out;
  }

  private static Map<String, Object> reference(Reference reference) {
    Map<String, Object> out = new LinkedHashMap<>();
    out.put("label", reference.label());
    out.put("median", number(reference.median()));
    out.put("gap_before_pct", number(reference.gapBeforePct()));
    out.put("gap_after_pct", number(reference.gapAfterPct()));
    out.put("reason", reference.reason().isEmpty() ? null : reference.reason());
    return out;
  }

  private static Map<String, Object> gate(Gate gate) {
    Map<String, Object> out = new LinkedHashMap<>();
    out.put("expect", gate.expect());
    out.put("result", gate.result().word());
    return out;
  }

  private static List<Object> numbers(List<Double> values) {
    List<Object> out = new java.util.ArrayList<>();
    values.forEach(value -> out.add(number(value)));
    return out;
  }

  private static Object number(OptionalDouble value) {
    return value.isPresent() ? number(value.getAsDouble()) : null;
  }

  /** JSON has no infinity. */
  private static Object number(double value) {
    return Double.isFinite(value) ? value : null;
  }
}
