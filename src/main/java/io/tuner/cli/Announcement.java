package io.tuner.cli;

import io.tuner.bench.Cost;
import io.tuner.plan.HostPlan;
import io.tuner.plan.PlayPlan;
import io.tuner.plan.TaskPlan;
import io.tuner.rollout.Measurement;
import io.tuner.text.ByteSize;
import io.tuner.text.Durations;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** What a plan says first: which changes must be confirmed, and what its benchmarks cost. */
final class Announcement {

  private Announcement() {}

  /** A saved plan holds no benchmarks. */
  static List<String> ofSaved(Measurement measurement, List<PlayPlan> plays) {
    List<String> said = new ArrayList<>(guarded(plays));
    if (!cost(measurement, plays, false).isEmpty()) {
      said.add(
          "a saved plan runs no benchmarks: run `tuner bench` before it is applied, and "
              + "`tuner bench --against RUN` after");
    }
    return said;
  }

  /**
   * All of it.
   *
   * @param converged true: hosts without changes are measured too, once
   */
  static List<String> of(Measurement measurement, List<PlayPlan> plays, boolean converged) {
    List<String> said = new ArrayList<>(guarded(plays));
    said.addAll(cost(measurement, plays, converged));
    return said;
  }

  /** One sentence for each time that hosts wait to have their changes confirmed. */
  static List<String> guarded(List<PlayPlan> plays) {
    Map<Duration, Set<String>> waiting = new TreeMap<>();
    for (PlayPlan play : plays) {
      for (HostPlan host : play.hosts()) {
        host.tasks().stream()
            .filter(TaskPlan::changes)
            .flatMap(task -> host.confirm(task).stream())
            .forEach(
                limit ->
                    waiting.computeIfAbsent(limit, l -> new LinkedHashSet<>()).add(host.host()));
      }
    }
    List<String> said = new ArrayList<>();
    waiting.forEach(
        (limit, hosts) ->
            said.add(
                "where no new connection can be made within %d s of its changes, a host takes them back by itself: %s"
                    .formatted(limit.toSeconds(), String.join(", ", hosts))));
    return said;
  }

  private static List<String> cost(
      Measurement measurement, List<PlayPlan> plays, boolean converged) {
    int hosts = 0;
    boolean partial = false;
    Duration longest = Duration.ZERO;
    long most = 0;
    for (int play = 0; play < plays.size(); play++) {
      for (HostPlan host : plays.get(play).hosts()) {
        boolean measured = host.changes() || converged;
        if (!measured || measurement.isEmpty(play, host.host())) {
          continue;
        }
        hosts++;
        Cost cost = measurement.cost(play, host.host(), host.changes());
        partial |= cost.partial();
        longest = cost.time().compareTo(longest) > 0 ? cost.time() : longest;
        most = Math.max(most, cost.bytesWritten());
      }
    }
    if (hosts == 0) {
      return List.of();
    }
    String known = (partial ? "at least " : "about ") + Durations.show(longest);
    String time = longest.isZero() ? "a time that is not known" : known;
    String bytes = most == 0 ? "" : ", and write up to " + new ByteSize(most).rounded();
    return List.of(
        "benchmarks run before and after the changes on "
            + hosts
            + (hosts == 1 ? " host" : " hosts")
            + "; they take "
            + time
            + bytes
            + " on each");
  }
}
