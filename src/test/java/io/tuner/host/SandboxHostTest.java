package io.tuner.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SandboxHostTest {

  @TempDir Path directory;

  private Connection connect(Hosts hosts, String name, Map<String, Object> more) throws Exception {
    Map<String, Object> variables = new java.util.HashMap<>(more);
    variables.put("ansible_connection", "sandbox");
    return hosts
        .of(name, ConnectionSettings.of(name, variables, ConnectionOptions.none(directory)))
        .connect();
  }

  @Test
  void aNewSandboxIsItsTreeByteForByte() throws Exception {
    Path tree = directory.resolve("tree");
    Files.createDirectories(tree.resolve("etc/closed"));
    byte[] bytes = new byte[100_000];
    new Random(2).nextBytes(bytes);
    Files.write(tree.resolve("etc/closed/bytes"), bytes);
    Files.createSymbolicLink(tree.resolve("etc/link"), Path.of("closed/bytes"));
    Files.setPosixFilePermissions(
        tree.resolve("etc/closed/bytes"), PosixFilePermissions.fromString("r-x--x---"));
    Files.setPosixFilePermissions(
        tree.resolve("etc/closed"), PosixFilePermissions.fromString("r-xr-x---"));
    try (Hosts hosts = new Hosts(Prompts.none());
        Connection demo = connect(hosts, "demo", Map.of("sandbox_tree", "tree"))) {
      Path root = Path.of(demo.root());
      assertThat(root).isEqualTo(directory.toRealPath().resolve(".tuner/sandbox/demo"));
      assertThat(Files.readAllBytes(root.resolve("etc/closed/bytes"))).isEqualTo(bytes);
      assertThat(Files.readSymbolicLink(root.resolve("etc/link"))).hasToString("closed/bytes");
      for (String path : List.of("etc/closed", "etc/closed/bytes", "etc")) {
        assertThat(Files.getPosixFilePermissions(root.resolve(path), LinkOption.NOFOLLOW_LINKS))
            .isEqualTo(Files.getPosixFilePermissions(tree.resolve(path)));
      }
      assertThat(
              Scripts.run(demo, Become.ROOT, "cat \"$R/etc/link\" | cksum; cksum <\"$R\"/etc/link"))
          .matches("(?s)(.*)\\n\\1\\n");
    } finally {
      for (String path : List.of("tree/etc/closed", ".tuner/sandbox/demo/etc/closed")) {
        Files.setPosixFilePermissions(
            directory.resolve(path), PosixFilePermissions.fromString("rwx------"));
      }
    }
  }

  @Test
  void aLinkThatLeadsOutOfTheTreeStandsForWhatItLeadsTo() throws Exception {
    Path tree = directory.resolve("tree");
    Files.createDirectories(tree.resolve("usr/bin"));
    Files.createDirectories(directory.resolve("shared/class"));
    Files.writeString(directory.resolve("shared/tool"), "#!/bin/sh\n");
    Files.setPosixFilePermissions(
        directory.resolve("shared/tool"), PosixFilePermissions.fromString("rwxr-xr-x"));
    Files.createSymbolicLink(directory.resolve("shared/class/tool"), Path.of("../tool"));
    Files.createSymbolicLink(tree.resolve("usr/bin/tool"), Path.of("../../../shared/tool"));
    Files.createSymbolicLink(tree.resolve("sys"), Path.of("../shared"));
    Files.createSymbolicLink(tree.resolve("usr/absolute"), Path.of("/nowhere"));
    try (Hosts hosts = new Hosts(Prompts.none());
        Connection demo = connect(hosts, "demo", Map.of("sandbox_tree", "tree"))) {
      Path root = Path.of(demo.root());
      assertThat(Files.isSymbolicLink(root.resolve("usr/bin/tool"))).isFalse();
      assertThat(Files.isExecutable(root.resolve("usr/bin/tool"))).isTrue();
      assertThat(root.resolve("sys")).isDirectory().matches(path -> !Files.isSymbolicLink(path));
      assertThat(Files.readSymbolicLink(root.resolve("sys/class/tool"))).hasToString("../tool");
      assertThat(Files.readSymbolicLink(root.resolve("usr/absolute"))).hasToString("/nowhere");
    }
  }

  @Test
  void anOldSandboxIsLeftAsItIs() throws Exception {
    Files.createDirectories(directory.resolve("tree"));
    Files.createDirectories(directory.resolve(".tuner/sandbox/demo/kept"));
    try (Hosts hosts = new Hosts(Prompts.none());
        Connection demo = connect(hosts, "demo", Map.of("sandbox_tree", "tree"))) {
      assertThat(Scripts.run(demo, Become.NO, "ls \"$R\"")).isEqualTo("kept\n");
    }
  }

  @Test
  void severalSandboxesShareAServerAndNotARoot() throws Exception {
    try (Hosts hosts = new Hosts(Prompts.none());
        Connection one = connect(hosts, "one", Map.of());
        Connection two = connect(hosts, "two", Map.of())) {
      String script = "echo \"${R##*/}\" \"$PPID\"";
      String first = Scripts.run(one, Become.NO, script);
      String second = Scripts.run(two, Become.NO, script);
      assertThat(first).startsWith("one ");
      assertThat(second).startsWith("two ");
    }
  }

  @Test
  void muchComesBackAsItWas() throws Exception {
    byte[] wanted = new byte[8 << 20];
    new Random(3).nextBytes(wanted);
    Path file = directory.resolve("large");
    Files.write(file, wanted);
    try (Hosts hosts = new Hosts(Prompts.none());
        Connection demo = connect(hosts, "demo", Map.of());
        Exec exec = demo.start(Become.NO)) {
      exec.send(Scripts.framed("cat " + file + "; exit 4"));
      assertThat(exec.streams().await(Scripts.NEVER, Duration.ofSeconds(60)))
          .isEqualTo(Streams.Outcome.CLOSED);
      assertThat(Arrays.equals(exec.streams().out().takeAll(), wanted)).isTrue();
      assertThat(exec.lost()).hasMessage("demo: its shell ended with exit 4");
    }
  }

  @Test
  void theGuardOfAScriptKillsItsChildrenAndNotTuner() throws Exception {
    try (Hosts hosts = new Hosts(Prompts.none());
        Connection demo = connect(hosts, "demo", Map.of())) {
      ProcessHandle sleeper;
      try (Exec exec = demo.start(Become.NO)) {
        exec.send(Scripts.framed(Scripts.GUARD + "sleep 600 & echo $!; wait"));
        sleeper = Scripts.process(exec);
      }
      sleeper.onExit().get(10, TimeUnit.SECONDS);
    }
  }

  @Test
  void aTreeThatIsNotThereIsSaid() throws Exception {
    try (Hosts hosts = new Hosts(Prompts.none())) {
      assertThatThrownBy(() -> connect(hosts, "demo", Map.of("sandbox_tree", "none")))
          .isInstanceOf(Unreachable.class)
          .hasMessageContaining("there is no ")
          .satisfies(
              e ->
                  assertThat(((Unreachable) e).hint().orElseThrow())
                      .contains("begins at the working directory"));
    }
    assertThat(directory.resolve(".tuner/sandbox/demo")).doesNotExist();
  }

  @Test
  void aNameThatLeadsOutOfTheDirectoryIsRefused() {
    assertThatThrownBy(
            () ->
                ConnectionSettings.of(
                    "../x",
                    Map.of("ansible_connection", "sandbox"),
                    ConnectionOptions.none(directory)))
        .isInstanceOf(InvalidVariable.class);
  }

  @Test
  void nobodyElseGetsIn() throws Exception {
    try (SandboxServer server = new SandboxServer();
        Watch watch = new Watch()) {
      server.serve("demo", directory);
      KnownHosts known = new KnownHosts();
      known.pin(Path.of("x"), server.key());
      try (SshClient client = new SshClient(Prompts.none(), known, watch)) {
        SshTarget target = target(server, "wrong");
        assertThatThrownBy(() -> client.connect(target))
            .isInstanceOfSatisfying(
                Unreachable.class,
                e -> assertThat(e.kind()).isEqualTo(Unreachable.Kind.AUTHENTICATION));
        client.connect(target(server, server.password().reveal())).close();
      }
    }
  }

  private static SshTarget target(SandboxServer server, String password) {
    return new SshTarget(
        "127.0.0.1",
        server.port(),
        "demo",
        java.util.Optional.of(io.tuner.text.Secret.of(password)),
        java.util.Optional.empty(),
        List.of(),
        false,
        false,
        List.of(),
        java.util.Optional.empty(),
        List.of(Path.of("x")),
        List.of(),
        false,
        List.of(),
        Duration.ofSeconds(30),
        Duration.ofSeconds(15),
        3);
  }
}
