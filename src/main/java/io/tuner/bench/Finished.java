package io.tuner.bench;

import java.time.Duration;

/**
 * What a program left behind that ran on a host.
 *
 * @param exit its code
 * @param stdout in full
 * @param stderr in full
 * @param took its wall time, measured on the control machine
 */
public record Finished(int exit, String stdout, String stderr, Duration took) {}
