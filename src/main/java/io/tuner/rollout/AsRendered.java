package io.tuner.rollout;

import io.tuner.bench.Item;
import java.util.Optional;

/** Benchmarks as hosts of a reference have them, with their own variables. */
public interface AsRendered {

  /**
   * A benchmark of another host.
   *
   * @param play its number
   * @param host of the reference
   * @param item as the host has it that is measured against it
   * @return empty where it cannot be run there
   */
  Optional<Item> on(int play, String host, Item item);
}
