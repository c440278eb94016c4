package io.tuner.format;

import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The file {@code /proc/diskstats}: counters of every disk and partition since the boot
 * (Documentation/ABI/testing/procfs-diskstats, Documentation/admin-guide/iostats.rst). A line has
 * 14 columns, from Linux 4.18 on 18 with the discards, from 5.5 on 20 with the flushes, of which a
 * partition has none; partitions of kernels before 2.6.25 have 7.
 *
 * @param devices by name, in the order of the file
 */
public record DiskStats(Map<String, Device> devices) {

  /** A sector is 512 bytes here, whatever the sectors of the disk are. */
  public static final int SECTOR_BYTES = 512;

  /** What is counted, in the order of the columns. */
  public enum Column {
    READS,
    READS_MERGED,
    SECTORS_READ,
    /** Of all reads together. */
    MILLIS_READING,
    WRITES,
    WRITES_MERGED,
    SECTORS_WRITTEN,
    /** Of all writes together. */
    MILLIS_WRITING,
    /** The only one that falls: a state and no counter. */
    IN_FLIGHT,
    /** Time with something in flight; from Linux 5.0 on an estimate from the ticks of the clock. */
    MILLIS_BUSY,
    /** The milliseconds of all that was in flight, together. */
    MILLIS_WEIGHTED,
    DISCARDS,
    DISCARDS_MERGED,
    SECTORS_DISCARDED,
    MILLIS_DISCARDING,
    FLUSHES,
    MILLIS_FLUSHING
  }

  private static final Column[] COLUMNS = Column.values();

  private static final Column[] OF_OLD_PARTITIONS = {
    Column.READS, Column.SECTORS_READ, Column.WRITES, Column.SECTORS_WRITTEN
  };

  public DiskStats {
    devices = Collections.unmodifiableMap(new LinkedHashMap<>(devices));
  }

  /**
   * One disk or partition.
   *
   * @param counters those that the kernel shows; what it does not count is not there
   */
  public record Device(Map<Column, Long> counters) {
    public Device {
      // The copying constructor of the map does not take an empty one.
      Map<Column, Long> copy = new EnumMap<>(Column.class);
      copy.putAll(counters);
      counters = Collections.unmodifiableMap(copy);
    }

    /** A counter; empty where the kernel does not show it. */
    public OptionalLong get(Column column) {
      Long value = counters.get(column);
      return value == null ? OptionalLong.empty() : OptionalLong.of(value);
    }

    /**
     * What was counted from this reading to a later one. Empty where the disk was taken out in
     * between and another has its name: then every counter fell, where one that turns falls alone.
     */
    public Optional<Device> until(Device end) {
      Map<Column, Long> advances = new EnumMap<>(Column.class);
      boolean any = false;
      boolean all = true;
      for (Map.Entry<Column, Long> counter : counters.entrySet()) {
        Long later = end.counters.get(counter.getKey());
        if (later == null || counter.getKey() == Column.IN_FLIGHT) {
          continue;
        }
        boolean fell = later < counter.getValue();
        any |= fell;
        all &= fell || counter.getValue() == 0;
        Counter.advance(counter.getValue(), later)
            .ifPresent(advance -> advances.put(counter.getKey(), advance));
      }
      return any && all ? Optional.empty() : Optional.of(new Device(advances));
    }
  }

  /** Reads the file; lines and numbers of another form are left out. */
  public static DiskStats parse(String text) {
    Map<String, Device> devices = new LinkedHashMap<>();
    for (Line line : Line.split(text)) {
      String[] words = line.text().strip().split("\\s+");
      boolean old = words.length == 3 + OF_OLD_PARTITIONS.length;
      if (words.length < 14 && !old
          || Counter.read(words[0]).isEmpty()
          || Counter.read(words[1]).isEmpty()) {
        continue;
      }
      Column[] columns = old ? OF_OLD_PARTITIONS : COLUMNS;
      Map<Column, Long> counters = new EnumMap<>(Column.class);
      for (int i = 0; i < columns.length && i + 3 < words.length; i++) {
        Column column = columns[i];
        Counter.read(words[i + 3]).ifPresent(value -> counters.put(column, value));
      }
      devices.put(words[2], new Device(counters));
    }
    return new DiskStats(devices);
  }
}
