package io.tuner.bench.statistics;

import java.util.Locale;

/**
 * What was expected of a metric, and whether it holds.
 *
 * @param expect as the playbook has it: {@code >= -2%}
 * @param result whether it holds
 */
public record Gate(String expect, Result result) {

  /** Whether an expectation holds. */
  public enum Result {
    PASSED,
    FAILED,
    INCONCLUSIVE;

    /** As reports spell it. */
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
