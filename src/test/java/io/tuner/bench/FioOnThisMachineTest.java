package io.tuner.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import io.tuner.bench.statistics.Cell;
import io.tuner.bench.statistics.Metric;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real fio on files of this machine: its numbers, and what is left behind. */
class FioOnThisMachineTest {

  @TempDir Path root;

  @BeforeEach
  void prepare() throws Exception {
    Ran.needs("fio");
    Files.createDirectories(root.resolve("data"));
  }

  private List<String> left() throws Exception {
    try (Stream<Path> files = Files.list(root.resolve("data"))) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  private static double number(Object job, String direction, String... keys) {
    Object here = ((Map<?, ?>) job).get(direction);
    for (String key : keys) {
      here = ((Map<?, ?>) here).get(key);
    }
    return ((Number) here).doubleValue();
  }

  @Test
  void theNumbersAreThoseOfItsOwnJson() throws Exception {
    Benchmark fio = Bound.of("fio: {filename: /data/f, rw: randrw, size: 2M, numjobs: 2}");
    Finished finished = Ran.cell(root, fio, Cell.ONLY);
    Outcome outcome = fio.outcome(Cell.ONLY, finished);
    assertThat(outcome.failure()).isEmpty();
    Object job = ((List<?>) JSON.std.mapFrom(finished.stdout()).get("jobs")).get(0);
    for (String direction : List.of("read", "write")) {
      assertThat(outcome.values())
          .containsEntry(Metric.higher(direction + ".iops", "IOPS"), number(job, direction, "iops"))
          .containsEntry(
              Metric.higher(direction + ".bw", "B/s"), number(job, direction, "bw_bytes"))
          .containsEntry(
              Metric.lower(direction + ".p99", "ms"),
              number(job, direction, "clat_ns", "percentile", "99.000000") / 1e6);
    }
    assertThat(left()).isEmpty();
  }

  @Test
  void everyCellOfAMatrixRunsAndLeavesNothing() throws Exception {
    Benchmark fio =
        Bound.of("fio: {directory: /data, rw: [write, randread], bs: [4k, 16k], size: 256k}");
    for (Cell cell : fio.cells()) {
      Outcome outcome = Ran.outcome(root, fio, cell);
      assertThat(outcome.failure()).as(cell.name()).isEmpty();
      assertThat(outcome.values().keySet().iterator().next().name())
          .isEqualTo(cell.values().get("rw").equals("write") ? "write.iops" : "read.iops");
      assertThat(left()).isEmpty();
    }
  }

  @Test
  void namesWithBlanksColonsAndQuotesAreFiles() throws Exception {
    Path odd = Files.createDirectories(root.resolve("data/a b:c'd"));
    Benchmark fio =
        Bound.of("fio: {filename: \"/data/a b\\\\:c'd/f:/data/g\", rw: write, size: 64k}");
    assertThat(Ran.outcome(root, fio, Cell.ONLY).failure()).isEmpty();
    assertThat(odd).isEmptyDirectory();
    assertThat(left()).containsExactly("a b:c'd");
  }

  @Test
  void aFileThatWasThereStaysAndIsNotWritten() throws Exception {
    Path mine = Files.writeString(root.resolve("data/f"), "mine".repeat(1 << 14));
    Benchmark write = Bound.of("fio: {filename: /data/f, rw: write, size: 64k}");
    assertThat(Ran.outcome(root, write, Cell.ONLY).failure())
        .hasValueSatisfying(why -> assertThat(why).endsWith("is there, and would be overwritten"));
    assertThat(mine).hasContent("mine".repeat(1 << 14));
    Benchmark read = Bound.of("fio: {filename: /data/f, rw: randread, size: 64k}");
    assertThat(Ran.outcome(root, read, Cell.ONLY).failure()).isEmpty();
    Benchmark longer = Bound.of("fio: {filename: /data/f, rw: randread, size: 1M}");
    assertThat(Ran.outcome(root, longer, Cell.ONLY).failure()).isPresent();
    assertThat(mine).hasContent("mine".repeat(1 << 14));
    Benchmark destroys =
        Bound.of("fio: {filename: /data/f, rw: write, size: 64k, destroy_data: true}");
    assertThat(Ran.outcome(root, destroys, Cell.ONLY).failure()).isEmpty();
    assertThat(mine).exists();
    assertThat(Files.readString(mine, java.nio.charset.StandardCharsets.ISO_8859_1))
        .doesNotStartWith("mine");
  }

  @Test
  void aFailureLeavesNothing() throws Exception {
    Benchmark fio =
        Bound.of("fio: {filename: /data/f, rw: read, size: 64k, options: {no_such_option: 1}}");
    assertThat(Ran.outcome(root, fio, Cell.ONLY).failure()).isPresent();
    assertThat(left()).isEmpty();
    Benchmark nowhere = Bound.of("fio: {filename: /nowhere/at/all, rw: write, size: 64k}");
    assertThat(Ran.outcome(root, nowhere, Cell.ONLY).failure())
        .hasValueSatisfying(why -> assertThat(why).endsWith("lies in no directory"));
    assertThat(root.resolve("nowhere")).doesNotExist();
  }

  @Test
  void aSignalLeavesNothing() throws Exception {
    for (String place : List.of("filename: /data/f", "directory: /data")) {
      Benchmark fio =
          Bound.of("fio: {" + place + ", rw: write, size: 4k, runtime: 300, time_based: true}");
      Process process = Ran.start(root, fio.command(Cell.ONLY), Map.of());
      try {
        while (left().isEmpty() || process.children().findAny().isEmpty()) {
          assertThat(process.waitFor(10, TimeUnit.MILLISECONDS)).isFalse();
        }
        List<ProcessHandle> started = process.descendants().toList();
        process.toHandle().destroy();
        assertThat(Ran.finished(process).exit()).isEqualTo(143);
        assertThat(left()).isEmpty();
        // A job that was killed is there until the init process has taken its exit code.
        for (ProcessHandle job : started) {
          job.onExit().get(20, TimeUnit.SECONDS);
        }
      } finally {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
      }
    }
  }
}
