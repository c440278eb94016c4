package io.tuner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The commands that a run offers can be typed as they stand, and do what is said of them. */
class WhatNextTest extends OneHost {

  private String inventory() {
    return " -i " + hosts();
  }

  @Test
  void aRefusedRollbackNamesTheWordThatOverwrites() throws Exception {
    assertThat(run("apply", playbook("    - file: {dest: /etc/a, content: ours}\n"))).isZero();
    Files.writeString(host.resolve("etc/a"), "theirs");
    printed();
    assertThat(run("rollback")).isEqualTo(ExitCode.FAILED);
    assertThat(printed())
        .containsPattern("`tuner rollback \\S+ --force -l db1" + inventory() + "` overwrites what");
    assertThat(host.resolve("etc/a")).hasContent("theirs");
    assertThat(run("rollback", "--force")).isZero();
    assertThat(host.resolve("etc/a")).doesNotExist();
  }

  @Test
  void whatFailedHalfWayIsRestoredToo() throws Exception {
    Path playbook =
        playbook(
            """
                - file: {dest: /etc/a, content: x}
                - command: {run: "echo half > $R/etc/b; exit 3", creates: /etc/c}
            """);
    assertThat(run("apply", playbook)).isEqualTo(ExitCode.FAILED);
    assertThat(printed())
        .containsPattern(
            "1 applied, 1 failed, 0 not started; `tuner rollback \\S+"
                + inventory()
                + "` restores the first 2");
  }

  @Test
  void aSavedPlanKnowsItsInventory() throws Exception {
    Path playbook = playbook("    - file: {dest: /etc/a, content: x}\n");
    String plan = directory.resolve("plan.json").toString();
    assertThat(dispatch("plan", playbook.toString(), "-o", plan, "-i", hosts())).isZero();
    printed();
    String report = directory.resolve("report").toString();
    assertThat(dispatch("apply", plan, "--yes", "--report", report)).isZero();
    assertThat(printed()).containsPattern("`tuner rollback \\S+" + inventory() + "` takes it back");
  }

  @Test
  void aPageTellsOfItsNamesake() {
    assertThat(dispatch("doc", "command")).isZero();
    assertThat(printed()).contains("`tuner doc benchmark.command`");
    assertThat(dispatch("doc", "benchmark.command")).isZero();
    assertThat(printed())
        .contains("Any program that tells numbers")
        .doesNotContain("has this name");
    assertThat(dispatch("doc", "sysctl")).isZero();
    assertThat(printed()).doesNotContain("has this name");
  }
}
