package io.tuner.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.tuner.Proves;
import io.tuner.bench.statistics.BenchmarkResult;
import io.tuner.bench.statistics.Cell;
import io.tuner.bench.statistics.Judge;
import io.tuner.bench.statistics.Metric;
import io.tuner.bench.statistics.Series;
import io.tuner.bench.statistics.Verdict;
import io.tuner.plan.Change;
import io.tuner.plan.HostResult;
import io.tuner.plan.RunResult;
import io.tuner.plan.Status;
import io.tuner.plan.TaskResult;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Two runs side by side. */
@Proves(
    what = "two stored runs are compared by the statistics of one, and change by change",
    against = "made-up results")
class RunDifferenceTest {

  private final Map<String, RunReport> reports = SampleReports.all();

  @Test
  void aRunDoesNotDifferFromItself() {
    for (RunReport report : reports.values()) {
      RunReport same = RunDifference.of(report, report);
      assertThat(same.run().hosts())
          .hasSameSizeAs(report.run().hosts())
          .allSatisfy(host -> assertThat(host.status()).isEqualTo(Status.OK));
      assertThat(same.benchmarks())
          .hasSameSizeAs(report.benchmarks())
          .noneMatch(result -> claims(result));
    }
  }

  @Test
  void whatOneDidAndTheOtherDidNotIsTold() {
    RunReport difference = RunDifference.of(reports.get("applied"), reports.get("failed"));
    List<TaskResult> tasks = difference.run().hosts().get(0).tasks();
    assertThat(tasks.get(0).status()).isEqualTo(Status.OK);
    assertThat(tasks.get(1).changes())
        .extracting(Change::aspect, Change::from, Change::to)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple("status", "pending", null),
            org.assertj.core.groups.Tuple.tuple("boot", "1 -> absent (pending: at boot)", null));
    assertThat(difference.notes())
        .contains(
            "db2 failed in " + difference.run().run().split("\\.\\.")[0] + ": connection refused");
  }

  @Test
  void whatOnlyOneRunHasIsToldInEveryForm() {
    RunReport one = reports.get("applied");
    RunReport other = named(reports.get("applied"), "OTHER");
    HostResult host = other.run().hosts().get(0);
    HostResult lacking =
        new HostResult(
            host.host(),
            0,
            host.tasks().subList(1, host.tasks().size()),
            host.unreachable(),
            host.error(),
            host.restore());
    RunReport second = with(other, List.of(lacking));
    String only = "only in " + one.run().run();
    TaskResult missing = host.tasks().get(0);
    for (ReportForm form : ReportForm.values()) {
      String text = form.of(RunDifference.of(one, second)).replace("`", "");
      assertThat(text).as(form.word()).contains(missing.address(), only);
      for (HostResult gone : one.run().hosts().subList(1, one.run().hosts().size())) {
        assertThat(text).as(form.word()).contains(gone.host() + ": " + only);
      }
      assertThat(form.of(RunDifference.of(second, one)).replace("`", ""))
          .as(form.word())
          .contains(missing.address(), only);
    }
  }

  @Test
  void unitsOfOneKindAreConvertedAndOthersToldApart() {
    BenchmarkResult milliseconds = row("ms", 5);
    List<BenchmarkResult> same =
        BenchmarkPairs.of(measured("A", row("s", 0.01)), measured("B", milliseconds));
    assertThat(same).hasSize(1);
    assertThat(same.get(0).changePct()).hasValue(-50);
    assertThat(same.get(0).metric().unit()).isEqualTo("ms");
    List<BenchmarkResult> apart =
        BenchmarkPairs.of(measured("A", row("tps", 5)), measured("B", milliseconds));
    assertThat(apart)
        .hasSize(2)
        .allSatisfy(row -> assertThat(row.verdict()).contains(Verdict.NOT_COMPARABLE))
        .allSatisfy(
            row -> assertThat(row.reason()).isEqualTo("counted in tps in A, counted in ms in B"));
  }

  @Test
  void whatWasTakenBackIsNotWhatARunLeft() {
    HostResult host =
        new HostResult(
            "db1", 1, List.of(), Optional.empty(), Optional.of("rolled back"), Optional.empty());
    RunReport failed = with(measured("A", row("ms", 5)), List.of(host));
    BenchmarkResult row = BenchmarkPairs.of(failed, measured("B", row("ms", 9))).get(0);
    assertThat(row.verdict()).contains(Verdict.NOT_COMPARABLE);
    assertThat(row.reason()).isEqualTo("failed in A: rolled back");
  }

  private static RunReport measured(String run, BenchmarkResult row) {
    return new RunReport(
        new RunResult(run, "bench", false, 0, List.of(), List.of()),
        RunReport.About.NOTHING,
        List.of(row),
        List.of(),
        List.of());
  }

  @Test
  void anInterruptedRunIsCalledSo() {
    RunReport report = reports.get("applied");
    RunResult run = report.run();
    RunResult interrupted =
        new RunResult("OTHER", run.command(), run.dryRun(), 130, run.hosts(), run.conflicts());
    RunReport other = new RunReport(interrupted, report.about(), List.of(), List.of(), List.of());
    assertThat(RunDifference.of(report, other).notes())
        .contains("OTHER was interrupted: what it did not come to is missing");
  }

  private static BenchmarkResult row(String unit, double value) {
    Series series =
        Series.of(Cell.ONLY, Metric.lower("p99", unit), Collections.nCopies(6, value), List.of());
    return Judge.judge("db1", "b", List.of(series)).get(0);
  }

  private static RunReport named(RunReport report, String name) {
    RunResult run = report.run();
    return new RunReport(
        new RunResult(name, run.command(), run.dryRun(), run.exit(), run.hosts(), run.conflicts()),
        report.about(),
        report.benchmarks(),
        report.environments(),
        report.notes());
  }

  private static RunReport with(RunReport report, List<HostResult> hosts) {
    RunResult run = report.run();
    return new RunReport(
        new RunResult(run.run(), run.command(), run.dryRun(), run.exit(), hosts, run.conflicts()),
        report.about(),
        report.benchmarks(),
        report.environments(),
        report.notes());
  }

  @Test
  void whatBothMeasuredIsJudged() {
    List<BenchmarkResult> results = reports.get("compared").benchmarks();
    assertThat(results).hasSize(10);
    assertThat(results.get(0).verdict()).contains(Verdict.REGRESSED);
    assertThat(results.get(0).changePct().getAsDouble()).isEqualTo(-23.5, within(0.05));
    assertThat(results.get(0).gate()).isEmpty();
    assertThat(results.get(8).after()).isEmpty();
    assertThat(results.get(8).verdict()).isEmpty();
    assertThat(results.get(8).reason()).startsWith("only measured in ");
  }

  private static org.assertj.core.data.Offset<Double> within(double offset) {
    return org.assertj.core.data.Offset.offset(offset);
  }

  private static boolean claims(BenchmarkResult result) {
    return result
        .verdict()
        .filter(v -> v == Verdict.IMPROVED || v == Verdict.REGRESSED)
        .isPresent();
  }
}
