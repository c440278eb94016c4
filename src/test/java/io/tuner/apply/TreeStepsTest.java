package io.tuner.apply;

import static org.assertj.core.api.Assertions.assertThat;

import io.tuner.probe.HostShell;
import io.tuner.resource.Script;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TreeStepsTest {

  @TempDir Path root;

  private int run(Script script) throws Exception {
    return run("", script);
  }

  private int run(String before, Script script) throws Exception {
    String text =
        HostShell.preamble(root.toString(), "token", Map.of())
            + StepFunctions.TEXT
            + before
            + StepShell.commands(script);
    Process shell = new ProcessBuilder("sh").redirectErrorStream(true).start();
    shell.getOutputStream().write(HostShell.bytes(text));
    shell.getOutputStream().close();
    shell.getInputStream().readAllBytes();
    return shell.waitFor();
  }

  private Path at(String path) {
    return root.resolve(path.substring(1));
  }

  private void write(String path, String text) throws Exception {
    Files.createDirectories(at(path).getParent());
    Files.writeString(at(path), text);
  }

  @Test
  void aCopyTakesTheWholeTreeAndAnOlderCopysPlace() throws Exception {
    write("/data/state/shared memory.bin", "state");
    Files.createSymbolicLink(at("/data/state/link"), Path.of("shared memory.bin"));
    write("/data/kept/old", "old");
    assertThat(run(Script.empty().copyTree("/data/state", "/data/kept"))).isZero();
    assertThat(HostTree.of(at("/data/kept"))).isEqualTo(HostTree.of(at("/data/state")));
    assertThat(Files.list(at("/data"))).containsOnly(at("/data/kept"), at("/data/state"));
  }

  @Test
  void whereTheCopyFailsTheOlderOneStays() throws Exception {
    write("/data/kept/old", "old");
    assertThat(run(Script.empty().copyTree("/data/none", "/data/kept"))).isNotZero();
    assertThat(at("/data/kept/old")).hasContent("old");
  }

  @Test
  void aNewNameTakesNobodysPlace() throws Exception {
    write("/data/kept/x", "1");
    write("/data/state/y", "2");
    assertThat(run(Script.empty().rename("/data/kept", "/data/state"))).isNotZero();
    assertThat(at("/data/kept/x")).hasContent("1");
    assertThat(run(Script.empty().rename("/data/kept", "/data/other"))).isZero();
    assertThat(at("/data/other/x")).hasContent("1");
    assertThat(at("/data/kept")).doesNotExist();
  }

  @Test
  void aCopyWhoseShellWasKilledLeavesTheOlderOneAndIsMadeAgain() throws Exception {
    write("/data/state/a", "1");
    write("/data/state/b", "2");
    write("/data/kept/old", "old");
    String dies = "cp() { mkdir \"$4\"; command cp \"$3/a\" \"$4/\"; kill -9 $$; }\n";
    assertThat(run(dies, Script.empty().copyTree("/data/state", "/data/kept"))).isNotZero();
    assertThat(at("/data/.kept.tuner/a")).hasContent("1");
    assertThat(at("/data/kept/old")).hasContent("old");
    assertThat(run(Script.empty().copyTree("/data/state", "/data/kept"))).isZero();
    assertThat(HostTree.of(at("/data/kept"))).isEqualTo(HostTree.of(at("/data/state")));
    assertThat(Files.list(at("/data"))).containsOnly(at("/data/kept"), at("/data/state"));
  }

  @Test
  void aCopyThatLacksAFileIsNoCopy() throws Exception {
    write("/data/state/a", "1");
    write("/data/kept/old", "old");
    // A tool that says it copied, and did not copy all.
    write("/bin/cp", "#!/bin/sh\nmkdir \"$4\"\n");
    at("/bin/cp").toFile().setExecutable(true);
    String path = "PATH=" + at("/bin") + ":$PATH\n";
    assertThat(run(path, Script.empty().copyTree("/data/state", "/data/kept"))).isNotZero();
    assertThat(at("/data/kept/old")).hasContent("old");
    assertThat(Files.list(at("/data"))).containsOnly(at("/data/kept"), at("/data/state"));
  }

  @Test
  void contentsMoveWithTheirHiddenFilesAndTakeNobodysPlace() throws Exception {
    write("/data/.tuner/a b", "1");
    write("/data/.tuner/.hidden/x", "2");
    write("/data/.tuner/..odd", "3");
    assertThat(run(Script.empty().moveContents("/data/.tuner", "/data"))).isZero();
    assertThat(Files.list(at("/data")))
        .containsOnly(at("/data/a b"), at("/data/.hidden"), at("/data/..odd"));
    write("/data/.tuner/a b", "other");
    assertThat(run(Script.empty().moveContents("/data/.tuner", "/data"))).isNotZero();
    assertThat(at("/data/a b")).hasContent("1");
  }

  @Test
  void aTreeGoesWhole() throws Exception {
    write("/data/kept/deep/x", "1");
    assertThat(run(Script.empty().removeTree("/data/kept").removeTree("/data/kept"))).isZero();
    assertThat(at("/data/kept")).doesNotExist();
  }

  @Test
  void aLongStepHasItsOwnTime() {
    Script copy = Script.empty().copyTree("/data/a", "/data/b");
    Script script = Script.empty().within(Duration.ofHours(1), copy.then(copy)).then(copy);
    assertThat(script.patience()).isEqualTo(Duration.ofHours(2));
    assertThat(StepShell.commands(script))
        .isEqualTo(StepShell.commands(copy.then(copy).then(copy)));
  }
}
