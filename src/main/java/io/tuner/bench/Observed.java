package io.tuner.bench;

import io.tuner.resource.Probe;
import io.tuner.resource.ProbeFailed;
import io.tuner.resource.Readings;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A stretch of time on one host that observers look at.
 *
 * @param start what they read at its start
 * @param end the same at its end
 * @param between what they sampled in between, in order; mostly nothing
 * @param elapsed from start to end, by the host's own clock
 */
public record Observed(Readings start, Readings end, List<Readings> between, Duration elapsed) {

  private static final String UPTIME = "/proc/uptime";
  private static final String BOOT = "/proc/sys/kernel/random/boot_id";

  /** What is read with the observers' own at start and end, so that {@link #of} knows the time. */
  public static final Probe CLOCK = Probe.NOTHING.file(UPTIME).file(BOOT);

  public Observed {
    between = List.copyOf(between);
    if (elapsed.isNegative() || elapsed.isZero()) {
      throw new IllegalArgumentException("nothing lies between the two readings");
    }
  }

  /**
   * A stretch as long as the host says: its uptime (proc_uptime(5), hundredths of a second) knows
   * neither of the network's delay nor of clocks that are set.
   *
   * @throws ProbeFailed where the host booted in between, so that all counters began anew, or does
   *     not tell its uptime
   */
  public static Observed of(Readings start, Readings end, List<Readings> between)
      throws ProbeFailed {
    Duration before = uptime(start);
    Duration after = uptime(end);
    Optional<String> boot = start.line(BOOT);
    if (after.compareTo(before) < 0 || !boot.equals(end.line(BOOT))) {
      throw new ProbeFailed("the host booted in between, and its counters began anew");
    }
    if (after.equals(before)) {
      throw new ProbeFailed("the two readings are less than 10 ms apart");
    }
    return new Observed(start, end, between, after.minus(before));
  }

  /** Every reading, in order. */
  public Stream<Readings> all() {
    return Stream.of(Stream.of(start), between.stream(), Stream.of(end)).flatMap(each -> each);
  }

  /** So much a second. */
  public double perSecond(double amount) {
    return amount / seconds();
  }

  /** Its length. */
  public double seconds() {
    return elapsed.toNanos() / 1e9;
  }

  private static Duration uptime(Readings readings) throws ProbeFailed {
    String text = readings.line(UPTIME).orElse("");
    String seconds = text.strip().split("\\s+")[0];
    if (!seconds.matches("[0-9]{1,10}(\\.[0-9]{1,9})?")) {
      throw new ProbeFailed("the host does not tell its uptime: " + UPTIME + " has `" + text + "`");
    }
    return Duration.ofNanos(new BigDecimal(seconds).movePointRight(9).longValueExact());
  }
}
