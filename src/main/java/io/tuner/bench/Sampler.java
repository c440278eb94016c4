package io.tuner.bench;

import io.tuner.host.Unreachable;
import io.tuner.resource.Probe;
import io.tuner.resource.Readings;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Reads now and then while a program runs, for what has no counter. */
final class Sampler implements AutoCloseable {

  private final List<Readings> readings = Collections.synchronizedList(new ArrayList<>());
  private final Thread thread;

  private Sampler(Station station, Probe probe) {
    thread = new Thread(() -> sample(station, probe), "sampler");
    thread.setDaemon(true);
  }

  /** Begins, where there is something to read. */
  static Sampler start(Station station, Probe probe) {
    Sampler sampler = new Sampler(station, probe);
    if (!probe.reads().isEmpty()) {
      sampler.thread.start();
    }
    return sampler;
  }

  private void sample(Station station, Probe probe) {
    try {
      while (true) {
        Thread.sleep(Observer.SAMPLED_EVERY.toMillis());
        readings.add(station.read(probe));
      }
    } catch (InterruptedException | Unreachable ended) {
      // What was read so far counts; a lost host is told by the program it runs.
    }
  }

  /** What was read, in order; ends the sampling. */
  List<Readings> readings() throws InterruptedException {
    close();
    thread.join();
    return List.copyOf(readings);
  }

  @Override
  public void close() {
    thread.interrupt();
  }
}
