package io.tuner.rollout;

/** One benchmark of one play, in their order, on one host. */
record BlockKey(int play, int number, String host) {}
