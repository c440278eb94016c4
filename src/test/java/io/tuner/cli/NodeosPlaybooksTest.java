package io.tuner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tuner.Proves;
import io.tuner.Trap;
import io.tuner.apply.HostTree;
import io.tuner.apply.TestHost;
import io.tuner.plan.Subject;
import io.tuner.resource.Script;
import io.tuner.resource.Step;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The playbooks for nodes of an Antelope chain, on copies of their sandbox hosts. */
@Proves(
    types = "nodeos_state",
    what =
        "the playbooks of nodeos: dry run, apply, apply again, verify, rollback, and the migration "
            + "broken off behind each command",
    against = "sandbox hosts of files and models")
class NodeosPlaybooksTest {

  private static final Path SANDBOX = Path.of("inventories/sandbox");
  private static final String STATE = "data/nodeos/state/shared_memory.bin";

  private static final Subject MOVE =
      TestHost.task(
          "nodeos_state",
          Map.of(
              "config_dir", "/etc/nodeos",
              "data_dir", "/data/nodeos",
              "mode", "mapped_private",
              "size", "128G",
              "unit", "nodeos",
              "snapshot", "/data/snapshots/latest.bin"));

  @TempDir Path directory;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  @ParameterizedTest
  @CsvSource({"nodeos-tmpfs,node1,tmpfs,mapped", "nodeos-mapped-private,node2,zfs,mapped_private"})
  void aNodeIsTunedVerifiedAndBroughtBack(String name, String node, String type, String mode)
      throws Exception {
    Path root = lay(node);
    Map<String, String> before = tree(root);
    assertThat(run("plan", name, root)).isZero();
    assertThat(tree(root)).as("a dry run changes no byte").isEqualTo(before);
    assertThat(run("apply", name, root, "--yes")).as(said()).isZero();
    String config = Files.readString(root.resolve("etc/nodeos/config.ini"));
    assertThat(config).contains("max-clients = 250 # peers").contains("p2p-peer-address = peer2");
    assertThat(config.contains("database-map-mode = mapped_private"))
        .isEqualTo(mode.equals("mapped_private"));
    assertThat(mounted(root)).isEqualTo(type.equals("tmpfs"));
    assertThat(Files.readString(root.resolve("usr/share/doc/leap/version"))).contains("5.0.3");
    assertThat(Files.readString(root.resolve(STATE))).endsWith("accounts, tables, permissions\n");
    assertThat(running(root)).isTrue();
    Map<String, String> applied = tree(root);
    out.reset();
    assertThat(run("apply", name, root, "--yes")).isZero();
    assertThat(said()).contains("1 host: 1 ok");
    assertThat(tree(root)).as("apply twice = apply once").isEqualTo(applied);
    assertThat(run("verify", name, root)).as(said()).isZero();
    assertThat(run("rollback", name, root, "--yes")).as(said()).isZero();
    assertThat(tree(root)).isEqualTo(before);
  }

  /**
   * The migration dies behind every third of its commands, and the next apply of the playbook ends
   * it. What the type makes of a crash behind any command, its laws prove.
   */
  @Test
  @Trap(types = "nodeos_state", value = "a migration that breaks off leaves half a state")
  void aMigrationThatBreaksOffIsGoneOnWith() throws Exception {
    int commands = 1;
    for (int done = 0; done <= commands; done += 3) {
      Path root = lay("node2");
      try (TestHost host = new TestHost(root)) {
        commands = commands(host).size();
        host.crash(done, MOVE);
      }
      out.reset();
      assertThat(run("apply", "nodeos-mapped-private", root, "--yes"))
          .as("behind command %d of %d: %s", done, commands, said())
          .isZero();
      assertMoved(root);
    }
  }

  /** What a copy came to before its host's shell was killed takes nobody's place. */
  @Test
  void aCopyThatWasKilledInItsMiddleIsMadeAgain() throws Exception {
    Path root = lay("node2");
    Map<String, String> before = tree(root);
    try (TestHost host = new TestHost(root)) {
      List<Step> commands = commands(host);
      int copying = 0;
      while (copy(commands.get(copying)).isEmpty()) {
        copying++;
      }
      String half =
          copy(commands.get(copying)).orElseThrow().to().replaceFirst(".*/", "$0.") + ".tuner";
      host.killedIn(
          copying,
          Script.empty()
              .shell(
                  "mkdir -p \"$R%1$s\" && echo half >\"$R%1$s/%2$s\""
                      .formatted(half, "shared_memory.bin")),
          MOVE);
      assertThat(root.resolve(half.substring(1)).resolve("shared_memory.bin")).hasContent("half");
    }
    assertThat(mounted(root)).as("the state is still where it was").isTrue();
    assertThat(Files.readString(root.resolve(STATE))).endsWith("accounts, tables, permissions\n");
    assertThat(run("apply", "nodeos-mapped-private", root, "--yes")).as(said()).isZero();
    assertMoved(root);
    assertThat(run("rollback", "nodeos-mapped-private", root, "--yes")).as(said()).isZero();
    assertThat(tree(root)).isEqualTo(before);
  }

  private static Optional<Step.CopyTree> copy(Step step) {
    return step instanceof Step.Long patient && patient.step() instanceof Step.CopyTree copy
        ? Optional.of(copy)
        : Optional.empty();
  }

  private static List<Step> commands(TestHost host) throws Exception {
    return TestHost.commands(host.plan(List.of(MOVE)).tasks().get(0).script());
  }

  private void assertMoved(Path root) throws Exception {
    assertThat(mounted(root)).isFalse();
    assertThat(Files.readString(root.resolve(STATE))).endsWith("accounts, tables, permissions\n");
    assertThat(root.resolve("data/nodeos/state/code_cache.bin")).hasContent("compiled");
    assertThat(Files.list(root.resolve("data/nodeos"))).hasSize(1);
    assertThat(running(root)).isTrue();
  }

  /** A kill in the middle of its stop is a success for systemctl, and the state is lost. */
  @ParameterizedTest
  @CsvSource({"nodeos-tmpfs,node1", "nodeos-mapped-private,node2"})
  void aKilledStopIsCaughtBeforeAnythingIsCopiedAndRefusedOnTheNextApply(String name, String node)
      throws Exception {
    Path root = lay(node);
    Path takes = root.resolve("var/lib/nodeos-model/takes");
    Files.createDirectories(takes.getParent());
    Files.writeString(takes, "1000000");
    boolean memory = mounted(root);
    Map<String, String> before = data(root);
    assertThat(run("apply", name, root, "--yes")).isEqualTo(1);
    assertThat(said()).contains("nodeos did not close its state: its dirty flag is set");
    Map<String, String> after = data(root);
    assertThat(after.remove("/data/nodeos/.tuner-stopped")).isNotNull();
    assertThat(after).as("nothing is copied or moved").isEqualTo(before);
    assertThat(mounted(root)).isEqualTo(memory);
    assertThat(Files.readAllBytes(root.resolve(STATE))[8]).isEqualTo((byte) 1);
    out.reset();
    Map<String, String> caught = tree(root);
    assertThat(run("apply", name, root, "--yes")).as(said()).isEqualTo(1);
    assertThat(said()).contains("dirty").doesNotContain("did not close its state");
    assertThat(tree(root)).as("a refused apply changes no byte").isEqualTo(caught);
  }

  /** A state that only the swap of the same playbook makes room for is planned behind it. */
  @Test
  void swapThatTheNodeLacksIsThereBeforeTheStateNeedsIt() throws Exception {
    Path root = lay("node2");
    for (String tool : List.of("blkid", "mkswap", "swapon", "swapoff", "wipefs")) {
      Path model = Path.of("src/test/resources/models", tool);
      Files.copy(model, root.resolve("usr/bin").resolve(tool), StandardCopyOption.COPY_ATTRIBUTES);
    }
    String meminfo =
        "MemTotal:       33554000 kB\nMemAvailable:   30000000 kB\nSwapTotal:             0 kB\n";
    Files.writeString(root.resolve("proc/meminfo"), meminfo);
    Files.writeString(root.resolve("proc/swaps"), "Filename Type Size Used Priority\n");
    Files.createDirectories(root.resolve("dev"));
    Files.write(root.resolve("dev/nvme0n1p9"), new byte[1 << 20]);
    Map<String, String> before = tree(root);
    String name = "nodeos-mapped-private";
    assertThat(run("apply", name, root, "--yes", "-e", "state_gib=32")).isEqualTo(1);
    assertThat(said()).contains("the state may become 32 GiB, and node2 has 32767 MiB");
    assertThat(tree(root)).isEqualTo(before);
    String[] given = {"-e", "state_gib=32", "-e", "swap_device=/dev/nvme0n1p9", "--yes"};
    assertThat(run("apply", name, root, given)).as(said()).isZero();
    assertThat(said()).contains("known after apply").contains("needs 32G of memory and swap");
    assertThat(root.resolve("proc/swaps")).content().contains("/dev/nvme0n1p9 partition 1020 0");
    assertThat(root.resolve("etc/fstab")).content().contains("/dev/nvme0n1p9");
    assertThat(running(root)).isTrue();
    assertThat(run("verify", name, root, Arrays.copyOf(given, 4))).as(said()).isZero();
    assertThat(run("rollback", name, root, "--yes")).as(said()).isZero();
    assertThat(tree(root)).isEqualTo(before);
  }

  private static Map<String, String> data(Path root) throws Exception {
    Map<String, String> data = tree(root);
    data.keySet().removeIf(path -> !path.startsWith("/data/"));
    return data;
  }

  @Test
  void theirToolsAreTheModels() throws Exception {
    for (String node : List.of("node1", "node2")) {
      try (Stream<Path> tools = Files.list(SANDBOX.resolve(node).resolve("usr/bin"))) {
        for (Path tool : tools.toList()) {
          Path model = Path.of("src/test/resources/models").resolve(tool.getFileName());
          assertThat(tool).hasSameTextualContentAs(model);
        }
      }
    }
  }

  private Path lay(String node) throws Exception {
    Path root = Files.createTempDirectory(directory, node);
    Process copy =
        new ProcessBuilder("cp", "-a", SANDBOX.resolve(node) + "/.", root.toString())
            .inheritIO()
            .start();
    assertThat(copy.waitFor()).isZero();
    if (mounted(root)) {
      // What the model of a mount hides: an empty directory, which no clone has.
      Files.createDirectories(root.resolve("run/mount/model/below.32"));
    }
    return root;
  }

  private static boolean mounted(Path root) throws Exception {
    return Files.readString(root.resolve("proc/self/mountinfo")).contains("/data/nodeos/state");
  }

  /** The unit is up, and nodeos has its state open. */
  private static boolean running(Path root) throws Exception {
    return Files.exists(root.resolve("run/systemd/model/nodeos.service"))
        && Files.readAllBytes(root.resolve(STATE))[8] == 1;
  }

  private static Map<String, String> tree(Path root) throws Exception {
    Map<String, String> tree = new TreeMap<>(HostTree.of(root));
    tree.keySet().removeIf(path -> path.startsWith("/var/lib/tuner"));
    return tree;
  }

  private String said() {
    return out.toString(StandardCharsets.UTF_8);
  }

  private int run(String command, String name, Path root, String... more) {
    List<String> words = new ArrayList<>(List.of(command));
    if (!command.equals("rollback")) {
      words.add("playbooks/" + name + ".yml");
      words.addAll(List.of("-e", "ansible_connection=local", "-e", "tuner_root=" + root));
      words.addAll(List.of("-i", "inventories/" + name + ".yml"));
    } else {
      words.addAll(List.of("-i", inventory(root)));
    }
    words.addAll(List.of(more));
    PrintStream stream = new PrintStream(out, true, StandardCharsets.UTF_8);
    Console console =
        new Console(
            stream,
            stream,
            new BufferedReader(new StringReader("")),
            false,
            false,
            false,
            Map.of());
    return new Dispatch(console).run(words.toArray(String[]::new));
  }

  private String inventory(Path root) {
    try {
      String hosts = "all: {hosts: {%s: {ansible_connection: local, tuner_root: %s}}}\n";
      String node = root.getFileName().toString().substring(0, "node1".length());
      return Files.writeString(directory.resolve("hosts.yml"), hosts.formatted(node, root))
          .toString();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
