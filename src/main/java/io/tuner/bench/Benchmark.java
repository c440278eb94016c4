package io.tuner.bench;

import io.tuner.bench.statistics.Cell;
import io.tuner.bench.statistics.Metric;
import io.tuner.resource.Probe;
import io.tuner.resource.ProbeFailed;
import io.tuner.resource.Readings;
import io.tuner.resource.Validated;
import java.util.List;
import java.util.Optional;

/**
 * A benchmark type: a record whose components are its parameters, annotated as those of a resource
 * are. Pure: it says what is to run on a host, and reads what that told.
 */
public interface Benchmark extends Validated {

  /** What an item without a name of its own is called: {@code fio randread 4k}. */
  String name();

  /** Every point of the matrix; {@link Cell#ONLY} alone where there is none. */
  List<Cell> cells();

  /**
   * The command of one run, for the host's {@code sh -c}; it begins in the root directory, with
   * nothing on standard input and {@code LC_ALL=C}, and {@code $R} stands before the host's paths.
   */
  String command(Cell cell);

  /** What a run told that came to its end. */
  Outcome outcome(Cell cell, Finished finished);

  /** What is read before anything is measured, so that {@link #refusal} can decide. */
  default Probe probe() {
    return Probe.NOTHING;
  }

  /** Why it must not run on a host found so: a mounted device, too little space; empty: it may. */
  default Optional<String> refusal(Readings readings) throws ProbeFailed {
    return Optional.empty();
  }

  /**
   * True where it does as much work as it can, so that what observers see beside it is no merit and
   * no fault; false where it lets production work.
   */
  default boolean isLoad() {
    return true;
  }

  /**
   * Every metric that a run of it can tell, what observers see beside it left out; empty where only
   * a run can say.
   */
  default Optional<List<Metric>> tells() {
    return Optional.empty();
  }

  /** What one run costs. */
  default Cost cost(Cell cell) {
    return Cost.UNKNOWN;
  }

  /**
   * Why all of it together may write more than the playbook allows, with the estimate; empty: it
   * may not, or nothing was said of it.
   *
   * @param runs of each cell, those that warm up and those of every state included
   */
  default Optional<String> overBudget(int runs) {
    return Optional.empty();
  }

  /** What is always worth saying of these parameters. */
  default List<String> warnings() {
    return List.of();
  }
}
