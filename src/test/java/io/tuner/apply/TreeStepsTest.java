package io.tuner.apply;

import static org.assertj.core.api.Assertions.assertThat;

import io.tuner.probe.HostShell;
import io.tuner.resource.Script;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TreeStepsTest {

  @TempDir Path root;

  private int run(Script script) throws Exception {
    String text =
        HostShell.preamble(root.toString(), "token", Map.of())
            + StepFunctions.TEXT
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
}
