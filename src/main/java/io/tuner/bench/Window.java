package io.tuner.bench;

import io.tuner.bench.statistics.Cell;
import io.tuner.bench.statistics.Metric;
import io.tuner.resource.Parameter;
import io.tuner.resource.Problems;
import io.tuner.resource.Type;
import io.tuner.text.Durations;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A stretch of production, in which nothing runs but what runs anyway. */
@Type(
    name = "window",
    summary = "Runs nothing for a while, so that observers see the work of production",
    guide =
        """
        It has no numbers of its own: name observers in `observe`, `load` among them, for two windows can be compared only where \
        there was as much to do. Before and after are two times of the day; choose windows long enough to be alike.
        """)
public record Window(
    @Parameter(value = "How long it lasts.", example = "30m", required = true) String length)
    implements Benchmark {

  @Override
  public String name() {
    return "window " + length;
  }

  @Override
  public void validate(Problems problems) {
    try {
      if (Durations.parse(length).toSeconds() < 1) {
        problems.error("length", "a window lasts a second at least, not `" + length + "`");
      }
    } catch (IllegalArgumentException e) {
      problems.error("length", "`length`: " + e.getMessage());
    }
  }

  @Override
  public List<Cell> cells() {
    return List.of(Cell.ONLY);
  }

  @Override
  public String command(Cell cell) {
    return "sleep " + duration().toSeconds();
  }

  @Override
  public Optional<List<Metric>> tells() {
    return Optional.of(List.of());
  }

  @Override
  public Outcome outcome(Cell cell, Finished finished) {
    return finished.exit() == 0
        ? Outcome.of(Map.of())
        : Outcome.failed("the window ended early, with exit " + finished.exit());
  }

  @Override
  public boolean isLoad() {
    return false;
  }

  @Override
  public Cost cost(Cell cell) {
    return new Cost(duration(), 0);
  }

  private Duration duration() {
    return Durations.parse(length);
  }
}
