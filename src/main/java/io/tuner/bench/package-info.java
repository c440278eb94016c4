/**
 * Measures: what runs on a host and what it tells, and what is watched beside it. The only place
 * that reads the clock for results.
 */
package io.tuner.bench;
