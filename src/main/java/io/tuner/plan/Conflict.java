package io.tuner.plan;

/**
 * One knob that has two masters.
 *
 * @param host where
 * @param knob which
 * @param address the task that sets it
 * @param value what the task sets
 * @param other who else: a task's address, or a writer and its place
 * @param otherValue what that sets
 * @param won true where the other's value is what the host has
 */
public record Conflict(
    String host,
    String knob,
    String address,
    String value,
    String other,
    String otherValue,
    boolean won) {}
