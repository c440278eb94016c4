package io.tuner.bench;

import java.time.Duration;

/**
 * What one run of one cell is going to cost, as far as its parameters tell.
 *
 * @param time of the run; zero where it cannot be known
 * @param bytesWritten to a device, at most; zero where it writes nothing or cannot be known
 */
public record Cost(Duration time, long bytesWritten) {

  /** Nothing is known. */
  public static final Cost UNKNOWN = new Cost(Duration.ZERO, 0);

  /** So often. */
  public Cost times(int often) {
    return new Cost(time.multipliedBy(often), bytesWritten * often);
  }

  /** Both, one after the other. */
  public Cost plus(Cost other) {
    return new Cost(time.plus(other.time), bytesWritten + other.bytesWritten);
  }
}
