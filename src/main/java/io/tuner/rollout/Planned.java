package io.tuner.rollout;

import io.tuner.host.Become;
import io.tuner.plan.Conflict;
import io.tuner.plan.HostPlan;
import io.tuner.plan.HostResult;
import io.tuner.plan.PlayPlan;
import io.tuner.plan.TaskPlan;
import io.tuner.plan.TaskResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * What a run is going to do on all its hosts.
 *
 * @param plays in order
 * @param become by host, with whose rights
 */
public record Planned(List<PlayPlan> plays, Function<String, Become> become) {

  /** From a saved plan; the rights are those its tasks were planned with. */
  public static Planned saved(List<PlayPlan> plays, Map<String, Become> defaults) {
    return new Planned(
        plays,
        host ->
            plays.stream()
                .flatMap(play -> play.hosts().stream())
                .filter(plan -> plan.host().equals(host))
                .flatMap(plan -> plan.tasks().stream())
                .flatMap(task -> task.about().stream())
                .filter(subject -> subject.become().enabled())
                .findFirst()
                .map(subject -> new Become(true, subject.become().user()))
                .orElse(defaults.get(host)));
  }

  /** True where commands may be sent to some host. */
  public boolean changes() {
    return plays.stream().flatMap(play -> play.hosts().stream()).anyMatch(HostPlan::changes);
  }

  public List<Conflict> conflicts() {
    return plays.stream()
        .flatMap(play -> play.hosts().stream())
        .flatMap(plan -> plan.conflicts().stream())
        .toList();
  }

  /** Every host as it stands, lost ones included. */
  public List<HostResult> results(Fleet fleet) {
    return results(fleet, plan -> plan.tasks().stream().map(TaskPlan::result).toList());
  }

  /** The same, with the handlers that an apply would run. */
  public List<HostResult> announced(Fleet fleet) {
    return results(fleet, HostPlan::announced);
  }

  /**
   * Every host that was only measured; one that an interruption kept from it says so.
   *
   * @param read true where the interruption came after all hosts had been read
   */
  public List<HostResult> measured(Fleet fleet, Measurement measurement, boolean read) {
    if (!read) {
      return results(fleet);
    }
    List<HostResult> results = new ArrayList<>();
    for (String host : fleet.all()) {
      if (fleet.lost().containsKey(host)) {
        results.add(fleet.unreachable(host, List.of()));
      } else {
        HostResult result = plain(host, List.of(), fleet);
        results.add(
            !fleet.interrupted() || measurement.isComplete(host)
                ? result
                : result.failed("interrupted before all its benchmarks were measured"));
      }
    }
    return results;
  }

  private static HostResult plain(String host, List<TaskResult> tasks, Fleet fleet) {
    return new HostResult(
        host,
        fleet.session(host).roundTrips(),
        tasks,
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  private List<HostResult> results(Fleet fleet, Function<HostPlan, List<TaskResult>> shown) {
    List<HostResult> results = new ArrayList<>();
    for (String host : fleet.all()) {
      if (fleet.lost().containsKey(host)) {
        results.add(fleet.unreachable(host, List.of()));
        continue;
      }
      if (fleet.interrupted() && plays.isEmpty()) {
        results.add(fleet.unanswered(host));
        continue;
      }
      List<TaskResult> tasks =
          plays.stream()
              .flatMap(play -> play.hosts().stream())
              .filter(plan -> plan.host().equals(host))
              .flatMap(plan -> shown.apply(plan).stream())
              .toList();
      results.add(plain(host, tasks, fleet));
    }
    return results;
  }
}
