package io.tuner.bench.statistics;

import java.util.Locale;

/** What can be claimed of a difference between two states. */
public enum Verdict {
  IMPROVED,
  REGRESSED,
  NO_DIFFERENCE,
  INCONCLUSIVE,
  NOT_COMPARABLE;

  /** As reports spell it: {@code no difference}. */
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
