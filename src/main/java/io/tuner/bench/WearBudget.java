package io.tuner.bench;

import io.tuner.bench.statistics.Cell;
import io.tuner.text.ByteSize;
import java.math.BigInteger;
import java.util.Optional;

/** Holds what a benchmark writes in all against what the playbook allows. */
final class WearBudget {

  private WearBudget() {}

  /** See {@link Benchmark#overBudget}. */
  static Optional<String> exceeded(Benchmark benchmark, Optional<ByteSize> budget, int runs) {
    if (budget.isEmpty()) {
      return Optional.empty();
    }
    BigInteger once = BigInteger.ZERO;
    for (Cell cell : benchmark.cells()) {
      once = once.add(BigInteger.valueOf(benchmark.cost(cell).bytesWritten()));
    }
    BigInteger all = once.multiply(BigInteger.valueOf(runs));
    if (all.compareTo(BigInteger.valueOf(budget.get().bytes())) <= 0) {
      return Optional.empty();
    }
    return Optional.of(
        "%s would write up to %s (%s, %d runs of each), and its `wear_budget` is %s"
            .formatted(
                benchmark.name(),
                new ByteSize(all.min(BigInteger.valueOf(Long.MAX_VALUE)).longValue()).rounded(),
                benchmark.cells().size() == 1 ? "1 cell" : benchmark.cells().size() + " cells",
                runs,
                budget.get()));
  }
}
