/**
 * Measures: what runs on a host and what it tells, what is watched beside it, whether two states
 * differ, and whether that is good enough. The only place that reads the clock for results.
 */
package io.tuner.bench;
