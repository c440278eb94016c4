package io.tuner.bench;

import io.tuner.bench.statistics.Metric;
import io.tuner.format.BenchmarkSqlReport;
import io.tuner.text.Durations;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** What a run of BenchmarkSQL means. */
record BenchmarksqlOutcome(Benchmarksql task) {

  static final Metric TPMC = Metric.higher("tpmC", "tpmC");
  static final Metric TPM_TOTAL = Metric.higher("tpmTOTAL", "tpm");

  /**
   * Of a hundred transactions, where the properties file has TPC-C's weights (its clause 5.2.3).
   */
  private static final double USUAL_SHARE = 45;

  /** What chance makes of it in a run of a thousand transactions is 1.6 in a hundred. */
  private static final double TOLERANCE = 5;

  private static final Duration SHORTEST = Duration.ofMinutes(1);

  Outcome of(Finished finished) {
    BenchmarkSqlReport report =
        BenchmarkSqlReport.parse(finished.stdout() + "\n" + finished.stderr());
    if (finished.exit() != 0) {
      return Outcome.failed(
          "BenchmarkSQL ended with exit " + finished.exit() + why(report, finished));
    }
    if (report.tpmC().isEmpty()) {
      return Outcome.failed("BenchmarkSQL told no tpmC" + why(report, finished));
    }
    Map<Metric, Double> values = new LinkedHashMap<>();
    values.put(TPMC, report.tpmC().getAsDouble());
    report.tpmTotal().ifPresent(total -> values.put(TPM_TOTAL, total));
    List<String> doubts = doubts(report);
    return new Outcome(
        values,
        details(report),
        List.of(),
        Optional.empty(),
        doubts.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", doubts)));
  }

  private static String why(BenchmarkSqlReport report, Finished finished) {
    return report
        .lastError()
        .map(LastLine::after)
        .orElseGet(() -> LastLine.after(finished.stdout() + "\n" + finished.stderr()));
  }

  private static Map<String, String> details(BenchmarkSqlReport report) {
    Map<String, String> details = new LinkedHashMap<>();
    report.transactions().ifPresent(count -> details.put("transactions", "" + count));
    report.duration().ifPresent(time -> details.put("duration", time.toSeconds() + " s"));
    report.newOrderShare().ifPresent(share -> details.put("new order share", percent(100 * share)));
    details.put("errors", "" + report.errorCount());
    report.errors().forEach((name, count) -> details.put("errors in " + name, "" + count));
    return details;
  }

  private List<String> doubts(BenchmarkSqlReport report) {
    List<String> doubts = new ArrayList<>();
    if (report.errorCount() > 0) {
      doubts.add(
          report.errorCount()
              + (report.errorCount() == 1 ? " error" : " errors")
              + report.lastError().map(line -> ", the last" + LastLine.after(line)).orElse(""));
    }
    double usual = weight().orElse(USUAL_SHARE);
    report
        .newOrderShare()
        .ifPresent(
            share -> {
              if (Math.abs(100 * share - usual) > TOLERANCE) {
                doubts.add(
                    "new orders are %s of the transactions, where %s is usual"
                        .formatted(percent(100 * share), percent(usual)));
              }
            });
    report
        .duration()
        .filter(time -> time.compareTo(SHORTEST) < 0)
        .ifPresent(time -> doubts.add("it took " + Durations.show(time) + ", less than a minute"));
    report
        .transactions()
        .ifPresent(
            count -> {
              if (count < task.least_transactions()) {
                doubts.add(
                    "it made " + count + " transactions, fewer than " + task.least_transactions());
              }
            });
    return doubts;
  }

  private Optional<Double> weight() {
    return Optional.ofNullable(task.settings().get("newOrderWeight"))
        .filter(text -> text.matches("[0-9]{1,3}"))
        .map(Double::valueOf);
  }

  private static String percent(double share) {
    return String.format(Locale.ROOT, "%.1f %%", share);
  }
}
