package io.tuner.report;

import io.tuner.bench.statistics.Gate;
import io.tuner.plan.Conflict;
import io.tuner.plan.Status;
import java.util.ArrayList;
import java.util.List;

/** Why a run did not end with 0, for its last line: {@code exit 1: 2 gates failed}. */
final class ExitReason {

  private final RunReport report;
  private final Wording wording;
  private final List<String> parts = new ArrayList<>();

  private ExitReason(RunReport report) {
    this.report = report;
    this.wording = Wording.of(report.run());
  }

  /** The line; empty where all is as declared. */
  static String of(RunReport report) {
    int exit = report.run().exit();
    if (exit == 0) {
      return "";
    }
    List<String> parts = new ExitReason(report).parts(exit);
    return "exit " + exit + (parts.isEmpty() ? "" : ": " + String.join(", ", parts));
  }

  /** By the meaning of the codes: the lowest-numbered failure is what the code tells. */
  private List<String> parts(int exit) {
    switch (exit) {
      case 1 -> {
        hosts(Status.FAILED, "failed");
        won();
        benchmarks();
        gates();
      }
      case 3 -> {
        hosts(Status.CHANGED, wording.of(Status.CHANGED));
        won();
      }
      case 4 -> hosts(Status.UNREACHABLE, "could not be reached");
      case 5 -> pending();
      case 130 -> parts.add("interrupted");
      default -> {}
    }
    return parts;
  }

  private void hosts(Status status, String how) {
    add(report.run().hostCounts().getOrDefault(status, 0L), "host", how);
  }

  private void won() {
    long won = report.run().conflicts().stream().filter(Conflict::won).count();
    add(won, "conflict", "lost");
  }

  private void benchmarks() {
    add(report.failures().size(), "benchmark", "not measured or judged");
  }

  private void gates() {
    add(
        report.benchmarks().stream()
            .flatMap(row -> row.gate().stream())
            .filter(gate -> gate.result() == Gate.Result.FAILED)
            .count(),
        "gate",
        "failed");
  }

  private void pending() {
    long pending =
        report.run().hosts().stream()
            .flatMap(host -> host.tasks().stream())
            .filter(Circumstances::waits)
            .count();
    add(pending, "task", "pending a restart or reboot");
  }

  private void add(long number, String noun, String how) {
    if (number > 0) {
      parts.add(number + " " + noun + (number == 1 ? " " : "s ") + how);
    }
  }
}
