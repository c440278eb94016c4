package io.tuner.bench.statistics;

import java.util.Locale;

/**
 * What one run of a benchmark tells a number of.
 *
 * @param name as the tool spells it, and as {@code expect} names it: {@code read.iops}
 * @param unit {@code IOPS}, {@code B/s}, {@code ms}, …; empty for a plain number
 * @param better which way is good
 */
public record Metric(String name, String unit, Better better) {

  /** Which way is good; NEITHER is shown, and never judged. */
  public enum Better {
    HIGHER,
    LOWER,
    NEITHER;

    /** As reports spell it. */
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** More of it is good. */
  public static Metric higher(String name, String unit) {
    return new Metric(name, unit, Better.HIGHER);
  }

  /** Less of it is good. */
  public static Metric lower(String name, String unit) {
    return new Metric(name, unit, Better.LOWER);
  }

  /** It tells what was measured, such as the load; neither more nor less of it is good. */
  public static Metric neither(String name, String unit) {
    return new Metric(name, unit, Better.NEITHER);
  }
}
