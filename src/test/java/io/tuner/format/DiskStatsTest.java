package io.tuner.format;

import static org.assertj.core.api.Assertions.assertThat;

import io.tuner.format.DiskStats.Column;
import io.tuner.format.DiskStats.Device;
import java.util.Map;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class DiskStatsTest {

  private static Device only(String line) {
    Map<String, Device> devices = DiskStats.parse(line).devices();
    assertThat(devices).hasSize(1);
    return devices.values().iterator().next();
  }

  @Test
  void columnsAreThoseOfTheKernelThatWroteThem() {
    Device old = only("   8       0 sda 1 2 3 4 5 6 7 8 9 10 11\n");
    assertThat(old.get(Column.SECTORS_READ)).hasValue(3);
    assertThat(old.get(Column.SECTORS_WRITTEN)).hasValue(7);
    assertThat(old.get(Column.MILLIS_WEIGHTED)).hasValue(11);
    assertThat(old.get(Column.DISCARDS)).as("not counted, which is not none").isEmpty();
    Device discards = only(" 8 0 sda 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15\n");
    assertThat(discards.get(Column.SECTORS_DISCARDED)).hasValue(14);
    assertThat(discards.get(Column.FLUSHES)).isEmpty();
    Device flushes = only(" 259 0 nvme0n1 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19\n");
    assertThat(flushes.get(Column.FLUSHES)).hasValue(16);
    assertThat(flushes.get(Column.MILLIS_FLUSHING)).hasValue(17);
  }

  @Test
  void partitionsOfOldKernelsHaveFourCounters() {
    Device partition = only("   3    1 hda1 35486 38030 38031 38032\n");
    assertThat(partition.counters())
        .isEqualTo(
            Map.of(
                Column.READS, 35486L,
                Column.SECTORS_READ, 38030L,
                Column.WRITES, 38031L,
                Column.SECTORS_WRITTEN, 38032L));
  }

  @Test
  void whatIsNoLineOfADiskIsLeftOut() {
    assertThat(DiskStats.parse("").devices()).isEmpty();
    assertThat(DiskStats.parse("8 0 sda\nx y sdb 1 2 3 4 5 6 7 8 9 10 11\n").devices()).isEmpty();
    assertThat(only("8 0 sda 1 2 3 4 5 6 -7 8 9 10 11").get(Column.SECTORS_WRITTEN)).isEmpty();
  }

  @Test
  void aCounterThatTurnedWentOn() {
    Device start = only("8 0 sda 10 0 100 4 5 0 4294967290 8 9 10 4294967295");
    Device end = only("8 0 sda 12 0 100 4 6 0 10 8 0 11 4");
    Device advance = start.until(end).orElseThrow();
    assertThat(advance.get(Column.SECTORS_WRITTEN)).hasValue(16);
    assertThat(advance.get(Column.MILLIS_WEIGHTED)).hasValue(5);
    assertThat(advance.get(Column.READS)).hasValue(2);
    assertThat(advance.get(Column.IN_FLIGHT)).as("a state").isEmpty();
  }

  @Test
  void aDiskOfWhichEveryCounterFellIsAnother() {
    Device start = only("8 0 sda 1000 0 9000 400 500 0 7000 800 0 1000 1200");
    Device other = only("8 0 sda 1 0 8 4 5 0 70 8 0 10 12");
    assertThat(start.until(other)).isEmpty();
    assertThat(start.until(start).orElseThrow().get(Column.WRITES)).hasValue(0);
  }

  @Test
  void aColumnThatOneReadingLacksIsNotCounted() {
    Device start = only("8 0 sda 1 2 3 4 5 6 7 8 9 10 11");
    Device end = only("8 0 sda 1 2 3 4 5 6 8 8 9 10 11 12 13 14 15");
    Optional<Device> advance = start.until(end);
    assertThat(advance.orElseThrow().get(Column.DISCARDS)).isEmpty();
    assertThat(advance.orElseThrow().get(Column.SECTORS_WRITTEN)).hasValue(1);
  }

  @Property
  void garbageIsReadWithoutNegativeCounters(
      @ForAll("lines") String start, @ForAll("lines") String end) {
    DiskStats before = DiskStats.parse(start);
    DiskStats after = DiskStats.parse(end);
    before
        .devices()
        .forEach(
            (name, device) ->
                Optional.ofNullable(after.devices().get(name))
                    .flatMap(device::until)
                    .ifPresent(
                        advance ->
                            assertThat(advance.counters().values()).allMatch(value -> value >= 0)));
  }

  @Provide
  Arbitrary<String> lines() {
    return Arbitraries.of("8", "0", "sda", "4294967295", "99999999999999999999", "-", "\n", "x")
        .list()
        .ofMaxSize(40)
        .map(words -> "8 0 sda " + String.join(" ", words));
  }
}
