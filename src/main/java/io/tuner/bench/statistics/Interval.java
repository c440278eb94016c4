package io.tuner.bench.statistics;

/**
 * The median of some runs, and between what it lies.
 *
 * @param median of the samples
 * @param low lower end of the confidence interval of the median
 * @param high upper end
 * @param coverage the confidence reached, 0 to 1: with few samples less than was asked for
 * @param n how many samples
 */
public record Interval(double median, double low, double high, double coverage, int n) {}
