package io.tuner.report;

import io.tuner.plan.HostResult;
import io.tuner.plan.Status;
import io.tuner.plan.TaskResult;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What pages say around the changes themselves. */
final class Circumstances {

  private Circumstances() {}

  /** Who ran what, where and when: what is known of it, by what it is called. */
  static Map<String, String> of(RunReport report) {
    RunReport.About about = report.about();
    Map<String, String> all = new LinkedHashMap<>();
    all.put("Run", report.run().run());
    all.put("Operator", about.operator());
    all.put("Playbook", about.playbook());
    all.put("Commit", about.commit());
    all.put("Hash of the plan (SHA-256)", about.digest());
    List<String> hosts = report.run().hosts().stream().map(HostResult::host).toList();
    all.put("Hosts", HostNames.of(hosts, false));
    all.put("Started", about.started());
    all.put("Ended", about.ended());
    all.put("Exit code", String.valueOf(report.run().exit()));
    all.values().removeIf(String::isEmpty);
    return all;
  }

  /** The commands that take back what was changed, each once. */
  static List<String> restore(RunReport report) {
    return Wording.of(report.run()).changes()
        ? report.run().hosts().stream().flatMap(host -> host.restore().stream()).distinct().toList()
        : List.of();
  }

  /** What the verification found on a host; empty where it was read for a comparison alone. */
  static String verified(RunReport report, HostResult host) {
    Wording wording = Wording.of(report.run());
    boolean answered = host.unreachable().isEmpty() && host.error().isEmpty();
    if (!wording.changes() || !answered) {
      return "";
    }
    if (host.status() == Status.FAILED) {
      return String.format(
          "Stopped on its way: %d %s, %d failed, %d not started.",
          host.count(Status.CHANGED),
          wording.done(),
          host.count(Status.FAILED),
          host.count(Status.NOT_STARTED));
    }
    long asDeclared = host.count(Status.OK) + host.count(Status.CHANGED);
    long waiting = host.tasks().stream().filter(Circumstances::waits).count();
    return "Read back when all was done: "
        + asDeclared
        + (asDeclared == 1 ? " task as declared" : " tasks as declared")
        + (waiting > 0 ? ", " + waiting + " with something pending." : ".");
  }

  /** True where a part settles later. */
  static boolean waits(TaskResult task) {
    return task.status() == Status.PENDING
        || (task.status() == Status.CHANGED
            && task.changes().stream().anyMatch(change -> !change.settlesNow()));
  }
}
