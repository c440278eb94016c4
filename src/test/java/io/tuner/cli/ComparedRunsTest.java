package io.tuner.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.jr.ob.JSON;
import io.tuner.Proves;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Runs that are compared with stored ones and with references, on a directory as a host. */
@Proves(
    what = "a run that cannot be compared with a stored one says so in every form",
    against = "a directory")
class ComparedRunsTest extends OneHost {

  private static final List<String> FORMS =
      List.of("report.txt", "report.md", "report.html", "report.json", "junit.xml");

  @BeforeEach
  void slow() throws Exception {
    Files.writeString(host.resolve("etc/speed"), "100\n");
  }

  @Test
  void whatAStoredRunLacksIsToldInEveryForm() throws Exception {
    Path old = bench("old", entry("speed", "ms", ""));
    Path report =
        bench("new", entry("speed", "ms", "") + entry("other", "ms", ""), "--against", old);
    everyForm(report, " did not measure `other` on db1");
    assertThat(results(report).get(0)).containsEntry("verdict", "no difference");
    assertThat(results(report).get(1)).containsEntry("verdict", "not comparable");
  }

  @Test
  void aReferenceOfAnotherUnitIsToldInEveryForm() throws Exception {
    Path old = bench("old", entry("speed", "tpmC", ""));
    Path report =
        bench("new", entry("speed", "tps", "reference: {label: X86, run: \"" + old + "\"}"));
    everyForm(report, "measured in tps");
    Map<?, ?> reference = (Map<?, ?>) results(report).get(0).get("reference");
    assertThat(reference.get("median")).isNull();
    assertThat(reference.get("gap_before_pct")).isNull();
    assertThat(reference.get("reason").toString()).startsWith("stored in tpmC in ");
    assertThat(report.resolve("report.txt")).content().contains("reference X86: not comparable: ");
  }

  @Test
  void theNoiseFloorIsMeasuredAlsoAgainstAStoredRun() throws Exception {
    Path old = bench("old", entry("speed", "ms", ""));
    Files.writeString(host.resolve("etc/speed"), "103\n");
    // Every run of its second block is 10 % faster than those of the first.
    String slower = entry("speed", "ms", "noise_floor: true").replace("cat $R/etc/speed", STEPPING);
    Path report = bench("new", slower, "--against", old);
    assertThat((Double) results(report).get(0).get("noise_pct")).isCloseTo(10, within(0.01));
    assertThat(results(report).get(0)).containsEntry("verdict", "no difference");
    assertThat(median(results(report).get(0), "after")).isEqualTo(103.0);
    // The floor of a stored run counts for who compares with it, too.
    Path later = bench("later", entry("speed", "ms", ""), "--against", report);
    assertThat((Double) results(later).get(0).get("noise_pct")).isCloseTo(10, within(0.01));
  }

  @Test
  void theNoiseFloorIsMeasuredAlsoInTurns() throws Exception {
    String entry = entry("speed", "ms", "noise_floor: true\n      interleave: true");
    Path playbook =
        Files.writeString(
            directory.resolve("site.yml"),
            "- hosts: all\n  tasks:\n    - file: {dest: /etc/speed, content: \"103\\n\"}\n"
                + "  benchmarks:\n"
                + entry.replace("cat $R/etc/speed", EVERY_SECOND));
    Path report = directory.resolve("turns");
    assertThat(run("apply", playbook, "--report", report)).isZero();
    Map<String, Object> row = results(report).get(0);
    assertThat((Double) row.get("noise_pct")).isCloseTo(10, within(0.01));
    assertThat(median(row, "before")).isEqualTo(110.0);
    assertThat(median(row, "after")).isEqualTo(103.0);
    assertThat(row).containsEntry("verdict", "no difference");
  }

  @Test
  void aRunThatThereIsNotIsToldBeforeAnyHostIsContacted() throws Exception {
    String referring = entry("speed", "ms", "reference: {run: NONE}");
    for (String command : List.of("bench", "apply", "plan")) {
      assertThat(dispatch(command, written(referring), "-i", hosts())).isEqualTo(ExitCode.USAGE);
      assertThat(uncontacted())
          .contains("site.yml:6:24: error: no ", "NONE")
          .contains("reference: {run: NONE}");
    }
    assertThat(bench(entry("speed", "ms", ""), Stream.of("--against", "NONE")))
        .isEqualTo(ExitCode.USAGE);
    assertThat(uncontacted()).contains("error: no ");
    // A playbook may be checked where no run was ever stored.
    assertThat(dispatch("lint", written(referring), "-i", hosts())).isZero();
    assertThat(printed()).contains("site.yml:6:24: warning: no ");
  }

  @Test
  void aRunOfAnotherPlaybookIsNoBaseline() throws Exception {
    Path old = bench("old", entry("other", "ms", ""));
    err.reset();
    assertThat(bench(entry("speed", "ms", ""), Stream.of("--against", old)))
        .isEqualTo(ExitCode.USAGE);
    assertThat(uncontacted())
        .contains("` measured none of these benchmarks on these hosts")
        .contains("hint: it measured `other` on db1");
    bench("some", entry("speed", "ms", "") + entry("other", "ms", ""), "--against", old);
    assertThat(err.toString(StandardCharsets.UTF_8))
        .contains("` did not measure `speed` on db1: nothing is claimed of it there");
  }

  @Test
  void aRunWithoutItsReportIsNotSaidToBeMissing() throws Exception {
    Path begun = Files.createDirectories(directory.resolve("begun"));
    assertThat(bench(entry("speed", "ms", ""), Stream.of("--against", begun)))
        .isEqualTo(ExitCode.USAGE);
    assertThat(uncontacted())
        .contains("begun` holds no report.json")
        .contains("hint: the run is still under way, or ended before it could write its report");
  }

  @Test
  void aHostOfAReferenceRunsTheBenchmarkWithItsOwnVariables() throws Exception {
    Path other = Files.createDirectories(directory.resolve("x1/etc"));
    Files.writeString(other.resolve("velocity"), "200\n");
    Files.writeString(
        directory.resolve("hosts.yml"),
        """
        all:
          hosts:
            db1: {ansible_connection: local, tuner_root: %s, file: speed}
            x1: {ansible_connection: local, tuner_root: %s, file: velocity}
        """
            .formatted(host, other.getParent()));
    String entry =
        entry("speed", "ms", "reference: {hosts: x1}").replace("etc/speed", "etc/${file}");
    Path report = bench("new", entry, "-l", "db1");
    Map<?, ?> reference = (Map<?, ?>) results(report).get(0).get("reference");
    assertThat(reference.get("median")).isEqualTo(200.0);
    assertThat(reference.get("gap_before_pct")).isEqualTo(-50.0);
    everyForm(report, "`run` is another on x1");
    err.reset();
    Files.writeString(
        directory.resolve("hosts.yml"),
        Files.readString(directory.resolve("hosts.yml")).replace(", file: velocity", ""));
    assertThat(bench(entry, Stream.of("-l", "db1"))).isEqualTo(ExitCode.USAGE);
    assertThat(uncontacted())
        .contains("site.yml:5:", "on `x1`, which it is measured against: ", "`file`");
  }

  /** What was said of a command that read no host. */
  private String uncontacted() {
    String said = err.toString(StandardCharsets.UTF_8);
    err.reset();
    assertThat(said).doesNotContain("db1: reading");
    return said;
  }

  private static Object median(Map<String, Object> row, String state) {
    return ((Map<?, ?>) row.get(state)).get("median");
  }

  /** From its seventh run on it tells a tenth more. */
  private static final String STEPPING =
      "echo >> $R/tmp-runs; s=$(cat $R/etc/speed); [ $(wc -l < $R/tmp-runs) -le 6 ] || s=$((s * 110))e-2; echo $s";

  /** Of the state that has 100 it tells a tenth more at every second run. */
  private static final String EVERY_SECOND =
      "s=$(cat $R/etc/speed); if [ $s = 100 ]; then echo >> $R/tmp-runs;"
          + " [ $(( $(wc -l < $R/tmp-runs) % 2 )) = 1 ] || s=110; fi; echo $s";

  private void everyForm(Path report, String text) {
    for (String form : FORMS) {
      assertThat(report.resolve(form))
          .content()
          .satisfies(
              all ->
                  assertThat(all.replace("`", "").replaceAll("</?code>", ""))
                      .contains(text.replace("`", "")));
    }
  }

  /** A stored run of these benchmarks. */
  private Path bench(String name, String entries, Object... words) throws Exception {
    Path report = directory.resolve(name);
    assertThat(bench(entries, Stream.concat(Stream.of("--report", report), Stream.of(words))))
        .as(err.toString(StandardCharsets.UTF_8))
        .isZero();
    return report;
  }

  private int bench(String entries, Stream<Object> words) throws Exception {
    Stream<Object> all = Stream.concat(Stream.of("bench", written(entries), "-i", hosts()), words);
    return dispatch(all.map(Object::toString).toArray(String[]::new));
  }

  private String written(String entries) throws Exception {
    String play = "- hosts: all\n  tasks: []\n  benchmarks:\n";
    return Files.writeString(directory.resolve("site.yml"), play + entries).toString();
  }

  private static String entry(String name, String unit, String more) {
    return """
        - name: %s
          command: {run: "cat $R/etc/speed", metrics: {speed: {regex: "([0-9.e-]+)", unit: %s, better: higher}}}
          %s
    """
        .formatted(name, unit, more);
  }

  private static List<Map<String, Object>> results(Path report) throws Exception {
    Map<String, Object> document =
        JSON.std.mapFrom(Files.readString(report.resolve("report.json")));
    return ((List<?>) document.get("benchmarks")).stream().map(ComparedRunsTest::fields).toList();
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> fields(Object row) {
    return (Map<String, Object>) row;
  }
}
