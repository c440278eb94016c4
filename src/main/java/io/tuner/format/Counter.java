package io.tuner.format;

import java.util.OptionalLong;
import java.util.regex.Pattern;

/**
 * A counter of the kernel's that only rises, read twice.
 *
 * <p>Many are 32 bits wide and begin anew at zero: all of a 32-bit kernel, the milliseconds of
 * {@code /proc/diskstats} and the interrupts of a CPU on any
 * (Documentation/admin-guide/iostats.rst: applications must be prepared to deal with wrapping).
 * More than one turn between two readings cannot be told from none.
 */
public final class Counter {

  private static final long TURN = 1L << 32;
  private static final Pattern NUMBER = Pattern.compile("[0-9]{1,18}");

  private Counter() {}

  /** How far it went; empty where it fell and is too large for one of 32 bits. */
  public static OptionalLong advance(long start, long end) {
    if (end >= start) {
      return OptionalLong.of(end - start);
    }
    return start < TURN ? OptionalLong.of(end - start + TURN) : OptionalLong.empty();
  }

  /** A counter as the kernel prints it; empty where the word is none. */
  static OptionalLong read(String word) {
    return NUMBER.matcher(word).matches()
        ? OptionalLong.of(Long.parseLong(word))
        : OptionalLong.empty();
  }
}
