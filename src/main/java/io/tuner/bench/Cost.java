package io.tuner.bench;

import java.time.Duration;

/**
 * What one run of one cell is going to cost, as far as its parameters tell; or several together.
 *
 * @param time of all whose time is known
 * @param bytesWritten to a device, at most; zero where it writes nothing or cannot be known
 * @param partial true where the time of some is not known
 */
public record Cost(Duration time, long bytesWritten, boolean partial) {

  /** What a sum is cut at, as its bytes are: nobody waits so long. */
  private static final Duration LONGEST = Duration.ofMillis(Long.MAX_VALUE);

  /** Nothing is known. */
  public static final Cost UNKNOWN = new Cost(Duration.ZERO, 0);

  /** Nothing is run. */
  public static final Cost NOTHING = new Cost(Duration.ZERO, 0, false);

  /** Of one run; a time of zero is one that is not known. */
  public Cost(Duration time, long bytesWritten) {
    this(time, bytesWritten, time.isZero());
  }

  /** So often. */
  public Cost times(int often) {
    return new Cost(multiplied(time, often), multiplied(bytesWritten, often), partial);
  }

  /** Both, one after the other. */
  public Cost plus(Cost other) {
    return new Cost(
        sum(time, other.time), sum(bytesWritten, other.bytesWritten), partial || other.partial);
  }

  private static long multiplied(long one, int often) {
    return Math.multiplyHigh(one, often) == 0 && one * often >= 0 ? one * often : Long.MAX_VALUE;
  }

  private static long sum(long one, long other) {
    return one + other >= 0 ? one + other : Long.MAX_VALUE;
  }

  private static Duration multiplied(Duration one, int often) {
    return one.compareTo(LONGEST.dividedBy(Math.max(1, often))) > 0
        ? LONGEST
        : one.multipliedBy(often);
  }

  private static Duration sum(Duration one, Duration other) {
    return one.compareTo(LONGEST.minus(other)) > 0 ? LONGEST : one.plus(other);
  }
}
