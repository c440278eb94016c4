/**
 * What can be claimed of numbers that were measured: medians, intervals, tests, verdicts and gates.
 */
package io.tuner.bench.statistics;
