package io.tuner.bench;

import io.tuner.bench.statistics.Cell;
import io.tuner.text.ByteSize;
import java.util.List;
import java.util.Optional;

/** A benchmark whose parameters with several values make its cells. */
interface MatrixBenchmark extends Benchmark {

  /** The parameters that take lists. */
  Matrix matrix();

  /** The most that all runs may write, where its type has such a parameter. */
  default Optional<ByteSize> wear_budget() {
    return Optional.empty();
  }

  @Override
  default List<Cell> cells() {
    return matrix().cells();
  }

  @Override
  default Optional<String> overBudget(int runs) {
    return WearBudget.exceeded(this, wear_budget(), runs);
  }
}
