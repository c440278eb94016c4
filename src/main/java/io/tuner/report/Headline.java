package io.tuner.report;

import io.tuner.bench.statistics.BenchmarkResult;
import io.tuner.bench.statistics.Gate;
import io.tuner.bench.statistics.Interval;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** What every form says first: what the run was, what the run itself says, and its gates. */
final class Headline {

  private Headline() {}

  /** {@code apply (dry run) 20261130T120000Z-3f2a}. */
  static String title(RunReport report) {
    String dry =
        report.run().dryRun() && report.run().command().equals("apply") ? " (dry run)" : "";
    return report.run().command() + dry + " " + report.run().run();
  }

  /** What came of it, in one line. */
  static String sum(RunReport report) {
    Wording wording = Wording.of(report.run());
    boolean untouched = report.run().dryRun() && !wording.onlyReads();
    return wording.sum(report.run()) + (untouched ? " (nothing was changed)" : "");
  }

  /** The notes, then how the gates went, and each that did not pass. */
  static List<String> first(RunReport report) {
    List<String> lines = new ArrayList<>(report.notes());
    List<BenchmarkResult> gated =
        report.benchmarks().stream().filter(result -> result.gate().isPresent()).toList();
    if (!gated.isEmpty()) {
      lines.add("gates: " + counts(gated));
      for (Gate.Result missed : List.of(Gate.Result.FAILED, Gate.Result.INCONCLUSIVE)) {
        gated.stream()
            .filter(result -> result.gate().get().result() == missed)
            .forEach(result -> lines.add(missed(result)));
      }
    }
    return lines;
  }

  /** What was measured, in a line: {@code fio read.iops (rw: randread)}. */
  static String measured(BenchmarkResult result) {
    String labels =
        result.labels().entrySet().stream()
            .map(label -> label.getKey() + ": " + label.getValue())
            .collect(Collectors.joining(", ", " (", ")"));
    return result.name() + " " + result.metric().name() + (result.labels().isEmpty() ? "" : labels);
  }

  /**
   * What was found where something was expected: {@code before 12.1 ms, after 14.0 ms, +15.70 %}.
   */
  static String found(BenchmarkResult result) {
    List<Double> medians = new ArrayList<>();
    result.intervalBefore().ifPresent(interval -> medians.add(interval.median()));
    result.intervalAfter().ifPresent(interval -> medians.add(interval.median()));
    Figures figures = Figures.ofUnit(result.metric().unit(), medians).fitting(medians);
    List<String> parts = new ArrayList<>();
    result.intervalBefore().ifPresent(one -> parts.add("before " + shown(figures, one)));
    result.intervalAfter().ifPresent(one -> parts.add("after " + shown(figures, one)));
    result.changePct().ifPresent(change -> parts.add(Figures.percent(change)));
    return parts.isEmpty() ? "nothing was measured" : String.join(", ", parts);
  }

  private static String shown(Figures figures, Interval interval) {
    return (figures.show(interval) + " " + figures.unit()).strip();
  }

  private static String missed(BenchmarkResult result) {
    Optional<Gate> gate = result.gate();
    String reason = result.reason().isEmpty() ? "" : "; " + result.reason();
    return "gate "
        + gate.orElseThrow().result().word()
        + ": "
        + result.host()
        + ": "
        + measured(result)
        + ": expected `"
        + gate.get().expect()
        + "`, "
        + found(result)
        + reason;
  }

  private static String counts(List<BenchmarkResult> gated) {
    return Arrays.stream(Gate.Result.values())
        .map(word -> count(gated, word) + " " + word.word())
        .filter(text -> !text.startsWith("0 "))
        .collect(Collectors.joining(", "));
  }

  private static long count(List<BenchmarkResult> gated, Gate.Result word) {
    return gated.stream().filter(one -> one.gate().get().result() == word).count();
  }
}
