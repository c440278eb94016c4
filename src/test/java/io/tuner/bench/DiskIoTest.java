package io.tuner.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tuner.resource.Content;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DiskIoTest {

  private static final String LAYERS = "\n 253 0 dm-0 0 0 0 0 0 0 9000000 0 0 0 0\n";

  private static String line(String name, long reads, long read, long writes, long written) {
    return " 8 0 "
        + String.join(
            " ", name, "" + reads, "0", "" + read, "" + 2 * reads, "" + writes, "0", "" + written)
        + " "
        + 4 * writes
        + " 0 "
        + writes
        + " "
        + 3 * writes
        + "\n";
  }

  private static Told disks(double uptime, String lines) {
    return Told.at(uptime).disk("sda").disk("sdb").file("/proc/diskstats", lines);
  }

  @Test
  void ratesOfEachDiskAndOfTheHost() {
    Watched watched =
        Watched.between(
            "disk_io",
            disks(100, line("sda", 0, 0, 0, 0) + line("sdb", 0, 0, 0, 0) + LAYERS),
            disks(110, line("sda", 50, 2000, 100, 4000) + line("sdb", 0, 0, 10, 1000) + LAYERS));
    assertThat(watched.value("disk_io.sda.write_rate")).isEqualTo(4000 * 512 / 10.0);
    assertThat(watched.value("disk_io.sda.read_rate")).isEqualTo(2000 * 512 / 10.0);
    assertThat(watched.value("disk_io.sda.write_iops")).isEqualTo(10);
    assertThat(watched.value("disk_io.sda.read_iops")).isEqualTo(5);
    assertThat(watched.value("disk_io.sda.read_wait")).isEqualTo(2);
    assertThat(watched.value("disk_io.sda.write_wait")).isEqualTo(4);
    assertThat(watched.value("disk_io.sda.utilisation")).as("100 ms of 10 s").isEqualTo(1);
    assertThat(watched.value("disk_io.sda.queue")).as("300 ms in 10 s").isEqualTo(0.03);
    assertThat(watched.value("disk_io.write_rate")).isEqualTo(5000 * 512 / 10.0);
    assertThat(watched.outcome().details()).containsEntry("disk_io.sum", "sda sdb");
    assertThat(watched.values())
        .as("no layer, no wait of what was not read, no column that this kernel lacks")
        .doesNotContainKeys(
            "disk_io.dm-0.write_rate",
            "disk_io.sdb.read_wait",
            "disk_io.sda.discard_rate",
            "disk_io.utilisation");
    assertThat(watched.warnings()).isEmpty();
  }

  @Test
  void discardsAndFlushesWhereTheKernelCountsThem() {
    String start = " 8 0 sda 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0\n";
    String end = " 8 0 sda 0 0 0 0 0 0 0 0 0 0 0 3 0 800 1 70 9\n";
    Watched watched = Watched.between("disk_io", disks(1, start), disks(8, end));
    assertThat(watched.value("disk_io.sda.discard_rate")).isEqualTo(800 * 512 / 7.0);
    assertThat(watched.value("disk_io.sda.flushes")).isEqualTo(10);
  }

  @Test
  void enduranceIsToldInTerabytesAndYears() {
    long sectors = 4_000_000L * 1000 / 512;
    Watched watched =
        Watched.between(
            Map.of(
                "disk_io",
                Map.of(
                    "devices", "/dev/sdb",
                    "rated_tbw", Map.of("sdb", "600"),
                    "written_tb", Map.of("sdb", "0.12PB"))),
            disks(0.5, line("sdb", 0, 0, 0, 0)),
            disks(1000.5, line("sdb", 0, 0, 5, sectors)));
    assertThat(watched.value("disk_io.sdb.write_rate")).isCloseTo(4e6, within(512.0));
    assertThat(watched.value("disk_io.sdb.written_year")).isCloseTo(126, within(0.5));
    assertThat(watched.value("disk_io.sdb.years_left")).isCloseTo(480 / 126.2, within(0.02));
    assertThat(watched.warnings()).isEmpty();
  }

  @Test
  void yearsFromASecondAreDoubtful() {
    Watched watched =
        Watched.between(
            Map.of("disk_io", Map.of("rated_tbw", Map.of("sda", 600, "nvme9n1", 1))),
            disks(1, line("sda", 0, 0, 0, 0)),
            disks(3, line("sda", 0, 0, 0, 0)));
    assertThat(watched.values()).doesNotContainKey("disk_io.sda.years_left");
    assertThat(watched.outcome().details())
        .containsEntry("disk_io.sda.years_left", "nothing was written");
    assertThat(watched.warnings())
        .containsExactlyInAnyOrder(
            "disk_io: no disk that is watched matches `nvme9n1` of `rated_tbw`",
            "disk_io: years are told from 2 s; watch 10 min and more");
  }

  @Test
  void swapIsPartOfWhatItsDiskCounts() {
    Watched watched =
        Watched.between(
            "disk_io",
            disks(1, line("sda", 0, 0, 0, 0))
                .file("/proc/vmstat", "pswpin 5\npswpout 1000\n")
                .file("/proc/self/auxv", page64K()),
            disks(3, line("sda", 0, 0, 1, 99999))
                .file("/proc/vmstat", "pswpin 5\npswpout 1010\n")
                .file("/proc/self/auxv", page64K()));
    assertThat(watched.value("disk_io.swap_write_rate")).isEqualTo(10 * 65536 / 2.0);
    assertThat(watched.value("disk_io.swap_read_rate")).isZero();
    assertThat(watched.value("disk_io.write_rate")).isEqualTo(99999 * 512 / 2.0);
  }

  /** AT_PAGESZ alone, as a machine of 64 bits with its least byte first has it. */
  private static Content page64K() {
    return Content.of(new byte[] {6, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0});
  }

  @Test
  void disksThatComeAndGoAreNamed() {
    Watched watched =
        Watched.between(
            Map.of("disk_io", Map.of("devices", List.of("sd*", "nvme0n1"))),
            disks(1, line("sda", 9, 9, 9, 9) + line("sdb", 900, 900, 900, 900)),
            disks(2, line("sdb", 1, 1, 1, 1) + line("sdc", 5, 5, 5, 5)));
    assertThat(watched.warnings())
        .containsExactlyInAnyOrder(
            "disk_io: no disk matches `nvme0n1`",
            "disk_io: `sda` vanished meanwhile",
            "disk_io: `sdb` is another disk than it was: its counters began anew",
            "disk_io: `sdc` appeared meanwhile");
    assertThat(watched.values()).isEmpty();
  }

  @Test
  void aLayerThatIsWatchedIsNotAddedToItsDisk() {
    String start = line("sda", 0, 0, 0, 0) + line("dm-0", 0, 0, 0, 0) + line("sda1", 0, 0, 0, 0);
    String end = line("sda", 0, 0, 1, 10) + line("dm-0", 0, 0, 1, 9) + line("sda1", 0, 0, 1, 8);
    Told before = disks(1, start).file("/sys/block/dm-0/size", "1");
    Told after = disks(2, end).file("/sys/block/dm-0/size", "1");
    Map<String, Object> all = Map.of("disk_io", Map.of("devices", "*"));
    assertThat(Watched.between(all, before, after).value("disk_io.write_rate")).isEqualTo(5120);
    Map<String, Object> layers = Map.of("disk_io", Map.of("devices", List.of("dm-0", "sda1")));
    assertThat(Watched.between(layers, before, after).value("disk_io.write_rate"))
        .isEqualTo(9 * 512);
  }

  @Test
  void thePathsOfAMultipathDiskAreNotCountedAgain() {
    String start = line("nvme0n1", 0, 0, 0, 0) + line("nvme0c0n1", 0, 0, 0, 0);
    String end = line("nvme0n1", 0, 0, 1, 10) + line("nvme0c0n1", 0, 0, 1, 10);
    Told before = Told.at(1).disk("nvme0n1").disk("nvme0c0n1").file("/proc/diskstats", start);
    Told after = Told.at(2).disk("nvme0n1").disk("nvme0c0n1").file("/proc/diskstats", end);
    Watched watched = Watched.between("disk_io", before, after);
    assertThat(watched.value("disk_io.write_rate")).isEqualTo(5120);
  }

  @Test
  void withoutADiskOfItsOwnAHostIsAskedForNames() {
    Told host = Told.at(1).file("/proc/diskstats", line("vda", 0, 0, 0, 0));
    Told later = Told.at(2).file("/proc/diskstats", line("vda", 0, 0, 0, 0));
    assertThat(Watched.between("disk_io", host, later).warnings())
        .containsExactly("disk_io: the host tells of no disk of its own: name some in `devices`");
    assertThat(Watched.between("disk_io", Told.at(1), Told.at(2)).warnings())
        .containsExactly("disk_io: the host has no /proc/diskstats");
  }

  @Test
  void faultsAreToldBeforehand() {
    assertThat(Watched.faults(Map.of("disk_io", Map.of("written_tb", Map.of("sda", 5)))))
        .contains("what was written to `sda` says nothing without its `rated_tbw`");
    assertThat(Watched.faults(Map.of("disk_io", Map.of("rated_tbw", Map.of("sda", "much")))))
        .contains("`much` is not an amount of terabytes such as 600 or 1.2PB");
  }
}
