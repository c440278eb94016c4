/**
 * Many hosts side by side: connecting, reading and planning all of them at once, and applying in
 * batches.
 */
package io.tuner.rollout;
