package io.tuner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import io.tuner.plan.Checksum;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whole commands on a directory that stands for a host. */
class HostRunsTest extends OneHost {

  @Test
  void whatIsBackAlreadyIsNotTakenBackTwice() throws Exception {
    Path file = Files.writeString(host.resolve("etc/a"), "first\n");
    run("apply", playbook("    - file: {dest: /etc/a, content: \"second\\n\"}\n"));
    run("apply", playbook("    - file: {dest: /etc/a, content: \"third\\n\"}\n"));
    Files.writeString(file, "second\n");
    assertThat(run("rollback")).isZero();
    assertThat(Files.readString(file)).isEqualTo("second\n");
    assertThat(run("rollback")).isZero();
    assertThat(Files.readString(file)).isEqualTo("first\n");
  }

  @Test
  void aRollbackOfSeveralRunsThatStoppedIsGoneOnWithAndNotBegunAnew() throws Exception {
    Path kept = Files.writeString(host.resolve("etc/kept"), "0\n");
    Path edited = Files.writeString(host.resolve("etc/edited"), "0\n");
    for (String value : List.of("1", "2", "3")) {
      run(
          "apply",
          playbook(
              """
                  - file: {dest: /etc/kept, content: "%1$s\\n"}
                  - file: {dest: /etc/edited, content: "%1$s\\n"}
              """
                  .formatted(value)));
    }
    Files.writeString(edited, "theirs\nand more\n");
    assertThat(run("rollback", "--all")).isEqualTo(ExitCode.FAILED);
    assertThat(printed())
        .contains("set content:/etc/edited to `theirs\\nand more\\n` since")
        .contains("`tuner rollback --all --force -l db1 -i")
        .doesNotContain("$ replace");
    assertThat(kept).hasContent("0");
    assertThat(run("rollback")).isEqualTo(ExitCode.FAILED);
    assertThat(printed()).containsPattern("`tuner rollback \\S+ --force -l db1 -i");
    assertThat(kept).hasContent("0");
    assertThat(run("rollback", "--force")).isZero();
    assertThat(kept).hasContent("0");
    assertThat(edited).hasContent("0");
    assertThat(run("rollback")).isZero();
    assertThat(kept).hasContent("0");
  }

  @Test
  void aJournalThatLacksAChangeIsNotTakenForWhole() throws Exception {
    run(
        "apply",
        playbook(
            """
                - file: {dest: /etc/a, content: "a"}
                - file: {dest: /etc/b, content: "b"}
            """));
    try (var runs = Files.list(host.resolve("var/lib/tuner/runs"))) {
      Files.delete(runs.findFirst().orElseThrow().resolve("0001.json"));
    }
    printed();
    assertThat(run("rollback")).isEqualTo(ExitCode.FAILED);
    assertThat(printed()).contains("0001.json was damaged after it was written");
    assertThat(host.resolve("etc/b")).hasContent("b");
  }

  @Test
  void runsThatMadeAndRemovedAndRemadeOnePathAreAllTakenBack() throws Exception {
    runsOfOnePath();
    assertThat(run("rollback", "--all")).isZero();
    assertThat(host.resolve("etc/n")).doesNotExist();
  }

  @Test
  void runsOfOnePathAreTakenBackOneAfterTheOther() throws Exception {
    runsOfOnePath();
    assertThat(run("rollback")).isZero();
    assertThat(host.resolve("etc/n")).doesNotExist();
    assertThat(run("rollback")).isZero();
    assertThat(host.resolve("etc/n/f")).hasContent("f");
    assertThat(run("rollback")).isZero();
    assertThat(host.resolve("etc/n")).doesNotExist();
  }

  @Test
  void aRollbackTellsWhatSomebodyElseMadeOfSuchAPath() throws Exception {
    runsOfOnePath();
    Files.writeString(host.resolve("etc/n"), "theirs");
    assertThat(run("rollback", "--all")).isEqualTo(ExitCode.FAILED);
    assertThat(out.toString(StandardCharsets.UTF_8)).contains("somebody else set content:/etc/n");
    assertThat(host.resolve("etc/n")).hasContent("theirs");
  }

  private void runsOfOnePath() throws Exception {
    run(
        "apply",
        playbook(
            """
                - file: {dest: /etc/n, state: directory, mode: "0711"}
                - file: {dest: /etc/n/f, content: "f"}
            """));
    run(
        "apply",
        playbook(
            """
                - file: {dest: /etc/n/f, state: absent}
                - file: {dest: /etc/n, state: absent}
            """));
    assertThat(run("apply", playbook("    - file: {dest: /etc/n, content: \"x\"}\n"))).isZero();
  }

  @Test
  void journalsThatAreTooLargeForOneAnswerAreReadInParts() throws Exception {
    for (int i = 1; i <= 5; i++) {
      run("apply", playbook("    - file: {dest: /etc/a, content: \"%d\"}\n".formatted(i)));
    }
    try (var runs = Files.newDirectoryStream(host.resolve("var/lib/tuner/runs"), "*")) {
      for (Path one : runs) {
        Path entry = one.resolve("0001.json");
        String name = "\"name\":\"" + "x".repeat(14 << 20) + "\"";
        String before = Files.readString(entry);
        Files.writeString(entry, before.replaceFirst("\"name\" *: *\"\"", name));
        assertThat(Files.size(entry)).isGreaterThan(14 << 20);
      }
    }
    assertThat(dispatch("history", "-i", hosts())).isZero();
    assertThat(printed().lines().filter(line -> line.contains("1 change "))).hasSize(5);
    assertThat(run("rollback", "--all")).isZero();
    assertThat(host.resolve("etc/a")).doesNotExist();
    assertThat(dispatch("history", "--prune", "-i", hosts())).isZero();
  }

  @Test
  void aCommandThatFailedIsShownOnce() throws Exception {
    Path playbook =
        playbook("    - command: {run: exit 3, creates: /nowhere, rollback: \"true\"}\n");
    Files.writeString(host.resolve("etc/a"), "");
    assertThat(run("apply", playbook)).isEqualTo(ExitCode.FAILED);
    String printed = printed();
    String failed = printed.substring(printed.indexOf("error:"));
    assertThat(failed.lines().filter(line -> line.contains("$ exit 3"))).hasSize(1);
  }

  @Test
  void aDamagedJournalIsAFailureOfItsHost() throws Exception {
    Path file = Files.writeString(host.resolve("etc/a"), "first\n");
    run("apply", playbook("    - file: {dest: /etc/a, content: \"second\\n\"}\n"));
    try (var entries = Files.newDirectoryStream(host.resolve("var/lib/tuner/runs"), "*")) {
      Files.writeString(entries.iterator().next().resolve("0001.json"), "{");
    }
    assertThat(run("rollback")).isEqualTo(ExitCode.FAILED);
    assertThat(err.toString(StandardCharsets.UTF_8) + out).contains("0001.json was damaged");
    assertThat(Files.readString(file)).isEqualTo("second\n");
  }

  @Test
  void aRollbackTellsWhyAJournalCannotBeReadAndNotThatItIsEmpty() throws Exception {
    run("apply", playbook("    - file: {dest: /etc/a, content: \"x\"}\n"));
    Path sequence = host.resolve("var/lib/tuner/sequence");
    Files.delete(sequence);
    Files.createDirectory(sequence);
    printed();
    assertThat(run("rollback")).isEqualTo(ExitCode.FAILED);
    assertThat(printed())
        .contains("/var/lib/tuner/sequence", "irectory")
        .doesNotContain("root alone");
    assertThat(err.toString(StandardCharsets.UTF_8)).doesNotContain("no run is left");
    assertThat(host.resolve("etc/a")).exists();
  }

  @Test
  void aRollbackOfAHostThatCannotBeReachedDoesNotTellThatNoRunIsLeft() throws Exception {
    Files.writeString(
        Path.of(hosts()), "all: {hosts: {db1: {ansible_host: 127.0.0.1, ansible_port: 1}}}\n");
    assertThat(run("rollback")).isEqualTo(ExitCode.UNREACHABLE);
    assertThat(err.toString(StandardCharsets.UTF_8)).doesNotContain("no run is left");
    assertThat(run("rollback", "20200101T000000Z-0000")).isEqualTo(ExitCode.UNREACHABLE);
  }

  @Test
  void aLaterPlayGoesOnWithTheRun() throws Exception {
    Path file = Files.writeString(host.resolve("etc/a"), "first\n");
    Path playbook =
        playbook(
            """
                - file: {dest: /etc/a, content: "second"}
            - hosts: all
              tasks:
                - file: {dest: /etc/a, content: "third"}
                - file: {dest: /etc/b, content: "made"}
            """);
    assertThat(run("apply", playbook)).isZero();
    assertThat(Files.readString(file)).isEqualTo("third");
    assertThat(run("rollback")).isZero();
    assertThat(Files.readString(file)).isEqualTo("first\n");
    assertThat(host.resolve("etc/b")).doesNotExist();
  }

  @Test
  void owedHandlersRunInDeclaredOrder() throws Exception {
    Path playbook =
        playbook(
            """
                - file: {dest: /etc/a, content: "x"}
                  notify: [first, second]
              handlers:
                - {name: first, run: {command: "test -e $R/etc/ready && echo z first >> $R/etc/ran"}}
                - {name: second, run: {command: "echo second >> $R/etc/ran"}}
            """);
    assertThat(run("apply", playbook)).isEqualTo(ExitCode.FAILED);
    Files.createFile(host.resolve("etc/ready"));
    assertThat(run("apply", playbook)).isZero();
    assertThat(host.resolve("etc/ran")).hasContent("z first\nsecond\n");
  }

  @Test
  void aHandlerOfAChangeThatIsTakenBackIsNotOwed() throws Exception {
    Path playbook = playbook(FAILING_HANDLER);
    assertThat(run("apply", playbook)).isEqualTo(ExitCode.FAILED);
    assertThat(host.resolve("var/lib/tuner/notified")).isNotEmptyDirectory();
    assertThat(run("rollback")).isZero();
    assertThat(host.resolve("var/lib/tuner/notified")).isEmptyDirectory();
    assertThat(host.resolve("var/lib/tuner/notified-by")).isEmptyDirectory();
  }

  @Test
  void aHandlerThatAnEarlierRunStillOwesStays() throws Exception {
    run("apply", playbook(FAILING_HANDLER));
    run("apply", playbook(FAILING_HANDLER.replace("/etc/a,", "/etc/b,")));
    assertThat(run("rollback")).isZero();
    assertThat(host.resolve("var/lib/tuner/notified")).isNotEmptyDirectory();
    assertThat(run("rollback")).isZero();
    assertThat(host.resolve("var/lib/tuner/notified")).isEmptyDirectory();
  }

  @Test
  void anOwedHandlerThatCannotBeReadIsAFailure() throws Exception {
    Files.createDirectories(host.resolve("var/lib/tuner/notified"));
    Files.writeString(host.resolve("var/lib/tuner/notified/restart_x"), "{");
    assertThat(run("apply", playbook("    - file: {dest: /etc/a, content: x}\n")))
        .isEqualTo(ExitCode.FAILED);
    assertThat(printed()).contains("/var/lib/tuner/notified/restart_x", "move it away");
    assertThat(host.resolve("etc/a")).doesNotExist();
  }

  private static final String FAILING_HANDLER =
      """
          - file: {dest: /etc/a, content: "x"}
            notify: it
        handlers:
          - {name: it, run: {command: "test -e $R/etc/ready"}}
      """;

  @Test
  void anIgnoredFailureThatIsKnownBeforehandStopsNothing() throws Exception {
    Files.createDirectory(host.resolve("etc/directory"));
    Path playbook =
        playbook(
            """
                - file: {dest: /etc/directory, content: "x"}
                  ignore_errors: true
                - file: {dest: /etc/made, content: "x"}
            """);
    assertThat(run("apply", playbook)).isZero();
    assertThat(printed()).contains("failed (ignored): /etc/directory", "1 host: 1 changed");
    assertThat(host.resolve("etc/made")).exists();
  }

  @Test
  void anIgnoredFailureStopsNoLaterPlayAndNoRollback() throws Exception {
    Path playbook =
        playbook(
            """
                - command: {run: "exit 3", creates: /nowhere, rollback: "true"}
                  ignore_errors: true
            - hosts: all
              any_errors_fatal: true
              tasks:
                - file: {dest: /etc/made, content: "x"}
            """);
    assertThat(run("apply", playbook, "--output", "json")).isZero();
    assertThat(printed()).contains("\"status\" : \"failed\",\n      \"ignored\" : true");
    assertThat(host.resolve("etc/made")).exists();
    assertThat(run("rollback")).isZero();
    assertThat(host.resolve("etc/made")).doesNotExist();
  }

  @ParameterizedTest
  @CsvSource({
    "'\"db1\":{', '\"db2\":{'",
    "'\"connections\":{', '\"connections\":{\"db2\":5},\"x\":{'"
  })
  void aPlanWithoutAHostsConnectionIsRefused(String saved, String edited) throws Exception {
    Path plan = directory.resolve("plan.json");
    Path playbook = playbook("    - file: {dest: /etc/a, content: \"x\"}\n");
    assertThat(dispatch("plan", playbook.toString(), "-i", hosts(), "-o", plan.toString()))
        .isZero();
    edited(plan, saved, edited);
    assertThat(run("apply", plan)).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString(StandardCharsets.UTF_8))
        .contains("plan.json: this plan does not say how `db1` is reached");
    assertThat(host.resolve("etc/a")).doesNotExist();
  }

  @Test
  void aRootThatIsNotThereIsAnErrorAndNothingIsMade() throws Exception {
    Path playbook = playbook("    - file: {dest: /etc/a, content: \"x\"}\n");
    Path hosts = Path.of(hosts());
    Files.writeString(hosts, Files.readString(hosts).replace(host.toString(), host + "/image"));
    assertThat(run("apply", playbook)).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString(StandardCharsets.UTF_8))
        .contains("db1: there is no directory `" + host + "/image`; make it, or mend tuner_root");
    assertThat(host.resolve("image")).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(strings = {"/", "//", "/."})
  void theRootOfAHostIsNoDestination(String path) throws Exception {
    Path playbook = playbook("    - file: {dest: %s, mode: \"0700\"}\n".formatted(path));
    assertThat(run("apply", playbook)).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString(StandardCharsets.UTF_8))
        .contains("site.yml:3:", "the root of the host");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          config_option: {path: /etc/a, section: "s]x", option: a, value: 1} | `s]x` is not the name of a section
          config_option: {path: /etc/a, option: "a=b", value: 1}     | `a=b` is not the name of an option
          config_option: {path: /etc/a, option: "#a", value: 1}      | `#a` is not the name of an option
          file: {dest: "/etc/nl\\nname", content: x}                 | `/etc/nl\\nname` has a line end
          sysctl: {settings: {"vm.x\\ny": 1}}                        | `vm.x\\ny` is not the name of one kernel setting
          """)
  void aNameThatNoFileCanHoldIsAtFaultItself(String task, String message) throws Exception {
    assertThat(run("apply", playbook("    - " + task + "\n"))).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString(StandardCharsets.UTF_8)).contains("site.yml:3:", message);
  }

  @Test
  void eachReadingOfAHostIsNamedOnce() throws Exception {
    run("apply", playbook("    - file: {dest: /etc/a, content: \"${facts.kernel!'none'}\"}\n"));
    assertThat(err.toString(StandardCharsets.UTF_8).lines().map(line -> line.substring(9)))
        .startsWith("db1: reading", "db1: reading what its facts call for");
  }

  @Test
  void aSavedPlanWhoseBatchesWereDamagedIsCalledSo() throws Exception {
    Path plan = directory.resolve("plan.json");
    Path playbook = playbook("    - file: {dest: /etc/a, content: \"x\"}\n  serial: 30%\n");
    dispatch("plan", playbook.toString(), "-i", hosts(), "-o", plan.toString());
    String saved = Files.readString(plan);
    edited(plan, "\"30%\"", "\"x%\"");
    assertThat(run("apply", plan)).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString(StandardCharsets.UTF_8)).contains("this plan was damaged after");
    Files.writeString(plan, saved);
    assertThat(run("apply", plan)).isZero();
  }

  @Test
  void afterAnApplyOnlyItsOutcomeIsToldAndNoDifferenceAgain() throws Exception {
    run("apply", playbook("    - file: {dest: /etc/a, content: \"x\\n\"}\n"));
    String printed = printed();
    assertThat(printed.lines().filter(line -> line.contains("+x"))).hasSize(1);
    assertThat(printed)
        .contains("  file[/etc/a] (changed)\n", "1 host: 1 changed; 1 task: 1 changed");
  }

  @Test
  void aSavedPlanThatWasEditedIsRefused() throws Exception {
    Path plan = directory.resolve("plan.json");
    Path playbook = playbook("    - file: {dest: /etc/b, content: \"x\"}\n");
    assertThat(dispatch("plan", playbook.toString(), "-i", hosts(), "-o", plan.toString()))
        .isZero();
    String saved = Files.readString(plan);
    Files.writeString(plan, saved.replace("/etc/b", "/etc/c"));
    assertThat(run("apply", plan)).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString(StandardCharsets.UTF_8))
        .contains("plan.json: this plan was changed since it was saved", "make it anew");
    assertThat(host.resolve("etc/c")).doesNotExist();
    Files.writeString(plan, saved);
    assertThat(run("apply", plan)).isZero();
    assertThat(host.resolve("etc/b")).hasContent("x");
  }

  @Test
  void aSavedPlanThatNoLongerFitsTellsWhereItsTasksWereWritten() throws Exception {
    Path plan = directory.resolve("plan.json");
    Path playbook = playbook("    - file: {dest: /etc/b, content: \"x\"}\n");
    dispatch("plan", playbook.toString(), "-i", hosts(), "-o", plan.toString());
    Files.writeString(host.resolve("etc/b"), "theirs");
    printed();
    assertThat(run("apply", plan, "--output", "json")).isEqualTo(ExitCode.FAILED);
    assertThat(printed()).contains("\"source\" : \"" + playbook + ":3:7\"");
  }

  /** Edits a saved plan, by one who takes care that its checksum fits. */
  private static void edited(Path plan, String saved, String edited) throws Exception {
    Map<String, Object> document = JSON.std.mapFrom(Files.readString(plan).replace(saved, edited));
    document.put("checksum", Checksum.of(document));
    Files.writeString(plan, JSON.std.with(JSON.Feature.WRITE_NULL_PROPERTIES).asString(document));
  }
}
