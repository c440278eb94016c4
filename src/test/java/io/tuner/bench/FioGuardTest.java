package io.tuner.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.tuner.resource.Content;
import io.tuner.resource.Read;
import io.tuner.resource.Reading;
import io.tuner.resource.Readings;
import io.tuner.resource.Readings.Attributes;
import io.tuner.resource.Readings.Attributes.Kind;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What fio must not touch on a host. */
class FioGuardTest {

  private final Map<String, Kind> kinds = new HashMap<>();
  private final Map<String, Long> sizes = new HashMap<>();
  private final Map<String, String> links = new HashMap<>();
  private final SortedMap<String, String> numbers = new TreeMap<>();
  private final SortedMap<String, String> partitions = new TreeMap<>();
  private final SortedMap<String, String> parts = new TreeMap<>();
  private String mounts = "22 1 8:2 / / rw - ext4 /dev/sda2 rw\n";
  private String swaps = "Filename\tType\tSize\tUsed\tPriority\n";
  private long freeKilobytes = 1 << 20;
  private boolean installed = true;

  private static <T> Reading<T> present(T value) {
    return new Reading.Present<>(value);
  }

  private static Content content(String text) {
    return Content.of(text);
  }

  private static SortedMap<String, Reading<Content>> contents(SortedMap<String, String> texts) {
    SortedMap<String, Reading<Content>> contents = new TreeMap<>();
    texts.forEach((path, text) -> contents.put(path, present(content(text + "\n"))));
    return contents;
  }

  private Optional<String> refusal(String fio) throws Exception {
    Benchmark benchmark = Bound.of("fio: {" + fio + "}");
    Readings.Builder readings = new Readings.Builder();
    for (Read read : benchmark.probe().reads()) {
      if (read instanceof Read.Attributes one) {
        readings.attributes(one, attributes(one.path()));
      } else if (read instanceof Read.Link link) {
        readings.link(link, present(links.getOrDefault(link.path(), link.path())));
      } else if (read instanceof Read.Glob glob) {
        SortedMap<String, String> all =
            glob.pattern().contains("slaves")
                ? parts
                : glob.pattern().contains("*/*") ? partitions : numbers;
        readings.glob(glob, contents(all));
      } else if (read instanceof Read.File file) {
        readings.file(file, present(content(file.path().endsWith("swaps") ? swaps : mounts)));
      } else if (read instanceof Read.Run run) {
        readings.output(run, fio());
      } else if (read instanceof Read.Ask ask) {
        readings.output(ask, df(ask));
      }
    }
    return benchmark.refusal(readings.build());
  }

  private Reading<Readings.Output> fio() {
    return installed
        ? present(new Readings.Output("fio", 0, "fio-3.33\n", ""))
        : new Reading.Absent<>();
  }

  private Reading<Readings.Output> df(Read.Ask ask) {
    boolean there =
        kinds.entrySet().stream()
            .filter(one -> one.getValue() == Kind.DIRECTORY)
            .anyMatch(one -> Room.command(one.getKey()).equals(ask.command()));
    String table =
        "Filesystem 1024-blocks Used Available Capacity Mounted on\n"
            + "/dev/sda2 9999999 1 "
            + freeKilobytes
            + " 1% /\n";
    return present(
        there
            ? new Readings.Output("df", 0, table, "")
            : new Readings.Output("df", 1, "", "df: /d: No such file or directory\n"));
  }

  private Reading<Attributes> attributes(String path) {
    Kind kind = kinds.get(path);
    return kind == null
        ? new Reading.Absent<>()
        : present(new Attributes(kind, "0644", "root", "root", 0, 0, sizes.getOrDefault(path, 0L)));
  }

  private void disk() {
    kinds.put("/dev/sdb", Kind.BLOCK);
    kinds.put("/dev/sdb1", Kind.BLOCK);
    kinds.put("/dev", Kind.DIRECTORY);
    numbers.put("/sys/block/sda/dev", "8:0");
    numbers.put("/sys/block/sdb/dev", "8:16");
    partitions.put("/sys/block/sda/sda2/dev", "8:2");
    partitions.put("/sys/block/sdb/sdb1/dev", "8:17");
    partitions.put("/sys/block/sdb/sdb2/dev", "8:18");
  }

  @Test
  void aNewFileNeedsRoom() throws Exception {
    kinds.put("/d", Kind.DIRECTORY);
    assertThat(refusal("filename: /d/f, rw: write, size: 1G")).isEmpty();
    freeKilobytes = (1 << 20) - 1;
    assertThat(refusal("filename: /d/f, rw: write, size: 1G"))
        .contains("`/d` has room for 1024M, and 1G are needed");
    freeKilobytes = 1 << 20;
    assertThat(refusal("filename: /d/f, rw: [read, write], size: 1G, numjobs: 4")).isEmpty();
    assertThat(refusal("directory: /d, rw: read, size: 512M, numjobs: [1, 2]")).isEmpty();
    assertThat(refusal("directory: /d, rw: read, size: 512M, numjobs: [1, 3]"))
        .contains("`/d` has room for 1G, and 1.5G are needed");
  }

  @Test
  void whatIsNotThereIsSaid() throws Exception {
    assertThat(refusal("filename: /d/f, rw: write, size: 1G"))
        .contains("cannot tell how much room `/d` has: df: /d: No such file or directory");
    assertThat(refusal("directory: /d, rw: write, size: 1G"))
        .contains("there is no directory `/d`");
    assertThat(refusal("filename: /dev/sdx, rw: read")).contains("there is no device `/dev/sdx`");
    kinds.put("/d", Kind.DIRECTORY);
    assertThat(refusal("filename: /d/f, rw: read"))
        .contains("`/d/f` is not there, and fio needs `size` to make it");
    assertThat(refusal("filename: /d, rw: read")).contains("`/d` is neither a file nor a disk");
    installed = false;
    assertThat(refusal("filename: /d/f, rw: read, size: 1G")).contains("fio is not installed");
  }

  @Test
  void aFileThatIsThereIsReadAndNotWritten() throws Exception {
    kinds.put("/d", Kind.DIRECTORY);
    kinds.put("/d/f", Kind.FILE);
    sizes.put("/d/f", 1L << 30);
    assertThat(refusal("filename: /d/f, rw: [read, randread], size: 1G")).isEmpty();
    assertThat(refusal("filename: /d/f, rw: randread")).isEmpty();
    assertThat(refusal("filename: /d/f, rw: randread, size: 2G"))
        .contains("`/d/f` has 1G, fewer than `size`; a file that was there is not made longer");
    assertThat(refusal("filename: /d/f, rw: [read, randrw], size: 1G"))
        .hasValueSatisfying(why -> assertThat(why).contains("would be overwritten"));
    assertThat(refusal("filename: /d/f, rw: randrw, size: 1G, destroy_data: true")).isEmpty();
  }

  @Test
  void aDeviceBehindALinkIsNotWritten() throws Exception {
    disk();
    kinds.put("/d/disk", Kind.BLOCK);
    links.put("/d/disk", "/dev/sdb");
    assertThat(refusal("filename: /d/disk, rw: randread")).isEmpty();
    assertThat(refusal("filename: /d/disk, rw: randtrim"))
        .hasValueSatisfying(why -> assertThat(why).contains("is a device, and would be"));
    assertThat(refusal("filename: /d/disk, rw: randtrim, destroy_data: true")).isEmpty();
    mounts += "40 22 8:17 / /data rw - xfs /dev/sdb1 rw\n";
    assertThat(refusal("filename: /d/disk, rw: randtrim, destroy_data: true"))
        .contains(
            "`/dev/sdb1` is mounted at /data, and `/d/disk` would be overwritten: free it first");
  }

  @Test
  void aDiskInUseIsNotWrittenEvenIfItsDataMayBeDestroyed() throws Exception {
    disk();
    String write = "rw: write, destroy_data: true";
    assertThat(refusal("filename: /dev/sdb, " + write)).isEmpty();
    mounts += "40 22 8:17 / /data rw - xfs /dev/sdb1 rw\n";
    assertThat(refusal("filename: /dev/sdb, " + write))
        .hasValueSatisfying(why -> assertThat(why).startsWith("`/dev/sdb1` is mounted at /data"));
    assertThat(refusal("filename: /dev/sdb1, " + write)).isPresent();
    assertThat(refusal("filename: /dev/sdb, rw: randread")).isEmpty();
    assertThat(refusal("filename: /dev/sdb, " + write + ", options: {allow_mounted_write: true}"))
        .isEmpty();
    kinds.put("/dev/sdb2", Kind.BLOCK);
    assertThat(refusal("filename: /dev/sdb2, " + write)).isEmpty();
    swaps += "/dev/sdb2 partition 1000 0 -2\n";
    assertThat(refusal("filename: /dev/sdb2, " + write))
        .hasValueSatisfying(why -> assertThat(why).startsWith("`/dev/sdb2` is swap space"));
  }

  @Test
  void aFileSystemWithoutADeviceNumberIsKnownByItsSource() throws Exception {
    disk();
    mounts += "40 22 0:44 /vol /data rw - btrfs /dev/sdb1 rw\n";
    assertThat(refusal("filename: /dev/sdb, rw: write, destroy_data: true"))
        .hasValueSatisfying(why -> assertThat(why).startsWith("`/dev/sdb1` is mounted at /data"));
  }

  @Test
  void aDiskUnderAnotherIsNotWritten() throws Exception {
    disk();
    parts.put("/sys/block/dm-0/slaves/sdb2/dev", "8:18");
    assertThat(refusal("filename: /dev/sdb, rw: write, destroy_data: true"))
        .hasValueSatisfying(
            why -> assertThat(why).startsWith("`/dev/sdb2` is part of `/dev/dm-0`"));
    assertThat(refusal("filename: /dev/sdb1, rw: write, destroy_data: true")).isEmpty();
  }
}
