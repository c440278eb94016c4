package io.tuner.bench.statistics;

import java.util.OptionalDouble;

/**
 * How far a host is from another that it is measured against.
 *
 * @param label what the other is called
 * @param median its value
 * @param gapBeforePct (before − reference) / reference, in per cent
 * @param gapAfterPct the same of the state after
 */
public record Reference(
    String label, double median, OptionalDouble gapBeforePct, OptionalDouble gapAfterPct) {}
