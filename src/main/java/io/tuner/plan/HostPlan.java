package io.tuner.plan;

import io.tuner.load.HandlerInstance;
import io.tuner.resource.Probe;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What is to be done on one host in one play.
 *
 * @param host its inventory name
 * @param tasks in declared order
 * @param handlers in declared order
 * @param owed handlers that a run which died had notified and not run
 * @param conflicts with other writers on the host
 * @param environment of every command
 */
public record HostPlan(
    String host,
    List<TaskPlan> tasks,
    List<HandlerInstance> handlers,
    List<HandlerInstance> owed,
    List<Conflict> conflicts,
    Map<String, String> environment) {

  public HostPlan {
    tasks = List.copyOf(tasks);
  }

  /** True where commands may be sent. */
  public boolean changes() {
    return !owed.isEmpty() || tasks.stream().anyMatch(task -> !task.isSettled());
  }

  /** Everything its resources read. */
  public Probe probe() {
    List<Probe> probes = new ArrayList<>();
    tasks.forEach(task -> task.about().ifPresent(s -> probes.add(s.resource().probe())));
    return Probe.all(probes);
  }

  /** As reports show it before anything is applied. */
  public HostResult result(int roundTrips) {
    return new HostResult(
        host,
        roundTrips,
        tasks.stream().map(TaskPlan::result).toList(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }
}
