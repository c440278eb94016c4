package io.tuner.bench;

import io.tuner.bench.statistics.Cell;
import java.util.List;

/** A benchmark whose parameters with several values make its cells. */
interface MatrixBenchmark extends Benchmark {

  /** The parameters that take lists. */
  Matrix matrix();

  @Override
  default List<Cell> cells() {
    return matrix().cells();
  }
}
