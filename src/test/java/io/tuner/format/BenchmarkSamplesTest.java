package io.tuner.format;

import static io.tuner.format.Samples.names;
import static io.tuner.format.Samples.read;
import static org.assertj.core.api.Assertions.assertThat;

import io.tuner.format.FioReport.Job;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Outputs of real fio and BenchmarkSQL, and what each is known to say. */
class BenchmarkSamplesTest {

  private static FioReport fio(String name) throws Exception {
    return FioReport.parse(read("fio/" + name)).orElseThrow();
  }

  private static BenchmarkSqlReport benchmarkSql(String name) throws Exception {
    return BenchmarkSqlReport.parse(read("benchmarksql/" + name));
  }

  @Test
  void fioOfBothVersions() throws Exception {
    FioReport old = fio("fio-hist.json");
    assertThat(old.version()).isEqualTo("fio-2.17");
    assertThat(old.jobs()).hasSize(2);
    Job first = old.jobs().get(0);
    assertThat(first.name()).isEqualTo("rand_16k_read_100%-io-depth-1-num-jobs-2");
    assertThat(first.directions()).containsOnlyKeys("read");
    assertThat(first.directions().get("read").iops()).isEqualTo(8086.673998);
    assertThat(first.directions().get("read").bandwidth()).isEqualTo(129386 * 1024.0);
    assertThat(first.directions().get("read").percentiles().get(50.0)).isEqualTo(0.096);
    FioReport write = fio("vc-fio-write.json");
    assertThat(write.version()).isEqualTo("fio-3.26-19-ge7e53");
    assertThat(write.jobs()).extracting(Job::name).containsExactly("disk_fill");
    assertThat(write.jobs().get(0).directions()).containsOnlyKeys("write");
    assertThat(write.jobs().get(0).directions().get("write").iops()).isEqualTo(734.70852);
    Job mixed = fio("vc-fio.json").jobs().get(0);
    assertThat(mixed.name()).isEqualTo("fio_randrw_1GB_4k_d1_th1_direct");
    assertThat(mixed.directions().get("read").iops()).isEqualTo(2160.561601);
    assertThat(mixed.directions().get("write").iops()).isEqualTo(2167.231601);
  }

  @Test
  void fioWithErrors() throws Exception {
    Job failed = fio("vc-testfiojsonwitherror.txt").jobs().get(0);
    assertThat(failed.error()).isEqualTo(42);
    assertThat(failed.directions().get("read").iops()).isEqualTo(49501.318267);
    assertThat(fio("prefix-io-error.txt").jobs().get(0).error()).isEqualTo(5);
    assertThat(FioReport.remarks(read("fio/error-err84-multi.txt"))).hasSize(4);
    assertThat(FioReport.parse(read("fio/error-err84-multi.txt"))).isEmpty();
    assertThat(FioReport.parse(read("fio/verify-failed.txt"))).isEmpty();
    assertThat(FioReport.remarks(read("fio/verify-failed.txt"))).hasSize(1);
  }

  @Test
  void fioWithTextBeforeIt() throws Exception {
    FioReport status = fio("prefix-normal-status-lines-3.42.txt");
    assertThat(status.version()).isEqualTo("fio-3.42-6-g219f");
    assertThat(status.jobs()).isEmpty();
    assertThat(status.remarks()).isEmpty();
    assertThat(fio("prefix-tausworthe-warning.txt").remarks())
        .hasSize(2)
        .allMatch(line -> line.contains("tausworthe"));
  }

  @Test
  void benchmarkSqlThatIsPlainOrNoisy() throws Exception {
    BenchmarkSqlReport low = benchmarkSql("5.0-mogdb-tpmC-much-lower.txt");
    assertThat(low.tpmC()).hasValue(9195.03);
    assertThat(low.tpmTotal()).hasValue(92130.3);
    assertThat(low.newOrderShare().orElseThrow()).isBetween(0.0998, 0.09981);
    BenchmarkSqlReport noisy = benchmarkSql("5.0-opengauss-jdbc-noise.txt");
    assertThat(noisy.tpmC()).hasValue(129.16);
    assertThat(noisy.tpmTotal()).hasValue(295.81);
    assertThat(noisy.transactions()).hasValue(370);
    assertThat(noisy.duration()).contains(Duration.ofSeconds(75));
    assertThat(noisy.errorCount()).isZero();
    BenchmarkSqlReport tiny = benchmarkSql("howto-10-transactions.txt");
    assertThat(tiny.tpmC()).hasValue(179.55);
    assertThat(tiny.duration()).contains(Duration.ofSeconds(2));
    assertThat(tiny.transactions()).hasValue(10);
  }

  @Test
  void benchmarkSqlWithErrors() throws Exception {
    BenchmarkSqlReport fork = benchmarkSql("matrixone-fork-tpmE.txt");
    assertThat(fork.tpmC()).hasValue(8.11);
    assertThat(fork.tpmTotal()).hasValue(26.91);
    assertThat(fork.errorCount()).isEqualTo(6);
    BenchmarkSqlReport after = benchmarkSql("result-then-error-exit0.txt");
    assertThat(after.tpmC()).hasValue(179.55);
    assertThat(after.errorCount()).isEqualTo(1);
    assertThat(benchmarkSql("tidb-errors-duplicate-deadlock.txt").errors())
        .containsExactlyInAnyOrderEntriesOf(Map.of("NEW_ORDER", 1L, "PAYMENT", 1L));
  }

  @Test
  void everySampleIsReadByEveryReader() throws Exception {
    for (String directory : new String[] {"fio", "benchmarksql"}) {
      for (String name : names(directory)) {
        BenchmarkReadersTest.read(read(name));
      }
    }
  }
}
