package io.tuner.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.tuner.bench.statistics.Cell;
import io.tuner.bench.statistics.Metric;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** dd and commands of an operator's own, run on this machine. */
class DdAndCommandTest {

  @TempDir Path root;

  private static Finished finished(int exit, String stdout, String stderr) {
    return new Finished(exit, stdout, stderr, Duration.ofSeconds(1));
  }

  @Test
  void ddWritesAndReads() throws Exception {
    Benchmark dd = Bound.of("dd: {filename: /a b, size: 1M, bs: 64K}");
    assertThat(dd.cells()).extracting(Cell::name).containsExactly("rw=write", "rw=read");
    assertThat(dd.cost(dd.cells().get(1)).bytesWritten()).isEqualTo(1 << 20);
    for (Cell cell : dd.cells()) {
      Finished finished = Ran.cell(root, dd, cell);
      assumeFalse(
          finished.stderr().contains("Invalid argument"),
          "left out: the file system of " + root + " cannot pass by the page cache");
      Outcome outcome = dd.outcome(cell, finished);
      assertThat(outcome.failure()).isEmpty();
      assertThat(outcome.values())
          .containsOnlyKeys(Metric.higher(cell.values().get("rw") + ".bw", "B/s"));
      assertThat(outcome.values().values()).allMatch(rate -> rate > 0);
      assertThat(root).isEmptyDirectory();
    }
  }

  @Test
  void ddNeverTouchesAFileThatWasThere() throws Exception {
    Path mine = Files.writeString(root.resolve("f"), "mine");
    Benchmark dd = Bound.of("dd: {filename: /f, size: 1M, rw: write}");
    assertThat(Ran.outcome(root, dd, Cell.ONLY).failure())
        .contains("dd ended with exit 1: " + mine + " is there, and would be overwritten");
    assertThat(mine).hasContent("mine");
    Files.createSymbolicLink(root.resolve("g"), Path.of("elsewhere"));
    Benchmark link = Bound.of("dd: {filename: /g, size: 1M, rw: write}");
    assertThat(Ran.outcome(root, link, Cell.ONLY).failure())
        .hasValueSatisfying(why -> assertThat(why).endsWith("is a link to nothing"));
    assertThat(root.resolve("elsewhere")).doesNotExist();
  }

  @Test
  void ddThatDidNotCopyAllFailed() {
    Benchmark dd = Bound.of("dd: {filename: /f, size: 1M, rw: write}");
    String half = "524288 bytes (524 kB, 512 KiB) copied, 0.5 s, 1.0 MB/s\n";
    assertThat(dd.outcome(Cell.ONLY, finished(0, "", half)).failure())
        .hasValueSatisfying(why -> assertThat(why).startsWith("dd did not copy all of it"));
    String all = half.replace("524288", "1048576");
    assertThat(dd.outcome(Cell.ONLY, finished(0, "", all)).values())
        .containsExactly(Map.entry(Metric.higher("write.bw", "B/s"), 2097152.0));
    assertThat(dd.outcome(Cell.ONLY, finished(1, "", "dd: No space left on device\n")).failure())
        .contains("dd ended with exit 1: dd: No space left on device");
    assertThat(Bound.of("dd: {filename: /f, size: 1G, wear_budget: 11G}").overBudget(6))
        .isPresent();
  }

  @Test
  void theLastMatchCounts() throws Exception {
    Benchmark command =
        Bound.of(
            "command: {run: 'printf \"tpm = 1.5\\ntpm = 2.5e3\\n\"; echo \"took 7 s\" >&2; echo $R',"
                + " metrics: {tpmC: {regex: '^tpm = ([0-9.e]+)$', unit: tpmC, better: higher},"
                + " time: {regex: 'took ([0-9]+)', unit: s, better: lower},"
                + " all: {regex: '[0-9.]+e3'}}}");
    assertThat(Ran.outcome(root, command, Cell.ONLY).values())
        .containsExactly(
            Map.entry(Metric.higher("tpmC", "tpmC"), 2500.0),
            Map.entry(Metric.lower("time", "s"), 7.0),
            Map.entry(Metric.neither("all", ""), 2500.0));
    Benchmark rooted =
        Bound.of("command: {run: \"sh -c 'echo =$R='\", metrics: {a: {regex: 'x'}}}");
    assertThat(Ran.cell(root, rooted, Cell.ONLY).stdout()).isEqualTo("=" + root + "=\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\'',
      textBlock =
          """
          /a/b/1   | {\"a\": {\"b\": [1, 2.5]}}            | 2.5 |
          /a~1b/m~0n | {\"a/b\": {\"m~n\": \"3\"}}         | 3   |
          ''       | 4                                     | 4   |
          /0       | [5]                                   | 5   |
          /x       | warming up;{\"x\": 6};{\"x\": 7};bye | 7 |
          /a       | {\"b\": 1}                            |     | there is no number at `/a`
          /a       | {\"a\": {}}                           |     | there is no number at `/a`
          /a/9     | {\"a\": [1]}                          |     | there is no number at `/a/9`
          /a       | {\"a\": \"much\"}                     |     | `much` is not a number
          /a       | no JSON                               |     | the output is not JSON
          """)
  void pointersFindNumbers(String pointer, String output, Double value, String missing) {
    Benchmark command = Bound.of("command: {run: x, metrics: {m: {pointer: '" + pointer + "'}}}");
    Outcome outcome = command.outcome(Cell.ONLY, finished(0, output.replace(';', '\n'), ""));
    if (missing == null) {
      assertThat(outcome.values()).containsExactly(Map.entry(Metric.neither("m", ""), value));
    } else {
      assertThat(outcome.values()).isEmpty();
      assertThat(outcome.failure()).contains("metric `m`: " + missing);
    }
  }

  @Test
  void whatIsNotFoundIsAFailureThatNamesIt() {
    Benchmark command =
        Bound.of("command: {run: x, metrics: {a: {regex: '([0-9]+)'}, b: {regex: '(B|b)*c'}}}");
    assertThat(command.outcome(Cell.ONLY, finished(0, "12", "")).failure())
        .contains("metric `b`: nothing in the output matches `(B|b)*c`");
    assertThat(command.outcome(Cell.ONLY, finished(0, "1 " + "b".repeat(1 << 18), "")).failure())
        .contains("metric `b`: the output is too long for `(B|b)*c`");
    assertThat(command.outcome(Cell.ONLY, finished(3, "12", "it broke\n")).failure())
        .contains("it ended with exit 3: it broke");
  }
}
