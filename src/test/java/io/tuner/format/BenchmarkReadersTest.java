package io.tuner.format;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Whatever a program tells, its reader reads it: a number, or none. */
class BenchmarkReadersTest {

  private static final List<String> TOLD =
      List.of(
          "fio/3-mixed.txt",
          "fio/2-randread.txt",
          "fio/status-documents.txt",
          "pgbench/12-two-scripts.txt",
          "pgbench/17-failed.txt",
          "benchmarksql/errors.txt",
          "benchmarksql/plain.txt");

  /** By all of them; nothing that they tell is less than zero. */
  static void read(String text) {
    FioReport.parse(text)
        .ifPresent(
            report ->
                report.jobs().forEach(job -> assertThat(job.directions().values()).isNotNull()));
    DdReport.parse(text).ifPresent(report -> assertThat(report.bytes()).isNotNegative());
    assertThat(PgbenchReport.parse(text, text).tps().orElse(0)).isNotNegative();
    BenchmarkSqlReport report = BenchmarkSqlReport.parse(text);
    assertThat(report.tpmC().orElse(0)).isNotNegative();
    assertThat(report.errorCount()).isNotNegative();
    JsonText.objectsIn(text).forEach(map -> assertThat(map).isNotNull());
  }

  @Property(tries = 300)
  void anyText(@ForAll String text) {
    read(text);
  }

  @Property(tries = 300)
  void piecesOfWhatProgramsTell(@ForAll("mutated") String text) {
    read(text);
  }

  @Property(tries = 50)
  void openBracesWithoutEnd(@ForAll("braces") String text) {
    assertThat(JsonText.objectsIn(text)).allMatch(map -> text.contains("}"));
  }

  @Provide
  Arbitrary<String> mutated() {
    Arbitrary<String> words =
        Arbitraries.of(
            "{",
            "}",
            "\n{",
            "-nan",
            "99999999999999999999",
            "1e999",
            "\u0000",
            "null",
            "[]",
            "\"",
            " = ",
            "ERROR",
            "tps = ",
            "-1",
            "0",
            "Session Start     = 2026-13-41 10:01:02");
    return Combinators.combine(
            Arbitraries.of(TOLD),
            Arbitraries.integers().between(0, 4000),
            Arbitraries.integers().between(0, 40),
            words)
        .as(
            (name, at, length, word) -> {
              String text = SavedOutput.of(name);
              int from = Math.min(at, text.length());
              int to = Math.min(from + length, text.length());
              return text.substring(0, from) + word + text.substring(to);
            });
  }

  @Provide
  Arbitrary<String> braces() {
    return Arbitraries.of("{\n", "{\"a\":\n", "[\n", "}\n", "{}\n", "1,")
        .list()
        .ofMaxSize(3000)
        .map(parts -> String.join("", parts));
  }
}
