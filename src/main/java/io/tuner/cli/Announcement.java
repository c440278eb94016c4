package io.tuner.cli;

import io.tuner.bench.Cost;
import io.tuner.plan.HostPlan;
import io.tuner.plan.PlayPlan;
import io.tuner.rollout.Measurement;
import io.tuner.text.ByteSize;
import io.tuner.text.Durations;
import java.time.Duration;
import java.util.List;

/** What a plan says first: what its benchmarks are going to cost. */
final class Announcement {

  private Announcement() {}

  /** A saved plan holds no benchmarks. */
  static List<String> ofSaved(Measurement measurement, List<PlayPlan> plays) {
    return of(measurement, plays, false).isEmpty()
        ? List.of()
        : List.of(
            "a saved plan runs no benchmarks: run `tuner bench` before it is applied, and "
                + "`tuner bench --against RUN` after");
  }

  /**
   * One sentence, or none where nothing is measured.
   *
   * @param converged true: hosts without changes are measured too, once
   */
  static List<String> of(Measurement measurement, List<PlayPlan> plays, boolean converged) {
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
