package io.tuner.bench;

import io.tuner.bench.statistics.Cell;
import io.tuner.host.Unreachable;
import io.tuner.resource.ProbeFailed;
import io.tuner.text.Durations;
import io.tuner.text.Printable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Runs one block of a benchmark: round after round over all cells, so that what changes with time
 * falls on all of them alike.
 */
public final class Runner {

  private final Item item;
  private final Station station;
  private final Consumer<String> watch;
  private final long began = System.nanoTime();

  private Runner(Item item, Station station, Consumer<String> watch) {
    this.item = item;
    this.station = station;
    this.watch = watch;
  }

  /**
   * Measures one state.
   *
   * @param watch is told how far it is
   */
  public static Block measure(Item item, Station station, Consumer<String> watch)
      throws Unreachable, InterruptedException {
    return new Runner(item, station, watch)
        .rounds(item.settings().warmup(), item.settings().repeat());
  }

  /** Runs every cell once, for states that alternate. */
  public static Block round(Item item, Station station, Consumer<String> watch)
      throws Unreachable, InterruptedException {
    return new Runner(item, station, watch).rounds(0, 1);
  }

  private Block rounds(int uncounted, int counted) throws Unreachable, InterruptedException {
    Optional<String> refusal = refusal();
    if (refusal.isPresent()) {
      return Block.refused(refusal.get());
    }
    settle();
    List<Cell> cells = item.benchmark().cells();
    Map<Cell, List<Outcome>> runs = new LinkedHashMap<>();
    cells.forEach(cell -> runs.put(cell, new ArrayList<>()));
    int all = cells.size() * (uncounted + counted);
    int number = 0;
    for (int round = 0; round < uncounted + counted; round++) {
      for (Cell cell : cells) {
        Outcome outcome = once(cell, ++number, all);
        if (round >= uncounted) {
          runs.get(cell).add(outcome);
        }
      }
    }
    return new Block(runs, Optional.empty());
  }

  private Optional<String> refusal() throws Unreachable, InterruptedException {
    try {
      return item.benchmark().refusal(station.read(item.benchmark().probe()));
    } catch (ProbeFailed e) {
      return Optional.of(e.getMessage());
    }
  }

  private void settle() throws InterruptedException {
    if (!item.settle().isZero()) {
      watch.accept(item.name() + ": settling for " + Durations.show(item.settle()));
      Thread.sleep(item.settle().toMillis());
    }
  }

  private Outcome once(Cell cell, int number, int all) throws Unreachable, InterruptedException {
    String what = item.name() + (cell.name().isEmpty() ? "" : " " + cell.name());
    String told = what + ", run " + number + " of " + all + left(number - 1, all);
    watch.accept(told);
    return new Observation(item.observers(), station, !item.benchmark().isLoad())
        .around(() -> item.benchmark().outcome(cell, run(cell, told)));
  }

  private Finished run(Cell cell, String told) throws Unreachable, InterruptedException {
    return station.run(
        item.benchmark().command(cell),
        item.limit(cell),
        line -> watch.accept(told + ": " + Printable.of(line)));
  }

  /** What is left, as the runs so far tell; before the first, as the parameters do. */
  private String left(int done, int all) {
    Duration elapsed = Duration.ofNanos(System.nanoTime() - began);
    Duration left =
        done == 0 ? item.cost().time() : elapsed.multipliedBy(all - done).dividedBy(done);
    return left.isZero() ? "" : ", about " + Durations.show(left) + " left";
  }
}
