package io.tuner.report;

import io.tuner.plan.TaskResult;
import io.tuner.resource.Risk;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What is to be known of a task besides its changes, for pages. */
final class TaskRemarks {

  private TaskRemarks() {}

  static List<String> of(TaskResult task) {
    List<String> remarks = new ArrayList<>();
    task.warnings().forEach(warning -> remarks.add("warning: " + warning.strip()));
    Map<Risk, String> risks = new TreeMap<>(task.risks());
    if (task.irreversible().isPresent()) {
      risks.remove(Risk.IRREVERSIBLE);
    }
    risks.forEach((risk, detail) -> remarks.add("risk: " + risk.label() + detailed(detail)));
    task.irreversible().ifPresent(why -> remarks.add("irreversible: " + why));
    return remarks;
  }

  private static String detailed(String detail) {
    return detail == null || detail.isEmpty() ? "" : ": " + detail;
  }
}
