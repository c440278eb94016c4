package io.tuner.rollout;

import io.tuner.bench.BenchmarkFailure;
import io.tuner.bench.Block;
import io.tuner.bench.Item;
import io.tuner.bench.statistics.BenchmarkResult;
import io.tuner.bench.statistics.Cell;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** What of the benchmarks fails a run: gates that are missed, and what could not be measured. */
public final class Shortfalls {

  private final List<Map<String, List<Item>>> plays;
  private final BiFunction<Integer, String, List<BenchmarkResult>> results;
  private final Map<BlockKey, Block> before;
  private final Map<BlockKey, Block> again;
  private final Map<BlockKey, Block> after;
  private final References references;

  Shortfalls(
      List<Map<String, List<Item>>> plays,
      BiFunction<Integer, String, List<BenchmarkResult>> results,
      Map<BlockKey, Block> before,
      Map<BlockKey, Block> again,
      Map<BlockKey, Block> after,
      References references) {
    this.plays = plays;
    this.results = results;
    this.before = before;
    this.again = again;
    this.after = after;
    this.references = references;
  }

  /** True where some gate is missed, or a benchmark could not be run. */
  public boolean isMissed() {
    return !broken().isEmpty() || IntStream.range(0, plays.size()).anyMatch(this::isMissed);
  }

  private boolean isMissed(int play) {
    return plays.get(play).keySet().stream().anyMatch(host -> !missed(play, host).isEmpty());
  }

  /**
   * Why it fails the run, gates that are missed left out; strict ones that are undecided are in.
   */
  public List<BenchmarkFailure> failures() {
    List<BenchmarkFailure> failures = new ArrayList<>(broken());
    for (int play = 0; play < plays.size(); play++) {
      for (String host : plays.get(play).keySet()) {
        for (BenchmarkResult result : missed(play, host)) {
          boolean measured = result.intervalBefore().or(result::intervalAfter).isPresent();
          if (measured && !result.isMissed(false)) {
            String what = result.name() + " " + new Cell(result.labels()).name();
            String reason =
                "has a gate that cannot be decided, and is `strict`: "
                    + result.metric().name()
                    + " "
                    + result.gate().orElseThrow().expect();
            failures.add(new BenchmarkFailure(host, what.strip(), reason));
          }
        }
      }
    }
    return failures;
  }

  private List<Item> items(int play, String host) {
    return play < plays.size() ? plays.get(play).getOrDefault(host, List.of()) : List.of();
  }

  /** What could not be measured or judged. */
  List<BenchmarkFailure> broken() {
    Stream<BenchmarkFailure> own =
        Stream.of(before, again, after)
            .flatMap(blocks -> blocks.entrySet().stream())
            .flatMap(b -> b.getValue().told(item(b.getKey()), b.getKey().host()).stream());
    return Stream.concat(own, references.failures())
        .distinct()
        .sorted(Comparator.comparing(BenchmarkFailure::sentence))
        .toList();
  }

  /** The results whose gate is missed; those that cannot be decided too, where that is strict. */
  public List<BenchmarkResult> missed(int play, String host) {
    List<Item> items = items(play, host);
    return results.apply(play, host).stream()
        .filter(result -> result.isMissed(isStrict(items, result)))
        .toList();
  }

  /**
   * What of a host's benchmarks that have a gate could not be measured, as sentences.
   *
   * @param changed true: after its changes, where it could be before them; false: before them
   */
  List<String> broken(int play, String host, boolean changed) {
    List<String> broken = new ArrayList<>();
    List<Item> items = items(play, host);
    for (int i = 0; i < items.size(); i++) {
      BlockKey key = new BlockKey(play, i, host);
      Item item = items.get(i);
      if (!item.expectations().isEmpty()) {
        List<String> first = sentences(before.get(key), item, host);
        List<String> second = sentences(after.get(key), item, host);
        broken.addAll(changed ? second.stream().filter(s -> !first.contains(s)).toList() : first);
      }
    }
    return broken;
  }

  private static List<String> sentences(Block block, Item item, String host) {
    return block == null
        ? List.of()
        : block.told(item, host).stream().map(BenchmarkFailure::sentence).toList();
  }

  private static boolean isStrict(List<Item> items, BenchmarkResult result) {
    return items.stream().anyMatch(item -> item.isOf(result) && item.settings().strict());
  }

  /** The benchmark that a block is of. */
  Item item(BlockKey key) {
    return items(key.play(), key.host()).get(key.number());
  }
}
