package io.tuner.rollout;

import io.tuner.bench.Assessment;
import io.tuner.bench.BenchmarkFailure;
import io.tuner.bench.Block;
import io.tuner.bench.Item;
import io.tuner.bench.ReferenceHost;
import io.tuner.bench.Runner;
import io.tuner.text.Span;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.stream.Stream;

/** What others are measured against: hosts that run the same, each once. */
final class References {

  private final Stations stations;
  private final Assessment assessment;
  private final AsRendered rendered;
  private final Map<Key, ReferenceHost> measured = new ConcurrentHashMap<>();

  /** One entry of a playbook, on one host. */
  private record Key(int play, Span entry, String host) {}

  References(Stations stations, Assessment assessment, AsRendered rendered) {
    this.stations = stations;
    this.assessment = assessment;
    this.rendered = rendered;
  }

  /**
   * Measures those that were not yet.
   *
   * @param items by play and host, its benchmarks
   */
  void measure(int play, Collection<String> hosts, BiFunction<Integer, String, List<Item>> items) {
    for (String host : hosts) {
      for (Item item : items.apply(play, host)) {
        for (String other : assessment.hosts(item)) {
          measured.computeIfAbsent(
              new Key(play, item.span(), other), key -> measured(play, item, other));
        }
      }
    }
  }

  private ReferenceHost measured(int play, Item item, String other) {
    Optional<Item> own = rendered.on(play, other, item);
    return new ReferenceHost(
        other,
        own.orElse(item),
        own.map(as -> stations.reference(as, other, Runner::measure))
            .orElseGet(() -> Block.refused("it is not run there")));
  }

  /** What a benchmark is measured against. */
  List<ReferenceHost> of(int play, Item item) {
    return assessment.hosts(item).stream()
        .map(other -> new Key(play, item.span(), other))
        .filter(measured::containsKey)
        .map(measured::get)
        .toList();
  }

  /** What of them could not be measured. */
  Stream<BenchmarkFailure> failures() {
    return measured.values().stream().flatMap(o -> o.block().told(o.item(), o.host()).stream());
  }
}
