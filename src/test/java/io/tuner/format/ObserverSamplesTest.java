package io.tuner.format;

import static io.tuner.format.Samples.read;
import static org.assertj.core.api.Assertions.assertThat;

import io.tuner.format.DiskStats.Column;
import io.tuner.format.DiskStats.Device;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Samples of the counters that observers read. */
class ObserverSamplesTest {

  @Test
  void disksOfThreeGenerationsOfKernels() throws Exception {
    String text = read("diskstats/node-exporter-mixed-widths.txt");
    Map<String, Device> disks = DiskStats.parse(text).devices();
    assertThat(disks).hasSize((int) text.lines().filter(line -> !line.isBlank()).count());
    Device sda = disks.get("sda");
    assertThat(sda.get(Column.READS)).hasValue(25354637);
    assertThat(sda.get(Column.SECTORS_READ)).hasValue(1003346126);
    assertThat(sda.get(Column.MILLIS_READING)).hasValue(18492372);
    assertThat(sda.get(Column.WRITES)).hasValue(28444756);
    assertThat(sda.get(Column.SECTORS_DISCARDED)).isEmpty();
    assertThat(disks.get("sdb").get(Column.SECTORS_DISCARDED)).hasValue(1925173784);
    assertThat(disks.get("sdb").get(Column.FLUSHES)).isEmpty();
    assertThat(disks.get("sdc").get(Column.FLUSHES)).hasValue(1555);
    assertThat(disks.get("sdc").get(Column.MILLIS_FLUSHING)).hasValue(1944);
    disks.forEach(
        (name, disk) ->
            assertThat(disk.until(disk).orElseThrow().counters().values())
                .as(name)
                .allMatch(advance -> advance == 0));
  }

  @Test
  void hugePagesThatNobodyUses() throws Exception {
    Meminfo memory = Meminfo.parse(read("meminfo/hugepages-free-equals-total-not-used.txt"));
    long used =
        memory.count("HugePages_Total").orElseThrow()
            - memory.count("HugePages_Free").orElseThrow()
            + memory.count("HugePages_Rsvd").orElseThrow();
    assertThat(used).isZero();
  }
}
