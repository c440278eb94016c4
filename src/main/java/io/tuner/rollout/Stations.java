package io.tuner.rollout;

import io.tuner.apply.HostSession;
import io.tuner.bench.Block;
import io.tuner.bench.HostEnvironment;
import io.tuner.bench.Item;
import io.tuner.bench.Station;
import io.tuner.bench.Surroundings;
import io.tuner.host.Become;
import io.tuner.host.Unreachable;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The hosts that benchmarks run on; one runs one at a time, be it tuned itself or the load host of
 * several.
 */
final class Stations {

  /** How a block is measured. */
  interface Measure {
    Block of(Item item, Station station, Consumer<String> watch)
        throws Unreachable, InterruptedException;
  }

  private final Function<String, HostSession> sessions;
  private final Function<String, Become> become;
  private final Watch watch;
  private final Surroundings surroundings;
  private final Map<String, Object> taken = new ConcurrentHashMap<>();

  Stations(
      Function<String, HostSession> sessions,
      Function<String, Become> become,
      Watch watch,
      Surroundings surroundings) {
    this.sessions = sessions;
    this.become = become;
    this.watch = watch;
    this.surroundings = surroundings;
  }

  /**
   * Measures a block.
   *
   * @param host that is tuned
   * @param state that is measured
   */
  Block block(Item item, String host, String state, Measure measure)
      throws Unreachable, InterruptedException {
    return block(item, host, state, state, measure);
  }

  /**
   * Measures a block.
   *
   * @param phase of the state, as its progress names it
   */
  Block block(Item item, String host, String state, String phase, Measure measure)
      throws Unreachable, InterruptedException {
    String on = item.settings().on().orElse(host);
    synchronized (taken.computeIfAbsent(on, name -> new Object())) {
      surroundings.look(station(host, Map.of()), state);
      try {
        return measure.of(
            item, station(on, item.environment()), what -> watch.phase(host, phase + ": " + what));
      } catch (Unreachable e) {
        if (on.equals(host)) {
          throw e;
        }
        return Block.refused("the load host `" + on + "` could not be reached: " + e.getMessage());
      }
    }
  }

  /** The block of a host that is not tuned; one that is lost is no failure of the run. */
  Block reference(Item item, String host, Measure measure) {
    try {
      return block(item, host, HostEnvironment.REFERENCE, measure);
    } catch (Unreachable e) {
      return Block.refused("`" + host + "` could not be reached: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Block.refused("interrupted");
    }
  }

  private HostStation station(String host, Map<String, String> environment) {
    return new HostStation(host, sessions.apply(host), become.apply(host), environment);
  }
}
