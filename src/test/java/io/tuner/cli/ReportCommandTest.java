package io.tuner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import io.tuner.Proves;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code tuner report} of runs on a directory that stands for a host. */
@Proves(what = "stored runs in every form, and two side by side", against = "a directory")
class ReportCommandTest extends OneHost {

  private static final String FILE = "    - file: {dest: /etc/a, content: \"%s\\n\"}\n";

  private Path apply(String content, String name) throws Exception {
    Path kept = directory.resolve(name);
    assertThat(run("apply", playbook(FILE.formatted(content)), "--report", kept)).isZero();
    printed();
    return kept;
  }

  @ParameterizedTest
  @CsvSource({
    "text, report.txt",
    "json, report.json",
    "markdown, report.md",
    "html, report.html",
    "junit, junit.xml"
  })
  void everyFormIsThatWhichWasStored(String form, String file) throws Exception {
    Path kept = apply("one", "kept");
    assertThat(dispatch("report", kept.toString(), "--format", form)).isZero();
    assertThat(printed()).isEqualTo(Files.readString(kept.resolve(file)));
  }

  @Test
  void withoutAFormItIsText() throws Exception {
    Path kept = apply("one", "kept");
    assertThat(dispatch("report", kept.toString())).isZero();
    assertThat(printed()).contains("file[/etc/a]", "+one", "takes it back");
  }

  @Test
  void aFileIsForItsOwnerAlone() throws Exception {
    Path kept = apply("one", "kept");
    Path page = directory.resolve("page.html");
    int code = dispatch("report", kept.toString(), "--format", "html", "-o", page.toString());
    assertThat(code).isZero();
    assertThat(printed()).isEmpty();
    assertThat(page).content().startsWith("<!DOCTYPE html>").contains("file[/etc/a]");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(page)))
        .isEqualTo("rw-------");
  }

  @Test
  void twoRunsAreCompared() throws Exception {
    Path one = apply("one", "first");
    Path other = apply("two", "second");
    assertThat(dispatch("report", one.toString(), other.toString())).isZero();
    assertThat(printed())
        .contains("file[/etc/a]", "-one", "+two", "1 host: 1 differing; 1 task: 1 differing");
    assertThat(dispatch("report", one.toString(), one.toString(), "--format", "json")).isZero();
    Map<String, Object> same = JSON.std.mapFrom(printed());
    assertThat(same).containsEntry("command", "report");
    assertThat(same.toString()).contains("ok=1, changed=0");
  }

  @Test
  void aDamagedReportIsAnErrorThatNamesIt() throws Exception {
    Path kept = apply("one", "kept");
    Files.writeString(kept.resolve("report.json"), "{\"run\": 3}");
    assertThat(dispatch("report", kept.toString())).isEqualTo(ExitCode.USAGE);
    assertThat(errors())
        .contains(
            "kept/report.json` cannot be read as a report: `run` is `3`, and ought to be a text");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          2026;     `2026` begins the names of several runs
          nothing;  no stored run `nothing`
          20261202; ''
          20261201T000000Z-0001; ''
          last;     ''
          ../runs/20261201T000000Z-0001; no stored run
          """)
  void aRunIsFoundByItsName(String name, String error) throws Exception {
    String json = Files.readString(apply("one", "kept").resolve("report.json"));
    for (String run : new String[] {"20261201T000000Z-0001", "20261202T000000Z-0002"}) {
      Path at = Files.createDirectories(directory.resolve("runs").resolve(run));
      Files.writeString(
          at.resolve("report.json"),
          json.replaceFirst("\"run\" : \"[^\"]+\"", "\"run\" : \"" + run + "\""));
    }
    Files.createDirectories(directory.resolve("runs/20261203T000000Z-0003"));
    try {
      String found = new StoredRuns(directory.resolve("runs")).read(name).run().run();
      assertThat(error).isEmpty();
      assertThat(found).startsWith(name.equals("last") ? "20261202T000000Z-0002" : name);
    } catch (Stop stop) {
      assertThat(error).isNotEmpty();
      assertThat(stop.getMessage())
          .startsWith("error: " + error)
          .contains("stored runs, the latest first: 20261202T000000Z-0002, 20261201T000000Z-0001");
    }
  }

  @Test
  void whereNothingIsStoredIsSaid() {
    StoredRuns none = new StoredRuns(directory.resolve("none"));
    assertThat(org.assertj.core.api.Assertions.catchThrowable(() -> none.read("last")))
        .isInstanceOf(Stop.class)
        .hasMessageContaining("no run is stored in `" + directory.resolve("none") + "`");
  }

  @Test
  void threeRunsAreTooMany() {
    assertThat(dispatch("report", "a", "b", "c")).isEqualTo(ExitCode.USAGE);
    assertThat(errors()).startsWith("error: `c` is one run too many: two can be compared\n");
  }

  private String errors() {
    return err.toString(StandardCharsets.UTF_8);
  }
}
