package io.tuner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** From words to exit code and output, for what contacts no host. */
class DispatchTest {

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @Test
  void theVersionIsThatOfTheBuild() throws IOException {
    assertThat(run("--version")).isZero();
    String version = text(out).strip().replace("tuner ", "");
    assertThat(Files.readString(Path.of("pom.xml")))
        .contains("<artifactId>tuner</artifactId>\n  <version>" + version + "</version>");
  }

  @Test
  void withoutWordsTheOverviewIsAnError() {
    assertThat(run()).isEqualTo(ExitCode.USAGE);
    assertThat(text(err)).startsWith("usage: tuner COMMAND");
    assertThat(text(out)).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("io.tuner.cli.Commands#names")
  void everyCommandHasHelp(String command) {
    assertThat(run(command, "--help")).isZero();
    assertThat(text(out))
        .startsWith("usage: tuner " + command)
        .contains(Commands.find(command).orElseThrow().summary())
        .contains("exit: 0 as declared");
    assertThat(run("help", command)).isZero();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          aply;             unknown command `aply`;                    did you mean `apply`?
          frobnicate;       unknown command `frobnicate`;              commands: apply,
          --dry-run apply;  `--dry-run` stands before the command;     write `tuner COMMAND --dry-run
          apply -y p.yml;   unknown option `-y` of tuner apply;        did you mean `--yes`?
          plan p.yml -f 0;  `-f` takes a number of at least 1, not `0`; `tuner plan --help`
          plan p.yml -f x;  `-f` takes N, not `x`;                     `tuner plan --help`
          doc sysclt;       unknown type `sysclt`;                     did you mean `sysctl`?
          schema x;         `x` is one argument too many for tuner schema; `tuner schema --help`
          completion csh;   tuner completion takes bash|zsh, not `csh`; `tuner completion --help`
          """)
  void whatIsWrongIsSaidInOneForm(String line, String message, String hint) {
    assertThat(run(line.split(" "))).isEqualTo(ExitCode.USAGE);
    assertThat(text(err)).startsWith("error: " + message + "\nhint: " + hint);
    assertThat(text(out)).isEmpty();
  }

  @Test
  void lintWithoutAnInventoryChecksAllThatNeedsNone(@TempDir Path directory) throws IOException {
    Path playbook = directory.resolve("site.yml");
    String play =
        """
        - hosts: database
          tasks:
            - sysctl: {settings: {vm.swappiness: "${swappiness}", vm.x: %s}}
              when: role == 'db'
            - file: {dest: %s, content: x}
        """;
    Files.writeString(playbook, play.formatted("1", "/etc/a"));
    assertThat(run("lint", playbook.toString())).isZero();
    assertThat(text(out))
        .startsWith("warning: no inventory: hosts and their variables are not checked\n")
        .contains("0 errors, 1 warning");
    out.reset();
    Files.writeString(playbook, play.formatted("1", "etc/a"));
    assertThat(run("lint", playbook.toString())).isEqualTo(ExitCode.USAGE);
    assertThat(text(out))
        .contains("site.yml:5:", "`etc/a` is not an absolute path", "1 error, 1 warning");
  }

  @Test
  void lintTellsOfEveryLayerAtOnce(@TempDir Path directory) throws IOException {
    Path playbook = directory.resolve("site.yml");
    Files.writeString(
        playbook,
        """
        - hosts: all
          serail: 1
          tasks:
            - sysctl: {settings: {vm.swappiness: 1}, persit: true}
            - block_queue: {devices: sda, nr_requests: many}
          benchmarks:
            - fio: {filename: /data/f, rw: wirte}
        """);
    assertThat(run("lint", playbook.toString())).isEqualTo(ExitCode.USAGE);
    assertThat(text(out))
        .contains("site.yml:2:3: ", "site.yml:4:", "site.yml:5:", "site.yml:7:", "4 errors");
  }

  @Test
  void docListsEveryTypeAndShowsItsPage() {
    assertThat(run("doc")).isZero();
    assertThat(text(out)).contains("sysctl").contains("only under `handlers`:").contains("restart");
    out.reset();
    assertThat(run("doc", "sysctl")).isZero();
    assertThat(text(out)).startsWith("# sysctl\n").contains("`settings` (");
    out.reset();
    assertThat(run("doc", "fio")).isZero();
    assertThat(text(out)).startsWith("# fio\n").contains("`iodepth` (").contains("    - fio:\n");
    out.reset();
    assertThat(run("doc", "disk_io")).isZero();
    assertThat(text(out)).startsWith("# disk_io\n").contains("under `observe` of a benchmark");
  }

  @Test
  void theCompletionScriptKnowsCommandsAndOptions() {
    assertThat(run("completion", "bash")).isZero();
    assertThat(text(out)).contains("rollback").contains("'--dry-run'").contains("'--skip-tags'");
  }

  @Test
  void aResultThatIsLostIsAFailure() {
    assertThat(run(refusing("No space left on device"), "--version")).isEqualTo(ExitCode.FAILED);
    assertThat(text(err)).isEqualTo("error: the result cannot be written to standard output\n");
  }

  @Test
  void whoReadsNoFurtherHasAllThatTheyWanted() {
    assertThat(run(new Console.Piped(refusing("Broken pipe")), "--version")).isZero();
    assertThat(run(new Console.Piped(refusing("No space left on device")), "--version"))
        .isEqualTo(ExitCode.FAILED);
  }

  private static OutputStream refusing(String reason) {
    return new OutputStream() {
      @Override
      public void write(int b) throws IOException {
        throw new IOException(reason);
      }
    };
  }

  private int run(String... words) {
    return run(out, words);
  }

  private int run(OutputStream result, String... words) {
    Console console =
        new Console(
            new PrintStream(result, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            new BufferedReader(new StringReader("")),
            false,
            false,
            false,
            Map.of());
    return new Dispatch(console).run(words);
  }

  private static String text(ByteArrayOutputStream bytes) {
    return bytes.toString(StandardCharsets.UTF_8);
  }
}
