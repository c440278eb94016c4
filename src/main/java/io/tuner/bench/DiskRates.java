package io.tuner.bench;

import io.tuner.format.DiskStats;
import io.tuner.format.DiskStats.Column;
import java.util.Optional;
import java.util.OptionalDouble;

/** What one disk, or several together, did in a stretch of time. */
final class DiskRates {

  private DiskRates() {}

  /**
   * Adds all that the disk counts; of several together there is no time with something in flight.
   */
  static void add(Optional<String> name, DiskStats.Device disk, Observed observed, Tally tally) {
    tally.neither(name, "read_rate", "B/s", bytes(disk, Column.SECTORS_READ, observed));
    OptionalDouble written = written(disk, observed);
    tally.lower(name, "write_rate", "B/s", written);
    written.ifPresent(
        rate -> tally.lower(name, "written_year", "TB/year", Endurance.terabytesAYear(rate)));
    tally.neither(name, "read_iops", "IOPS", rate(disk, Column.READS, observed));
    tally.neither(name, "write_iops", "IOPS", rate(disk, Column.WRITES, observed));
    tally.lower(name, "read_wait", "ms", mean(disk, Column.MILLIS_READING, Column.READS));
    tally.lower(name, "write_wait", "ms", mean(disk, Column.MILLIS_WRITING, Column.WRITES));
    tally.neither(name, "discard_rate", "B/s", bytes(disk, Column.SECTORS_DISCARDED, observed));
    tally.neither(name, "flushes", "1/s", rate(disk, Column.FLUSHES, observed));
    tally.neither(name, "queue", "", scaled(disk, Column.MILLIS_WEIGHTED, 1e-3, observed));
    if (name.isPresent()) {
      OptionalDouble busy = scaled(disk, Column.MILLIS_BUSY, 0.1, observed);
      // The time is read a little after the disks are.
      busy.ifPresent(pct -> tally.neither(name, "utilisation", "%", Math.min(100, pct)));
    }
  }

  /** Bytes a second; empty where the kernel does not count them. */
  static OptionalDouble written(DiskStats.Device disk, Observed observed) {
    return bytes(disk, Column.SECTORS_WRITTEN, observed);
  }

  private static OptionalDouble bytes(DiskStats.Device disk, Column sectors, Observed observed) {
    return scaled(disk, sectors, DiskStats.SECTOR_BYTES, observed);
  }

  private static OptionalDouble rate(DiskStats.Device disk, Column column, Observed observed) {
    return scaled(disk, column, 1, observed);
  }

  private static OptionalDouble scaled(
      DiskStats.Device disk, Column column, double scale, Observed observed) {
    return disk.get(column).stream()
        .mapToDouble(count -> observed.perSecond(count * scale))
        .findFirst();
  }

  /** Milliseconds a request; empty where there was none. */
  private static OptionalDouble mean(DiskStats.Device disk, Column millis, Column requests) {
    long count = disk.get(requests).orElse(0);
    return count == 0
        ? OptionalDouble.empty()
        : disk.get(millis).stream().mapToDouble(sum -> (double) sum / count).findFirst();
  }
}
