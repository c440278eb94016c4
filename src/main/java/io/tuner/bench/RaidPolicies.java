package io.tuner.bench;

import io.tuner.resource.Probe;
import io.tuner.resource.ProbeFailed;
import io.tuner.resource.Readings;
import io.tuner.resources.StorcliCache;
import io.tuner.resources.StorcliState;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** How the controllers that a play's tasks name cache their volumes. */
final class RaidPolicies {

  private RaidPolicies() {}

  /** What must be read to know them. */
  static Probe probe(List<StorcliCache> tasks) {
    return Probe.all(tasks.stream().map(StorcliCache::probe).toList());
  }

  /**
   * By volume: {@code WB, RA, direct, disk cache off}, with {@code writes WT now} behind it where a
   * battery forbids what is set. What cannot be read is not told: the task itself fails on it.
   */
  static Map<String, String> of(List<StorcliCache> tasks, Readings readings) {
    Map<String, String> policies = new TreeMap<>();
    for (StorcliCache task : tasks) {
      try {
        StorcliState state = task.parse(readings);
        state
            .configured()
            .forEach(
                (drive, set) ->
                    policies.put("c" + task.controller() + "/v" + drive, policy(state, drive)));
      } catch (ProbeFailed unread) {
        continue;
      }
    }
    return policies;
  }

  private static String policy(StorcliState state, String drive) {
    StorcliState.Setting set = state.configured().get(drive);
    StorcliState.Current now = state.current().get(drive);
    return set.write()
        + ", "
        + set.read()
        + ", "
        + set.io()
        + set.disk_cache().map(word -> ", disk cache " + word).orElse("")
        + (now == null || set.write().equals(now.write())
            ? ""
            : ", writes " + now.write() + " now");
  }
}
