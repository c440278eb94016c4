package io.tuner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two tasks of a play that have to do with one file. */
class SharedPathsTest extends OneHost {

  private void isRefused(String playbook, String... said) throws Exception {
    assertThat(run("apply", playbook(playbook))).isEqualTo(ExitCode.FAILED);
    assertThat(printed()).contains(said);
    assertThat(host.resolve("var")).doesNotExist();
  }

  @Test
  void oneFileUnderTwoNamesIsOneKnob() throws Exception {
    Files.writeString(host.resolve("etc/real"), "old");
    Files.createSymbolicLink(host.resolve("etc/link"), Path.of("real"));
    isRefused(
        """
            - file: {dest: /etc/link, content: "one"}
            - file: {dest: /etc/real, content: "two\\nlines\\n"}
        """,
        "file[/etc/real]: sets content:/etc/real to `two\\nlines\\n`, and file[/etc/link] sets it to"
            + " `one`");
    assertThat(host.resolve("etc/real")).hasContent("old");
  }

  @Test
  void oneFileBelowTwoNamesOfADirectoryIsOneKnob() throws Exception {
    Files.createDirectory(host.resolve("etc/real"));
    Files.createSymbolicLink(host.resolve("etc/link"), Path.of("/etc/real"));
    isRefused(
        """
            - file: {dest: /etc/real/new, content: "one"}
            - file: {dest: /etc/link/new, content: "two"}
        """,
        "file[/etc/link/new]",
        "file[/etc/real/new] sets it to `one`");
  }

  @Test
  void aLinkAndTheFileItLeadsToAreTwo() throws Exception {
    Path playbook =
        playbook(
            """
                - file: {dest: /etc/real, content: "x"}
                - file: {dest: /etc/link, state: link, target: real}
                - file: {dest: /etc/old, state: absent}
            """);
    Files.createSymbolicLink(host.resolve("etc/old"), Path.of("real"));
    assertThat(run("apply", playbook)).isZero();
    assertThat(run("apply", playbook)).isZero();
    assertThat(host.resolve("etc/link")).hasContent("x").isSymbolicLink();
    assertThat(host.resolve("etc/old")).doesNotExist();
  }

  @Test
  void twoOptionsOfOneFileUnderTwoNamesAreNoConflict() throws Exception {
    Files.writeString(host.resolve("etc/real"), "a=1\nb=1\n");
    Files.createSymbolicLink(host.resolve("etc/link"), Path.of("real"));
    Path playbook =
        playbook(
            """
                - config_option: {path: /etc/link, option: a, value: 2}
                - config_option: {path: /etc/real, option: b, value: 2}
            """);
    assertThat(run("apply", playbook)).isZero();
    assertThat(host.resolve("etc/real")).hasContent("a=2\nb=2\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/etc/a.ini", "/etc/link"})
  void aWholeFileAndAnOptionThatItSetsOtherwise(String path) throws Exception {
    Files.writeString(host.resolve("etc/a.ini"), "x=1\n");
    Files.createSymbolicLink(host.resolve("etc/link"), Path.of("a.ini"));
    isRefused(
        """
            - file: {dest: /etc/a.ini, content: "x=1\\n"}
            - config_option: {path: %s, option: x, value: 2}
        """
            .formatted(path),
        "config_option[" + path + ":x]: changes /etc/a.ini, of which file[/etc/a.ini] sets all");
  }

  @Test
  void anOptionAndAWholeFileThatIsYetToBeMade() throws Exception {
    isRefused(
        """
            - config_option: {path: /etc/a.ini, option: x, value: 2, create: true}
            - file: {dest: /etc/a.ini, content: "y=1\\n"}
        """,
        "config_option[/etc/a.ini:x]",
        "file[/etc/a.ini]");
  }

  @Test
  void anOptionOfAFileThatIsToBeRemoved() throws Exception {
    Files.writeString(host.resolve("etc/a.ini"), "x=1\n");
    isRefused(
        """
            - config_option: {path: /etc/a.ini, option: x, value: 2, create: true}
            - file: {dest: /etc/a.ini, state: absent}
        """,
        "config_option[/etc/a.ini:x]",
        "file[/etc/a.ini]");
  }

  @Test
  void aMountAndAWholeTableWithoutIt() throws Exception {
    Files.writeString(host.resolve("etc/fstab"), "# none\n");
    Files.createDirectories(host.resolve("proc/self"));
    Files.writeString(
        host.resolve("proc/self/mountinfo"), "22 1 8:1 / / rw shared:1 - ext4 /dev/sda1 rw\n");
    Files.writeString(host.resolve("proc/meminfo"), "MemTotal: 1024000 kB\n");
    isRefused(
        """
            - file: {dest: /etc/fstab, content: "# none\\n"}
            - mount: {path: /data, source: tmpfs, fstype: tmpfs, state: present}
        """,
        "mount[/data]",
        "file[/etc/fstab]");
  }

  @Test
  void aWholeFileAndAnOptionThatItSetsSoAreNoConflict() throws Exception {
    Path playbook =
        playbook(
            """
                - file: {dest: /etc/a.ini, content: "x=2\\n"}
                - config_option: {path: /etc/a.ini, option: x, value: 2}
            """);
    assertThat(run("apply", playbook)).isZero();
    assertThat(dispatch("verify", playbook.toString(), "-i", hosts())).isZero();
  }
}
