package io.tuner;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** When the launcher builds, and how it hands over to Java. */
class LauncherTest extends LauncherProject {

  @Test
  void buildsOnFirstUseAndAfterAChangeOnly() throws Exception {
    java(installed.resolve("java-17"), "17.0.1");
    assertThat(launch().err()).isEqualTo("tuner: building (first use, about a minute)…\n");
    assertThat(launch().err()).isEmpty();
    assertThat(mavenRuns).content().hasLineCount(1);

    age(project.resolve("src/main/java/Main.java"), -60);
    assertThat(launch().err()).isEqualTo("tuner: building (a source has changed)…\n");
    assertThat(mavenRuns).content().hasLineCount(2);
  }

  @Test
  void buildsAgainAfterAFileWasRemoved() throws Exception {
    java(installed.resolve("java-17"), "17.0.1");
    launch();
    Files.delete(project.resolve("src/main/java/Main.java"));
    age(project.resolve("src/main/java"), -60);
    assertThat(launch().err()).contains("a source has changed");
  }

  @Test
  void leavesTheFilesOfTheBuildBeforeToThoseWhoRunIt() throws Exception {
    java(installed.resolve("java-17"), "17.0.1");
    launch();
    Path first = current();
    for (int build = 0; build < 2; build++) {
      Path before = current();
      age(project.resolve("pom.xml"), -60 - build);
      launch();
      assertThat(current()).isNotEqualTo(before);
      assertThat(before.resolve("tuner.jar")).exists();
      assertThat(before.resolve("lib/one.jar")).exists();
    }
    assertThat(first).doesNotExist();
  }

  @Test
  void showsWhyABuildFailedAndTriesAgainTheNextTime() throws Exception {
    java(installed.resolve("java-17"), "17.0.1");
    maven("echo '[ERROR] Main.java:[1,7] cannot find symbol'\nexit 1\n");
    for (int launch = 1; launch <= 2; launch++) {
      Ended ended = launch();
      assertThat(ended.code()).isEqualTo(2);
      assertThat(ended.out()).isEmpty();
      assertThat(ended.err())
          .contains("[ERROR] Main.java:[1,7] cannot find symbol\ntuner: error: the build failed\n");
      assertThat(mavenRuns).content().hasLineCount(launch);
    }
    maven("");
    assertThat(launch().code()).isZero();
  }

  @Test
  void twoLaunchesAtTheSameTimeBuildOnce() throws Exception {
    java(installed.resolve("java-17"), "17.0.1");
    Path started = fifo("started");
    Path released = fifo("released");
    maven(
        """
        if mkdir '%s/once'; then
          echo started >'%s'
          read -r word <'%s'
        fi
        """
            .formatted(directory, started, released));
    Process first = start(Map.of(), List.of("sh", project.resolve("tuner").toString(), "first"));
    try (BufferedReader reader = Files.newBufferedReader(started)) {
      assertThat(reader.readLine()).isEqualTo("started");
    }
    Process second = start(Map.of(), List.of("sh", project.resolve("tuner").toString(), "second"));
    try (BufferedReader reader = second.errorReader()) {
      assertThat(reader.readLine()).isEqualTo("tuner: waiting for another build…");
      Files.writeString(released, "go on\n");
      assertThat(new String(first.getInputStream().readAllBytes())).contains("<first>");
      assertThat(new String(second.getInputStream().readAllBytes())).contains("<second>");
    }
    assertThat(first.waitFor()).isZero();
    assertThat(second.waitFor()).isZero();
    assertThat(mavenRuns).content().hasLineCount(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"sh", "bash"})
  void passesArgumentsAndTheExitCodeOnUnharmed(String shell) throws Exception {
    java(installed.resolve("java-17"), "17.0.1");
    List<String> arguments =
        List.of(
            "apply", "", "a  b", "it's", "\"q\"", "*", "$HOME", "\\n", "line\nbreak", "-e", "x=é");
    List<String> command = new ArrayList<>(List.of(shell, project.resolve("tuner").toString()));
    command.addAll(arguments);
    Ended ended = end(start(Map.of("EXIT", "5"), command));
    assertThat(ended.code()).isEqualTo(5);
    assertThat(ended.out()).endsWith("<" + String.join("><", arguments) + ">\n");
  }

  @Test
  void passesTheOptionsOfTheUserToTheJvm() throws Exception {
    java(installed.resolve("java-17"), "17.0.1");
    String out = launch(Map.of("TUNER_JAVA_OPTS", "-Xmx64m -Dany=*")).out();
    assertThat(out).contains("<-Xmx64m><-Dany=*><-cp>");
  }

  @Test
  void findsItsProjectThroughLinks() throws Exception {
    java(installed.resolve("java-17"), "17.0.1");
    Path elsewhere = Files.createDirectories(directory.resolve("elsewhere"));
    Files.createSymbolicLink(elsewhere.resolve("absolute"), project.resolve("tuner"));
    Files.createSymbolicLink(elsewhere.resolve("relative"), Path.of("absolute"));
    Ended ended = end(start(Map.of(), List.of(elsewhere.resolve("relative").toString(), "x")));
    assertThat(ended.code()).isZero();
    assertThat(ended.out()).contains("<" + current().resolve("tuner.jar") + ">");
  }

  @Test
  void makesAnArchiveOnceForEachJavaAndRunsWithIt() throws Exception {
    Path older = java(installed.resolve("java-17"), "17.0.1");
    Path newer = java(installed.resolve("java-25"), "25.0.3");
    for (int launch = 0; launch < 2; launch++) {
      assertThat(launch(Map.of("JAVA_HOME", older.toString())).out())
          .contains("<-XX:SharedArchiveFile=" + current().resolve("17.0.1"));
      assertThat(launch(Map.of("JAVA_HOME", newer.toString())).out())
          .contains("<-XX:AOTCache=" + current().resolve("25.0.3"));
    }
    assertThat(directory.resolve("trainings")).content().hasLineCount(2);
  }

  @Test
  void makesTheArchiveByARunOnACopyOfTheQuickStart() throws Exception {
    java(installed.resolve("java-17"), "17.0.1");
    Files.createDirectories(project.resolve("inventories/sandbox"));
    Files.createDirectories(project.resolve("playbooks"));
    launch();
    Path scene = current().resolve("training");
    assertThat(directory.resolve("trainings"))
        .content()
        .isEqualTo(scene + " inventories playbooks -XX:ArchiveClassesAtExit\n");
    assertThat(scene).doesNotExist();
  }

  @Test
  void runsWithoutAnArchiveWhereTheJavaMakesNone() throws Exception {
    java(installed.resolve("java-17"), "17.0.1");
    for (int launch = 0; launch < 2; launch++) {
      Ended ended = launch(Map.of("NO_ARCHIVE", "yes"));
      assertThat(ended.code()).isZero();
      assertThat(ended.out()).doesNotContain("SharedArchiveFile");
    }
    assertThat(directory.resolve("trainings")).content().hasLineCount(1);
  }

  @Test
  void becomesTheJavaProcessSoThatSignalsReachIt() throws Exception {
    java(installed.resolve("java-17"), "17.0.1");
    Process process = start(Map.of(), List.of("sh", project.resolve("tuner").toString()));
    assertThat(end(process).out()).contains("process=" + process.pid() + "\n");
  }
}
