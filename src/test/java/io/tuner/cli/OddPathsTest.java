package io.tuner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.UserDefinedFileAttributeView;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** Paths of which more is to be known than what lies there. */
class OddPathsTest extends OneHost {

  private static final String WARNING =
      "warning: /etc/a has 2 names (hard links): the others go on to hold what it holds now";

  @Test
  void aFileThatIsReplacedLosesItsOtherNamesAndThePlanSaysSo() throws Exception {
    Files.createLink(host.resolve("etc/b"), Files.writeString(host.resolve("etc/a"), "old\n"));
    Path playbook = playbook("    - file: {dest: /etc/a, content: \"new\\n\"}\n");
    assertThat(dispatch("plan", playbook.toString(), "-i", hosts())).isZero();
    assertThat(printed()).contains(WARNING);
    assertThat(run("apply", playbook, "--output", "json")).isZero();
    assertThat(printed()).contains(WARNING.substring(9));
    assertThat(host.resolve("etc/b")).hasContent("old\n");
    assertThat(dispatch("verify", playbook.toString(), "-i", hosts())).isZero();
    assertThat(printed()).doesNotContain("hard links");
  }

  @Test
  void aFileThatIsEditedLosesItsOtherNamesToo() throws Exception {
    Files.createLink(host.resolve("etc/b"), Files.writeString(host.resolve("etc/a"), "x=1\n"));
    run("plan", playbook("    - config_option: {path: /etc/a, option: x, value: 2}\n"));
    dispatch("plan", directory.resolve("site.yml").toString(), "-i", hosts());
    assertThat(printed()).contains(WARNING);
  }

  @Test
  void aModeIsSetForAllNamesAndNothingIsSaid() throws Exception {
    Files.createLink(host.resolve("etc/b"), Files.writeString(host.resolve("etc/a"), "x"));
    Path playbook = playbook("    - file: {dest: /etc/a, mode: \"0600\"}\n");
    dispatch("plan", playbook.toString(), "-i", hosts());
    assertThat(printed()).contains("0600").doesNotContain("hard links");
  }

  @Test
  void anEmptyDirectoryComesBackWithItsExtendedAttributes() throws Exception {
    Path empty = Files.createDirectory(host.resolve("etc/empty"));
    Assumptions.assumeTrue(
        Files.getFileStore(empty).supportsFileAttributeView(UserDefinedFileAttributeView.class),
        "the file system of temporary files has no extended attributes");
    attributes(empty).write("kept", ByteBuffer.wrap("here".getBytes(StandardCharsets.UTF_8)));
    Path playbook = playbook("    - file: {dest: /etc/empty, state: absent}\n");
    assertThat(run("apply", playbook)).isZero();
    assertThat(empty).doesNotExist();
    assertThat(run("rollback")).isZero();
    assertThat(attributes(empty).list()).containsExactly("kept");
    assertThat(empty).isEmptyDirectory();
  }

  private static UserDefinedFileAttributeView attributes(Path path) {
    return Files.getFileAttributeView(path, UserDefinedFileAttributeView.class);
  }

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
