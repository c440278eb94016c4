package io.tuner.rollout;

import io.tuner.bench.Assessment;
import io.tuner.bench.BenchmarkFailure;
import io.tuner.bench.Block;
import io.tuner.bench.Item;
import io.tuner.bench.Runner;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.stream.Stream;

/** What others are measured against: hosts that run the same, each once. */
final class References {

  private final Stations stations;
  private final Assessment assessment;
  private final Map<BlockKey, Block> blocks = new ConcurrentHashMap<>();
  private final Map<BlockKey, Item> measured = new ConcurrentHashMap<>();

  References(Stations stations, Assessment assessment) {
    this.stations = stations;
    this.assessment = assessment;
  }

  /**
   * Measures those that were not yet.
   *
   * @param items by play and host, its benchmarks
   */
  void measure(int play, Collection<String> hosts, BiFunction<Integer, String, List<Item>> items) {
    for (String host : hosts) {
      List<Item> own = items.apply(play, host);
      for (int i = 0; i < own.size(); i++) {
        Item item = own.get(i);
        for (String other : assessment.hosts(item)) {
          blocks.computeIfAbsent(
              new BlockKey(play, i, other),
              first -> {
                measured.put(first, item);
                return stations.reference(item, other, Runner::measure);
              });
        }
      }
    }
  }

  /** What a benchmark is measured against. */
  List<Block> of(int play, int number, Item item) {
    return assessment.hosts(item).stream()
        .map(other -> blocks.getOrDefault(new BlockKey(play, number, other), Block.NOTHING))
        .toList();
  }

  /** What of them could not be measured. */
  Stream<BenchmarkFailure> failures() {
    return blocks.entrySet().stream()
        .flatMap(b -> b.getValue().told(measured.get(b.getKey()), b.getKey().host()).stream());
  }
}
