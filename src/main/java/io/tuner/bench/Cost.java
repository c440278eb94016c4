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
    return new Cost(time.multipliedBy(often), bytesWritten * often, partial);
  }

  /** Both, one after the other. */
  public Cost plus(Cost other) {
    return new Cost(
        time.plus(other.time), bytesWritten + other.bytesWritten, partial || other.partial);
  }
}
