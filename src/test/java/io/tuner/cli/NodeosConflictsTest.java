package io.tuner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tuner.Trap;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Two tasks of a play that have to do with nodeos' config.ini, on a copy of a sandbox's node. */
class NodeosConflictsTest extends OneHost {

  private static final String NODE =
      "    - nodeos_state: {config_dir: /etc/nodeos, data_dir: /data/nodeos, size: 128G, mode: ";

  private static final String HEAP = NODE + "heap}\n";

  @BeforeEach
  void node() throws Exception {
    Path tree = Path.of("inventories/sandbox/node1");
    Process copy = new ProcessBuilder("cp", "-a", tree + "/.", host.toString()).inheritIO().start();
    assertThat(copy.waitFor()).isZero();
  }

  private static String option(String path, String option, String value) {
    String said = value.equals("absent") ? "state: absent" : "value: " + value;
    return "    - config_option: {path: %s, option: %s, inline_comments: true, %s}\n"
        .formatted(path, option, said);
  }

  private int plan(Path playbook) {
    return dispatch("plan", playbook.toString(), "-i", hosts());
  }

  private String told() {
    return err.toString(StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @CsvSource({
    "database-map-mode,mapped_private,heap",
    "database-map-mode,absent,heap",
    "chain-state-db-size-mb,65536,131072"
  })
  @Trap(types = "conflicts", value = "two tasks set one knob to two values")
  void anOptionThatTheStateSetsOtherwiseIsRefusedBeforeTheHostIsAsked(
      String option, String value, String own) throws Exception {
    Path playbook = playbook(option("/etc/nodeos/config.ini", option, value) + HEAP);
    assertThat(plan(playbook)).isEqualTo(ExitCode.USAGE);
    assertThat(told())
        .contains(
            "`config:/etc/nodeos/config.ini:%s` is set to `%s` here, and to `%s` by"
                    .formatted(option, own, value)
                + " `config_option[/etc/nodeos/config.ini:"
                + option
                + "]`");
  }

  @Test
  void theModeThatNobodyNeedsToWriteIsOneAsWell() throws Exception {
    String heap = option("/etc/nodeos/config.ini", "database-map-mode", "heap");
    assertThat(plan(playbook(heap + NODE + "mapped}\n"))).isEqualTo(ExitCode.USAGE);
    assertThat(told()).contains("`config:/etc/nodeos/config.ini:database-map-mode` is set to");
    String mapped = option("/etc/nodeos/config.ini", "database-map-mode", "mapped");
    assertThat(plan(playbook(mapped + NODE + "mapped}\n"))).as(told()).isZero();
  }

  @Test
  void anOptionOfTheSameValueAndAnotherOptionAreNoConflict() throws Exception {
    Path playbook =
        playbook(
            option("/etc/nodeos/config.ini", "chain-state-db-size-mb", "131072")
                + option("/etc/nodeos/config.ini", "max-clients", "250")
                + HEAP);
    assertThat(plan(playbook)).as(told() + printed()).isZero();
  }

  @Test
  void theFileUnderAnotherNameIsTheSameFile() throws Exception {
    Files.createSymbolicLink(host.resolve("etc/leap"), Path.of("nodeos"));
    Path playbook = playbook(option("/etc/leap/config.ini", "database-map-mode", "locked") + HEAP);
    assertThat(plan(playbook)).isEqualTo(ExitCode.FAILED);
    assertThat(printed())
        .contains(
            "nodeos_state[/data/nodeos]: sets config:/etc/nodeos/config.ini:database-map-mode to"
                + " `heap`, and config_option[/etc/leap/config.ini:database-map-mode] sets it to"
                + " `locked`");
  }

  @ParameterizedTest
  @ValueSource(strings = {"file", "template"})
  void aWholeConfigThatSaysOtherwiseIsRefused(String type) throws Exception {
    assertThat(run("apply", playbook(whole(type, "mapped_private") + HEAP)))
        .isEqualTo(ExitCode.FAILED);
    String address = type + "[/etc/nodeos/config.ini]";
    assertThat(printed())
        .contains(
            "nodeos_state[/data/nodeos]: changes /etc/nodeos/config.ini, of which "
                + address
                + " sets all: let one of the two have the file");
    assertThat(host.resolve("var/lib/tuner")).doesNotExist();
    assertThat(plan(playbook(whole(type, "heap") + HEAP))).as(told()).isZero();
  }

  private String whole(String type, String mode) throws Exception {
    String text = "chain-state-db-size-mb = 131072\ndatabase-map-mode = " + mode + "\n";
    Path templates = Files.createDirectories(directory.resolve("templates"));
    Files.writeString(templates.resolve("config.ini"), text);
    String content =
        type.equals("file") ? "content: \"" + text.replace("\n", "\\n") + '"' : "src: config.ini";
    return "    - %s: {dest: /etc/nodeos/config.ini, %s}\n".formatted(type, content);
  }
}
