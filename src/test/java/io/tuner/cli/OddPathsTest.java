package io.tuner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Paths of which more is to be known than what lies there. */
class OddPathsTest extends OneHost {

  @Test
  void twoNamesOfAFileThroughALinkToWhatIsNotThereAreOne() throws Exception {
    Files.createSymbolicLink(host.resolve("etc/link"), Path.of("real"));
    Path playbook =
        playbook(
            """
                - file: {dest: /etc/link, content: "one"}
                - file: {dest: /etc/real, content: "two"}
            """);
    assertThat(run("apply", playbook)).isEqualTo(ExitCode.FAILED);
    assertThat(printed())
        .contains("file[/etc/real]: sets content:/etc/real to `two`, and file[/etc/link] sets it");
    assertThat(host.resolve("etc/real")).doesNotExist();
  }

  @Test
  void aPathThatIsSomebodyElsesIsToldOnceWithAllThatLayBelow() throws Exception {
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
    Path theirs = Files.writeString(host.resolve("etc/n"), "theirs");
    printed();
    assertThat(run("rollback", "--all")).isEqualTo(ExitCode.FAILED);
    String printed = printed();
    String result = printed.substring(printed.indexOf("error:"));
    assertThat(result.lines().filter(line -> line.contains("error:"))).hasSize(1);
    assertThat(result).contains("/etc/n", "somebody else set");
    assertThat(theirs).hasContent("theirs");
  }
}
