/**
 * Readers and byte-keeping editors of files and outputs that other programs own.
 *
 * <p>Everything here is pure: text in, values or text out. Callers decode bytes; an editor returns
 * every character it was not asked to change exactly as it came, line ends and a missing last line
 * end included. What a reader cannot understand it says with {@link io.tuner.format.Refusal}, or
 * leaves out where a foreign line cannot matter; it never guesses.
 */
package io.tuner.format;
