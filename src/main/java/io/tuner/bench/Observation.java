package io.tuner.bench;

import io.tuner.host.Unreachable;
import io.tuner.resource.Probe;
import io.tuner.resource.Readings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/**
 * One run with observers beside it: they read, it runs, they read again. Where one of them samples,
 * a second thread reads the host now and then; a station must bear that.
 */
public final class Observation {

  /** A run of a benchmark. */
  public interface Run {
    /** Runs it to its end. */
    Outcome run() throws Unreachable, InterruptedException;
  }

  private final List<Observer> observers;
  private final Station station;
  private final boolean judged;
  private final Duration every;
  private final List<Readings> samples = Collections.synchronizedList(new ArrayList<>());
  private final AtomicReference<String> lost = new AtomicReference<>();

  /**
   * Of observers on a host.
   *
   * @param judged false beside a benchmark that does as much work as it can: more of it costs more
   */
  public Observation(List<Observer> observers, Station station, boolean judged) {
    this(observers, station, judged, Observer.SAMPLED_EVERY);
  }

  Observation(List<Observer> observers, Station station, boolean judged, Duration every) {
    this.observers = List.copyOf(observers);
    this.judged = judged;
    this.station = station;
    this.every = every;
  }

  /**
   * What a run told, and then what observers saw beside it; a run that failed has no numbers of
   * theirs either.
   */
  public Outcome around(Run run) throws Unreachable, InterruptedException {
    if (observers.isEmpty()) {
      return run.run();
    }
    samples.clear();
    lost.set(null);
    Probe probe = Observers.probe(observers);
    Readings start = station.read(probe);
    Outcome told = whileSampling(run);
    if (told.failure().isPresent()) {
      return told;
    }
    Outcome seen = Observers.between(observers, start, station.read(probe), samples);
    Outcome both = told.and(judged ? seen : Observers.unjudged(seen));
    return lost.get() == null
        ? both
        : both.warned("nothing more was sampled after a reading failed: " + lost.get());
  }

  private Outcome whileSampling(Run run) throws Unreachable, InterruptedException {
    Probe sample = Observers.sample(observers);
    if (sample.reads().isEmpty()) {
      return run.run();
    }
    CountDownLatch ended = new CountDownLatch(1);
    Thread sampler = new Thread(() -> sample(sample, ended), "samples of " + station.host());
    sampler.setDaemon(true);
    sampler.start();
    try {
      return run.run();
    } finally {
      ended.countDown();
      sampler.join();
    }
  }

  private void sample(Probe sample, CountDownLatch ended) {
    try {
      while (!ended.await(every.toNanos(), TimeUnit.NANOSECONDS)) {
        samples.add(station.read(sample));
      }
    } catch (Unreachable e) {
      lost.set(e.getMessage());
    } catch (InterruptedException runEnded) {
      Thread.currentThread().interrupt();
    }
  }
}
