package io.tuner.bench.statistics;

import java.util.Optional;
import java.util.OptionalDouble;

/** How far two states are from another host, run or value that they are measured against. */
public final class References {

  private References() {}

  /**
   * The gaps to a reference, in per cent of it: below zero, the host is below the reference. No gap
   * where that state was not measured or the reference is zero.
   *
   * @param label what the reference is called
   * @param reference its median, in the metric's unit
   */
  public static Reference gaps(
      String label, double reference, Optional<Interval> before, Optional<Interval> after) {
    return gaps(Reference.of(label, reference), before, after);
  }

  /** The same of a reference whose gaps are not known yet. */
  static Reference gaps(Reference of, Optional<Interval> before, Optional<Interval> after) {
    OptionalDouble first = gap(before, of.median());
    return new Reference(of.label(), of.median(), first, gap(after, of.median()), of.reason());
  }

  private static OptionalDouble gap(Optional<Interval> state, double reference) {
    return state.isPresent() ? Percent.of(state.get().median(), reference) : OptionalDouble.empty();
  }
}
