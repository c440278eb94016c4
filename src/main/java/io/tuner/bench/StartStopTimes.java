package io.tuner.bench;

import io.tuner.bench.statistics.Metric;
import io.tuner.format.DiskStats;
import io.tuner.text.Printable;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Reads what {@link StartStopScript} made a host print. */
final class StartStopTimes {

  private static final List<String> TIMES = List.of("stop", "first_start", "later_start");
  private static final Metric FLUSHED = Metric.lower("flushed", "B");

  /** All that it tells. */
  static final List<Metric> METRICS =
      Stream.concat(TIMES.stream().map(StartStopTimes::time), Stream.of(FLUSHED)).toList();

  private static final Pattern CLOCK =
      Pattern.compile("(?m)^clock ([a-z_.]{1,40}) (-|[0-9]{1,10}\\.[0-9]{2}) (-|[0-9]{10,19})$");
  private static final Pattern FAILED = Pattern.compile("(?m)^failed ([a-z]{1,20}) ([0-9]{1,9})$");
  private static final Pattern DISK = Pattern.compile("(?m)^disk (\\S{1,64})$");

  /** The uptime is told in steps of 10 ms and read a moment before the other clock. */
  private static final double APART_SECONDS = 0.05;

  /**
   * What two clocks said at one moment.
   *
   * @param uptime in seconds
   * @param wall in seconds since 1970
   */
  private record Moment(Optional<BigDecimal> uptime, Optional<BigDecimal> wall) {}

  private final String out;
  private final Map<String, Moment> moments = new LinkedHashMap<>();
  private final Set<String> warnings = new LinkedHashSet<>();

  private StartStopTimes(String out) {
    this.out = out;
    for (Matcher clock = CLOCK.matcher(out); clock.find(); ) {
      moments.put(clock.group(1), new Moment(number(clock.group(2), 0), number(clock.group(3), 9)));
    }
  }

  private static Optional<BigDecimal> number(String text, int places) {
    return text.equals("-")
        ? Optional.empty()
        : Optional.of(new BigDecimal(text).movePointLeft(places));
  }

  /** The times of a run that came to its end, or why there are none. */
  static Outcome read(Finished finished) {
    Matcher failed = FAILED.matcher(finished.stdout());
    if (failed.find()) {
      return Outcome.failed(why(failed.group(1), failed.group(2)) + last(finished.stderr()));
    }
    if (finished.exit() != 0) {
      return Outcome.failed("the run ended with exit " + finished.exit() + last(finished.stderr()));
    }
    return new StartStopTimes(finished.stdout()).outcome();
  }

  private static String why(String what, String number) {
    return switch (what) {
      case "running" -> "the service does not run, or is not ready, before it is stopped";
      case "ready" -> "the service was not ready within " + number + " s";
      case "drop" -> "the file caches could not be emptied";
      default -> "the command that is to " + what + " it failed with exit " + number;
    };
  }

  private static String last(String stderr) {
    List<String> lines = stderr.lines().filter(line -> !line.isBlank()).toList();
    return lines.isEmpty() ? "" : ": " + Printable.of(lines.get(lines.size() - 1).strip());
  }

  private static Metric time(String what) {
    return Metric.lower(what, "s");
  }

  private Outcome outcome() {
    Map<Metric, Double> values = new LinkedHashMap<>();
    for (String what : TIMES) {
      OptionalDouble seconds = seconds(what + ".begin", what + ".end");
      if (seconds.isEmpty()) {
        return Outcome.failed("the host did not tell how long `" + what + "` took");
      }
      values.put(time(what), seconds.getAsDouble());
    }
    flushed().ifPresent(bytes -> values.put(FLUSHED, (double) bytes));
    Map<String, String> details = new LinkedHashMap<>();
    seconds("later_stop.begin", "later_stop.end")
        .ifPresent(seconds -> details.put("later_stop", shown(seconds)));
    seconds("stop.end", "sync.end").ifPresent(seconds -> details.put("sync", shown(seconds)));
    return new Outcome(values, details, List.copyOf(warnings), Optional.empty(), Optional.empty());
  }

  /** By the finer clock, unless it was set meanwhile. */
  private OptionalDouble seconds(String begin, String end) {
    OptionalDouble uptime = between(begin, end, true);
    OptionalDouble wall = between(begin, end, false);
    if (uptime.isEmpty()) {
      if (wall.isPresent()) {
        warnings.add(
            "the host tells no uptime: where its clock was set meanwhile, the times are wrong");
      }
      return wall.isPresent() && wall.getAsDouble() >= 0 ? wall : OptionalDouble.empty();
    }
    if (wall.isEmpty()) {
      warnings.add("the host's clock has no nanoseconds: times are in steps of 10 ms");
      return uptime;
    }
    if (Math.abs(wall.getAsDouble() - uptime.getAsDouble()) > APART_SECONDS) {
      warnings.add("the host's clock was set meanwhile: times are in steps of 10 ms");
      return uptime;
    }
    return wall.getAsDouble() >= 0 ? wall : uptime;
  }

  private OptionalDouble between(String begin, String end, boolean byUptime) {
    Moment from = moments.get(begin);
    Moment to = moments.get(end);
    if (from == null || to == null) {
      return OptionalDouble.empty();
    }
    Optional<BigDecimal> start = byUptime ? from.uptime : from.wall;
    Optional<BigDecimal> stop = byUptime ? to.uptime : to.wall;
    return start.isPresent() && stop.isPresent()
        ? OptionalDouble.of(stop.get().subtract(start.get()).doubleValue())
        : OptionalDouble.empty();
  }

  /** Bytes that the disks wrote from the stop to the end of the flush; empty where none counts. */
  private OptionalLong flushed() {
    DiskStats before = DiskStats.parse(part("before"));
    DiskStats after = DiskStats.parse(part("after"));
    return DISK.matcher(out)
        .results()
        .map(disk -> disk.group(1).replace('!', '/'))
        .distinct()
        .filter(name -> before.devices().containsKey(name) && after.devices().containsKey(name))
        .flatMap(name -> before.devices().get(name).until(after.devices().get(name)).stream())
        .flatMap(disk -> disk.get(DiskStats.Column.SECTORS_WRITTEN).stream().boxed())
        .mapToLong(sectors -> sectors * DiskStats.SECTOR_BYTES)
        .reduce(Long::sum);
  }

  private String part(String name) {
    int from = out.indexOf("disks " + name + "\n");
    int to = from < 0 ? -1 : out.indexOf("\nend of disks\n", from);
    return to < 0 ? "" : out.substring(from, to + 1);
  }

  private static String shown(double seconds) {
    return String.format(Locale.ROOT, "%.2f s", seconds);
  }
}
