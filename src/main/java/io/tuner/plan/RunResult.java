package io.tuner.plan;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A whole run, as every report shows it.
 *
 * @param run its name: start time in UTC and four hexadecimal digits
 * @param command apply, verify, rollback, …
 * @param dryRun true where no changing command was sent
 * @param exit the exit code
 * @param hosts in inventory order
 * @param conflicts of all hosts
 */
public record RunResult(
    String run,
    String command,
    boolean dryRun,
    int exit,
    List<HostResult> hosts,
    List<Conflict> conflicts) {

  /** How many hosts stand so. */
  public Map<Status, Long> hostCounts() {
    Map<Status, Long> counts = new TreeMap<>();
    hosts.forEach(host -> counts.merge(host.status(), 1L, Long::sum));
    return counts;
  }

  /**
   * By host that failed, why: its changes were taken back, or stopped on their way, so that what
   * was measured last is not what the run left there.
   */
  public Map<String, String> failed() {
    Map<String, String> failed = new TreeMap<>();
    for (HostResult host : hosts) {
      if (host.status() == Status.FAILED) {
        String first =
            host.tasks().stream()
                .filter(task -> task.status() == Status.FAILED && !task.ignored())
                .map(TaskResult::address)
                .findFirst()
                .orElse("");
        failed.put(host.host(), host.error().orElse(first));
      }
    }
    return failed;
  }

  /** How many tasks of all hosts stand so. */
  public Map<Status, Long> taskCounts() {
    Map<Status, Long> counts = new TreeMap<>();
    hosts.forEach(h -> h.tasks().forEach(task -> counts.merge(task.status(), 1L, Long::sum)));
    return counts;
  }
}
