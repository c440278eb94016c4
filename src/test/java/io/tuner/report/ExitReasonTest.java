package io.tuner.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.tuner.plan.RunResult;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The last line of a run that did not end with 0. */
class ExitReasonTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          unmeasured | bench  | 1   | exit 1: 2 benchmarks not measured or judged
          matrix     | apply  | 1   | exit 1: 2 hosts failed, 2 conflicts lost, 1 gate failed
          failed     | apply  | 1   | exit 1: 2 hosts failed, 2 conflicts lost
          verified   | verify | 3   | exit 3: 3 hosts drifted
          applied    | apply  | 5   | exit 5: 2 tasks pending a restart or reboot
          applied    | apply  | 130 | exit 130: interrupted
          """)
  void saysWhy(String sample, String command, int exit, String line) {
    RunReport report = SampleReports.all().get(sample);
    RunResult run = report.run();
    RunReport ended =
        new RunReport(
            new RunResult(run.run(), command, run.dryRun(), exit, run.hosts(), run.conflicts()),
            report.about(),
            report.benchmarks(),
            report.environments(),
            report.failures(),
            report.notes());
    assertThat(ExitReason.of(ended)).isEqualTo(line);
    assertThat(TextReport.of(ended, Style.PLAIN, false)).endsWith(line + "\n");
  }
}
