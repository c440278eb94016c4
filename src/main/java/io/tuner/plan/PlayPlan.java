package io.tuner.plan;

import io.tuner.load.Batch;
import java.util.List;
import java.util.OptionalDouble;

/**
 * What is to be done in one play.
 *
 * @param name the play's
 * @param serial its batches; empty where nothing was said
 * @param maxFailPercentage of a batch; absent where nothing was said
 * @param anyErrorsFatal true: one failed host stops the play
 * @param hosts in inventory order; unreachable ones have no plan
 */
public record PlayPlan(
    String name,
    List<Batch> serial,
    OptionalDouble maxFailPercentage,
    boolean anyErrorsFatal,
    List<HostPlan> hosts) {

  /** The batches of a list of hosts: as said, else one by one where a service restarts, else all. */
  public static <T> List<List<T>> batches(List<Batch> serial, boolean cautious, List<T> hosts) {
    List<List<T>> batches = new java.util.ArrayList<>();
    int from = 0;
    for (int i = 0; from < hosts.size(); i++) {
      int size = cautious ? 1 : hosts.size();
      if (!serial.isEmpty()) {
        size = serial.get(Math.min(i, serial.size() - 1)).hosts(hosts.size());
      }
      int to = Math.min(hosts.size(), from + Math.max(1, size));
      batches.add(hosts.subList(from, to));
      from = to;
    }
    return batches;
  }
}
