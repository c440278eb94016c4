package io.tuner.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.tuner.bench.statistics.Cell;
import io.tuner.bench.statistics.Metric;
import io.tuner.format.SavedOutput;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** fio's matrix, cost and result. */
class FioTest {

  private static Outcome outcome(int exit, String stdout, String stderr) {
    Benchmark fio = Bound.of("fio: {filename: /d/f, rw: randrw, size: 1G}");
    return fio.outcome(Cell.ONLY, new Finished(exit, stdout, stderr, Duration.ofSeconds(30)));
  }

  private static Outcome outcome(String told) {
    return outcome(0, SavedOutput.of("fio/" + told), "");
  }

  @Test
  void listsMakeAMatrixInTheOrderWritten() {
    Benchmark fio =
        Bound.of("fio: {filename: /d/f, size: 1G, rw: [write, read], bs: 1M, numjobs: [4, 1]}");
    assertThat(fio.cells())
        .extracting(Cell::name)
        .containsExactly(
            "rw=write numjobs=4", "rw=write numjobs=1", "rw=read numjobs=4", "rw=read numjobs=1");
    assertThat(fio.name()).isEqualTo("fio 1M");
    Benchmark one = Bound.of("fio: {filename: /d/f, size: 1G, rw: randread}");
    assertThat(one.cells()).containsExactly(Cell.ONLY);
    assertThat(one.name()).isEqualTo("fio randread 4k");
  }

  @Test
  void onlyDirectionsThatRanHaveMetrics() {
    Outcome mixed = outcome("3-mixed.txt");
    assertThat(mixed.values().keySet())
        .extracting(Metric::name)
        .containsExactly(
            "read.iops",
            "read.bw",
            "read.clat_mean",
            "read.p50",
            "read.p99",
            "read.p99.9",
            "write.iops",
            "write.bw",
            "write.clat_mean",
            "write.p50",
            "write.p99",
            "write.p99.9");
    assertThat(mixed.values())
        .containsEntry(Metric.higher("read.iops", "IOPS"), 11809.52381)
        .containsEntry(Metric.higher("write.bw", "B/s"), 20730675.0)
        .containsEntry(Metric.lower("write.p99.9", "ms"), 1.011712);
    assertThat(mixed.details()).containsEntry("version", "fio-3.33");
    assertThat(mixed.warnings()).singleElement().asString().startsWith("fio: this platform");
    assertThat(mixed.incomparable()).isEmpty();
    assertThat(outcome("2-randread.txt").values())
        .hasSize(6)
        .containsEntry(Metric.higher("read.bw", "B/s"), 43138 * 1024.0);
  }

  @Test
  void aJobWithAnErrorIsAFailureWhateverItsNumbers() {
    Outcome failed = outcome("error-with-numbers.txt");
    assertThat(failed.values()).isEmpty();
    assertThat(failed.failure())
        .hasValueSatisfying(
            why ->
                assertThat(why)
                    .startsWith("fio met error 5 in job tuner: fio: io_u error on file /data/1"));
    Outcome wentOn = outcome("went-on-after-errors.txt");
    assertThat(wentOn.values()).isNotEmpty();
    assertThat(wentOn.incomparable()).contains("17 requests failed");
  }

  @Test
  void whatIsNoResultIsAFailure() {
    String whole = SavedOutput.of("fio/3-mixed.txt");
    assertThat(outcome(127, "", "sh: fio: not found").failure()).contains("fio is not installed");
    assertThat(outcome(1, whole, "fio: failed\n").failure())
        .hasValueSatisfying(why -> assertThat(why).startsWith("fio ended with exit 1: fio: "));
    assertThat(outcome(1, "", "/d/f is there, and would be overwritten\n").failure())
        .contains("fio ended with exit 1: /d/f is there, and would be overwritten");
    assertThat(outcome(0, "no JSON", "").failure()).contains("fio told no result");
    assertThat(outcome(0, "{\"jobs\" : []}", "").failure()).contains("fio told no result");
    assertThat(outcome(0, "{\"jobs\" : [{}, {}]}", "").failure())
        .hasValueSatisfying(why -> assertThat(why).contains("2 groups"));
    assertThat(outcome(0, "{\"jobs\" : [{\"jobname\" : \"x\"}]}", "").failure())
        .contains("fio moved nothing");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          filename: /d/f, rw: write, size: 1G, numjobs: 4;                                        4294967296
          filename: /d/f, rw: read, size: 1G, numjobs: 4;                                         1073741824
          filename: /d/f, rw: randrw, size: 1G, numjobs: 4;                                       5368709120
          directory: /d, rw: randread, size: 1G, numjobs: 4;                                      4294967296
          filename: /dev/sdb, rw: read, size: 1G;                                                 0
          filename: /dev/sdb, rw: trim, size: 1G, destroy_data: true;                             1073741824
          filename: /d/f, rw: write, size: 1G, io_size: 3G, options: {loops: 2};                  6442450944
          filename: /d/f, rw: write, size: 1G, runtime: 60s, time_based: true;                    0
          filename: /d/f, rw: write, size: 1G, options: {overwrite: true};                        2147483648
          filename: /d/f, rw: read, size: 1G, numjobs: 3, options: {offset_increment: 1G};        3221225472
          """)
  void aRunWritesWhatItsJobsDoAndWhatHasToBeFilled(String parameters, long bytes) {
    Benchmark fio = Bound.of("fio: {" + parameters + "}");
    assertThat(fio.cost(Cell.ONLY).bytesWritten()).isEqualTo(bytes);
  }

  @Test
  void aRunTakesItsTimeAndWhatComesBeforeIt() {
    assertThat(
            Bound.of("fio: {filename: /d/f, rw: read, runtime: 1m, ramp_time: 5}").cost(Cell.ONLY))
        .isEqualTo(new Cost(Duration.ofSeconds(65), 0));
    assertThat(Bound.of("fio: {filename: /dev/sdb, rw: read, ramp_time: 5}").cost(Cell.ONLY))
        .isEqualTo(Cost.UNKNOWN);
  }

  @Test
  void allRunsTogetherKeepTheWearBudget() {
    Benchmark fio =
        Bound.of(
            "fio: {filename: /d/f, rw: write, size: 1G, numjobs: [1, 2, 4], wear_budget: 42G}");
    assertThat(fio.overBudget(6)).isEmpty();
    assertThat(fio.overBudget(7))
        .contains(
            "fio write 4k would write up to 49G (3 cells, 7 runs of each),"
                + " and its `wear_budget` is 42G");
    assertThat(Bound.of("fio: {filename: /d/f, rw: write, size: 1G}").overBudget(1_000_000))
        .isEmpty();
    assertThat(
            Bound.of(
                    "fio: {filename: /d/f, rw: write, size: 900P, numjobs: 60000, wear_budget: 1G}")
                .overBudget(1000))
        .isPresent();
  }

  @Test
  void requestsInFlightNeedAnEngineThatHasThem() {
    assertThat(
            Bound.of(
                    "fio: {filename: /d/f, rw: read, iodepth: [1, 8], ioengine: [psync, libaio],"
                        + " direct: true}")
                .warnings())
        .containsExactly("`iodepth` does nothing: ioengine psync makes one request at a time");
    assertThat(Bound.of("fio: {filename: /d/f, rw: read, iodepth: 8, direct: true}").warnings())
        .hasSize(1);
    assertThat(
            Bound.of("fio: {filename: /d/f, rw: read, iodepth: 8, ioengine: libaio, direct: true}")
                .warnings())
        .isEmpty();
    assertThat(Bound.of("fio: {filename: /d/f, rw: read}").warnings())
        .containsExactly("without `direct: true` the page cache is measured as well");
  }

  @Test
  void whateverIsWrittenReachesFioAsOneWord() {
    String command =
        Bound.of(
                "fio: {filename: \"/d/a b:/d/c\\\\:$(id)'\", rw: read, size: 1G,"
                    + " options: {description: \"; rm -rf / #\"}}")
            .command(Cell.ONLY);
    assertThat(command)
        .contains("file0=\"$R\"'/d/a b'\n")
        .contains("file1=\"$R\"'/d/c:$(id)'\\'''\n")
        .contains("'--description=; rm -rf / #'")
        .contains("--group_reporting=1");
    Cell cell = new Cell(Map.of("bs", "16k"));
    assertThat(Bound.of("fio: {filename: /dev/sdb, rw: read, bs: [4k, 16k]}").command(cell))
        .contains(" --bs=16k ");
    assertThat(FioRun.targets((Fio) Bound.of("fio: {filename: /a:/b, rw: read}")))
        .isEqualTo(List.of("/a", "/b"));
  }
}
