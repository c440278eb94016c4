package io.tuner.bench;

import java.util.OptionalDouble;

/**
 * What a rate of writing means to a drive. Terabytes are decimal, as drives are rated (JEDEC
 * JESD218: terabytes written), and a year has 365 days.
 */
public final class Endurance {

  private static final double SECONDS_A_YEAR = 365.0 * 24 * 60 * 60;

  private static final double BYTES_A_TERABYTE = 1e12;

  private Endurance() {}

  /** Terabytes a year at a rate that is kept up: 4 MB/s are 126 TB, 12 KB/s are 0.378 TB. */
  public static double terabytesAYear(double bytesPerSecond) {
    return bytesPerSecond * SECONDS_A_YEAR / BYTES_A_TERABYTE;
  }

  /**
   * Years until a drive has taken what it is rated for; zero where it has, empty where nothing is
   * written and no end is in sight.
   *
   * @param ratedTerabytes total bytes written that the maker warrants (TBW), in terabytes
   * @param writtenTerabytes what the drive has taken already; zero for a new one
   * @param bytesPerSecond the rate that is kept up, as the drive sees it
   */
  public static OptionalDouble yearsLeft(
      double ratedTerabytes, double writtenTerabytes, double bytesPerSecond) {
    double left = Math.max(0, ratedTerabytes - writtenTerabytes);
    if (left == 0) {
      return OptionalDouble.of(0);
    }
    double years = left / terabytesAYear(bytesPerSecond);
    return Double.isFinite(years) ? OptionalDouble.of(years) : OptionalDouble.empty();
  }
}
