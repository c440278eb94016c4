package io.tuner.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.tuner.Proves;
import io.tuner.bench.statistics.BenchmarkResult;
import io.tuner.bench.statistics.Verdict;
import io.tuner.plan.Change;
import io.tuner.plan.Status;
import io.tuner.plan.TaskResult;
import java.util.List;
import java.util.Map;
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
