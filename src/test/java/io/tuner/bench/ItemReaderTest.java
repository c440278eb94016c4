package io.tuner.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.tuner.resources.YamlTree;
import io.tuner.text.Diagnostic;
import io.tuner.text.Diagnostics;
import io.tuner.text.Tree;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is said, where, of the keys beside a benchmark's type, before anything is measured. */
class ItemReaderTest {

  private static final String PROGRAM =
      "command: {run: x, metrics: {tpmC: {regex: a, unit: tpmC}, wait: {regex: b, unit: ms}}}";

  private static Diagnostics read(String yaml) {
    Diagnostics diagnostics = new Diagnostics();
    Tree.Sequence entries = (Tree.Sequence) YamlTree.parse("play.yml", yaml);
    ItemReader.read(entries.items(), Map.of(), diagnostics);
    return diagnostics;
  }

  private static List<String> problems(String yaml) {
    return read(yaml).sorted().stream().map(ItemReaderTest::shown).toList();
  }

  private static String shown(Diagnostic one) {
    String kind = one.severity() == Diagnostic.Severity.ERROR ? "" : "warning: ";
    return one.span().line() + ":" + one.span().column() + ": " + kind + one.message();
  }

  private static String item(String type, String... keys) {
    return "- " + type + "\n  " + String.join("\n  ", keys) + "\n";
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          expect: {tpmD: ">= 3"}            | 2:12: unknown metric `tpmD` of this benchmark
          expect: tpmD >= 3                 | 2:11: unknown metric `tpmD` of this benchmark
          expect: [wait <= 5ms, iops >= 3]  | 2:25: unknown metric `iops` of this benchmark
          expect: {wait: "<= 5 MB"}         | 2:18: `<= 5 MB` does not fit wait, which is counted in ms
          expect: {tpmC: ">= 3 ms"}         | 2:18: `>= 3 ms` does not fit tpmC, which is counted in tpmC
          timeout: 0s                       | 2:12: `timeout` is 0: no run could come to its end
          timeout: soon                     | 2:12: `timeout`: `soon` is not a duration such as 90s or 5m
          name: ""                          | 2:9: `name` is empty
          name: " "                         | 2:9: `name` is empty
          repeat: 0                         | 2:11: `repeat` is a number of runs from 1 to 1000, not 0
          """)
  void whatCannotBeIsSaidAtItsPlace(String keys, String problem) {
    assertThat(problems(item(PROGRAM, keys))).containsExactly(problem);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          fio: {filename: /d/f, rw: "randrw:8"}               | read.iops >= 3, write.p99 <= 5ms, p99.9 <= 1s, bw >= 1MB/s
          fio: {filename: /d/f, rw: [read, randwrite]}        | clat_mean <= 9us, write.bw >= 1 GiB/s
          fio: {filename: /d/f, rw: write, options: {verify: md5}, size: 1M} | read.iops >= 3
          dd: {filename: /d/f, size: 1M, rw: read}            | read.bw >= -2%
          pgbench: {database: b, clients: 1}                  | tps >= 3k, latency_average <= 5ms, latency_stddev <= 1s
          benchmarksql: {directory: /o, properties: p, terminals: 1, run_mins: 1} | tpmC >= 3, tpmTOTAL >= 3
          start_stop: {service: db}                           | stop <= 5s, later_start <= 1min, flushed <= 1GB
          command: {run: x, metrics: {a: {regex: b}}}         | a >= -2%, a >= 5
          """)
  void whatTheTypesTellIsTaken(String type, String expectations) {
    assertThat(problems(item(type, "expect: [" + expectations + "]"))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          fio: {filename: /d/f, rw: read}            | write.iops | read.iops, read.bw, read.clat_mean, read.p50, read.p99, read.p99.9
          dd: {filename: /d/f, size: 1M, rw: write}  | read.bw    | write.bw
          window: {length: 1m}                       | tps        | no numbers of its own: watch some with `observe`
          """)
  void whatATypeDoesNotTellIsNamedWithWhatItTells(String type, String metric, String told) {
    Diagnostics found = read(item(type, "expect: " + metric + " >= 3"));
    assertThat(found.sorted()).hasSize(1);
    assertThat(found.sorted().get(0).hint()).contains("it tells " + told);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          {tpmc: 1}                      | 2:24: unknown metric `tpmc` of this benchmark
          {tpmC: NaN}                    | 2:30: `tpmC` takes a number, not `NaN`
          {tpmC: .nan}                   | 2:30: `tpmC` takes a number, not `.nan`
          {tpmC: Infinity}               | 2:30: `tpmC` takes a number, not `Infinity`
          {tpmC: 1e999}                  | 2:30: `tpmC` takes a number, not `1e999`
          {tpmC: 0x10p3}                 | 2:30: `tpmC` takes a number, not `0x10p3`
          {tpmC: 3d}                     | 2:30: `tpmC` takes a number, not `3d`
          {tpmC: fast}                   | 2:30: `tpmC` takes a number, not `fast`
          {tpmC: 438k}                   | 2:30: `tpmC` takes a number, not `438k`
          {tpmC: ""}                     | 2:30: `tpmC` takes a number, not ``
          {tpmC: [1]}                    | 2:30: `tpmC` takes a number, not a list
          [{tpmC: 1}, {wait: 3, tpmC: 2}] | 2:45: a second value of `tpmC` for the same runs
          []                             | 2:23: `values` is empty
          {}                             | 2:23: `values` names no metric
          """)
  void aReferenceThatNothingCouldBeMeasuredAgainstIsRefused(String values, String problem) {
    assertThat(problems(item(PROGRAM, "reference: {values: " + values + "}")))
        .containsExactly(problem);
  }

  @ParameterizedTest
  @CsvSource({"438783", "438_783", "0", "-3", "2.5", "4e5", "'\"7\"'"})
  void aReferenceTakesNumbers(String value) {
    assertThat(problems(item(PROGRAM, "reference: {values: {tpmC: " + value + "}}"))).isEmpty();
  }

  @Test
  void aReferenceNamesThePointsThatThereAre() {
    String matrix = "fio: {filename: /d/f, rw: [read, write], bs: 4k}";
    assertThat(
            problems(
                item(
                    matrix,
                    "reference: {values: [{rw: read, bs: 4k, read.iops: 1}, {write.iops: 2}]}")))
        .isEmpty();
    assertThat(problems(item(matrix, "reference: {values: {rw: trim, bs: 8k, read.iops: -1}}")))
        .containsExactly(
            "2:28: no run has the rw `trim`",
            "2:38: no run has the bs `8k`",
            "2:53: `read.iops` is never below 0, as `-1` is");
    assertThat(read(item(matrix, "reference: {values: {read.iop: 1}}")).sorted().get(0).note())
        .contains("did you mean `read.iops`?");
  }

  @Test
  void aReferenceMayBeOfWhatAnObserverTells() {
    String watched = "reference: {values: {cpu.busy: 40, wiat: 3}}";
    assertThat(problems(item(PROGRAM, "observe: [cpu]", watched)))
        .containsExactly("3:38: unknown metric `wiat` of this benchmark");
  }

  @Test
  void observersTellWhatOnlyAHostKnows() {
    String watched =
        item(PROGRAM, "observe: [cpu]", "expect: [cpu.busy <= 80%, busy <= 80%, wait <= 5 MB]");
    assertThat(problems(watched))
        .containsExactly("3:42: `<= 5 MB` does not fit wait, which is counted in ms");
  }

  @Test
  void aLabelDoesNotOverwriteAParameterOfTheMatrix() {
    String matrix = "fio: {filename: /d/f, rw: [read, randread], bs: 4k}";
    assertThat(problems(item(matrix, "labels: {raid: 3 disks, rw: mine}")))
        .containsExactly("2:27: label `rw` would overwrite the parameter `rw` of each run");
    assertThat(problems(item(matrix, "labels: {bs: as everywhere}"))).isEmpty();
  }

  @Test
  void twoBenchmarksOfAPlayAreToldApart() {
    String first = item(PROGRAM, "name: orders");
    assertThat(problems(first + item("dd: {filename: /d/f, size: 1M}", "name: orders")))
        .containsExactly("3:3: a second benchmark `orders`; the first is at play.yml:1:3");
    assertThat(problems(item(PROGRAM, "repeat: 6") + item(PROGRAM, "repeat: 7")))
        .containsExactly("3:3: a second benchmark `x`; the first is at play.yml:1:3");
    String labelled = item(PROGRAM, "name: orders", "labels: {raid: 3 disks}");
    assertThat(problems(first + labelled)).isEmpty();
  }

  @Test
  void aMatrixThatCanShowNothingIsWarnedOf() {
    String matrix =
        "fio: {filename: /d/f, rw: [read, randread], numjobs: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, %s]}";
    assertThat(problems(item(matrix.formatted("12, 13"), "repeat: 6")))
        .containsExactly(
            "2:11: warning: `repeat: 6` can show no difference among 26 points of a matrix, however "
                + "large it is");
    assertThat(read(item(matrix.formatted("12, 13"), "repeat: 6")).render())
        .contains("hint: write `repeat: 7`, or measure fewer points");
    assertThat(problems(item(matrix.formatted("12, 13"), "repeat: 7"))).isEmpty();
    assertThat(problems(item(matrix.replace(", %s", ""), "repeat: 6"))).isEmpty();
  }

  @Test
  void aMisspeltKeyHidesNoOtherFault() {
    assertThat(problems(item(PROGRAM, "repeet: 6", "timeout: 0s", "warmup: -1")))
        .containsExactly(
            "2:3: unknown key `repeet` of a benchmark",
            "3:12: `timeout` is 0: no run could come to its end",
            "4:11: `warmup` is a number of runs from 0 to 1000, not -1");
  }
}
