package io.tuner.bench;

import io.tuner.resource.Probe;
import io.tuner.resource.ProbeFailed;
import io.tuner.resource.Validated;
import java.time.Duration;

/**
 * What is watched beside a benchmark, or over a window of production: a record whose components are
 * its parameters, annotated as those of a resource are. Pure, and nearly free for the host: it
 * reads the kernel's own counters at the start and at the end, and tells what lies between.
 *
 * <p>Its metrics have the names of {@link MetricName}.
 */
public interface Observer extends Validated {

  /**
   * How often {@link #sample} is read at most. A probe takes a slow host 50 ms of processor time,
   * and one with thousands of processes a few times that: so seldom it is below 0.1 % of one CPU.
   */
  Duration SAMPLED_EVERY = Duration.ofMinutes(5);

  /** What is read at the start and at the end. */
  Probe probe();

  /**
   * What is read in between as well, for states that have no counter; it is among those of {@link
   * #probe}.
   */
  default Probe sample() {
    return Probe.NOTHING;
  }

  /**
   * What happened. What the host does not tell has no number, and a warning where it was asked for.
   *
   * @throws ProbeFailed where a reading was refused that nothing can be said without
   */
  Outcome between(Observed observed) throws ProbeFailed;
}
