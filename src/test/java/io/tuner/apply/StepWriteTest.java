package io.tuner.apply;

import static org.assertj.core.api.Assertions.assertThat;

import io.tuner.Proves;
import io.tuner.probe.HostShell;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A write that the kernel refuses says which file it was and why, in every shell. */
@Proves(
    what = "a refused write says which file and the kernel's own word, in every shell",
    against = "this machine's kernel and three shells")
class StepWriteTest {

  @TempDir Path directory;

  private String written(String shell, String path) throws Exception {
    List<String> words = new ArrayList<>(List.of(shell.split(" ")));
    words.add("-c");
    words.add(
        HostShell.preamble("", "T", Map.of())
            + StepFunctions.TEXT
            + "step_write "
            + path
            + " 4 && echo written");
    Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
    return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
  }

  @ParameterizedTest
  @ValueSource(strings = {"dash", "bash --posix", "busybox sh"})
  void theKernelsOwnWordReachesTheOperator(String shell) throws Exception {
    assertThat(written(shell, "/dev/full")).isEqualTo("/dev/full: No space left on device");
    assertThat(written(shell, "/proc/self/nothing"))
        .isEqualTo("/proc/self/nothing: No such file or directory");
    Path file = Files.writeString(directory.resolve("knob"), "1\n");
    assertThat(written(shell, file.toString())).isEqualTo("written");
    assertThat(file).hasContent("4\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"dash", "bash --posix", "busybox sh"})
  void directoriesThatItMakesCanBeReadWhateverUmaskTheLoginSet(String shell) throws Exception {
    List<String> words = new ArrayList<>(List.of(shell.split(" ")));
    words.add("-c");
    words.add(
        "umask 077; "
            + HostShell.preamble("", "T", Map.of())
            + StepFunctions.TEXT
            + "directory "
            + directory.resolve("a/b")
            + "; umask");
    Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
    assertThat(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip())
        .as("a command of the playbook keeps that of its login")
        .matches("0*77");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(directory.resolve("a"))))
        .isEqualTo("rwxr-xr-x");
    assertThat(Files.getPosixFilePermissions(directory.resolve("a/b")))
        .isEqualTo(Files.getPosixFilePermissions(directory.resolve("a")));
  }
}
