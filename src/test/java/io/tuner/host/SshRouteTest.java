package io.tuner.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SshRouteTest {

  @TempDir static Path directory;
  private static Sshd gate;
  private static Sshd inner;
  private static Path known;

  @BeforeAll
  static void start() throws Exception {
    gate = new Sshd(directory.resolve("gate"));
    inner = new Sshd(directory.resolve("inner"));
    Files.copy(
        gate.directory().resolve("authorized_keys"),
        inner.directory().resolve("authorized_keys"),
        java.nio.file.StandardCopyOption.REPLACE_EXISTING);
    known =
        Files.writeString(
            directory.resolve("known_hosts"),
            Files.readString(gate.knownHosts()) + Files.readString(inner.knownHosts()));
  }

  @AfterAll
  static void stop() {
    if (gate != null) {
      gate.close();
    }
    if (inner != null) {
      inner.close();
    }
  }

  private static String gate() {
    return System.getProperty("user.name") + "@127.0.0.1:" + gate.port();
  }

  private static Map<String, Object> through(String way, Path knownHosts) {
    Map<String, Object> variables =
        inner.variables("-J " + way, "-o UserKnownHostsFile=" + knownHosts);
    variables.put("ansible_ssh_private_key_file", gate.clientKey().toString());
    return variables;
  }

  @Test
  void aJumpHostIsLoggedInAtOnceForAllHosts() throws Exception {
    byte[] wanted = new byte[4 << 20];
    new Random(4).nextBytes(wanted);
    Path file = Files.write(directory.resolve("large"), wanted);
    long before = accepted(gate);
    try (Hosts hosts = new Hosts(Prompts.none());
        Connection one = inner.host(hosts, through(gate(), known)).connect();
        Connection two = inner.host(hosts, through(gate(), known)).connect()) {
      assertThat(Scripts.run(one, Become.NO, "echo one")).isEqualTo("one\n");
      try (Exec exec = two.start(Become.NO)) {
        exec.send(Scripts.framed("cat " + file));
        exec.streams().await(Scripts.NEVER, Duration.ofSeconds(60));
        assertThat(Arrays.equals(exec.streams().out().takeAll(), wanted)).isTrue();
      }
    }
    assertThat(accepted(gate) - before).isEqualTo(1);
  }

  private static long accepted(Sshd sshd) {
    return sshd.log().stream().filter(line -> line.contains("Accepted publickey")).count();
  }

  @Test
  void aChainOfJumpsIsGoneAlong() throws Exception {
    try (Hosts hosts = new Hosts(Prompts.none());
        Connection db1 = inner.host(hosts, through(gate() + "," + gate(), known)).connect()) {
      assertThat(Scripts.run(db1, Become.NO, "echo far")).isEqualTo("far\n");
    }
  }

  @Test
  void theKeyOfEveryHopIsChecked() {
    for (Sshd left : List.of(gate, inner)) {
      Sshd other = left == gate ? inner : gate;
      try (Hosts hosts = new Hosts(Prompts.none())) {
        assertThatThrownBy(() -> inner.host(hosts, through(gate(), other.knownHosts())).connect())
            .isInstanceOfSatisfying(
                Unreachable.class,
                e -> assertThat(e.kind()).isEqualTo(Unreachable.Kind.HOST_KEY_UNKNOWN))
            .hasMessageContaining(" port " + left.port() + ": its host key is not known");
      }
    }
  }

  @Test
  void whatTheJumpHostCannotReachIsSaidOfIt() throws Exception {
    Map<String, Object> variables = through(gate(), known);
    variables.put("ansible_port", Sshd.freePort());
    try (Hosts hosts = new Hosts(Prompts.none())) {
      assertThatThrownBy(() -> inner.host(hosts, variables).connect())
          .isInstanceOfSatisfying(
              Unreachable.class, e -> assertThat(e.kind()).isEqualTo(Unreachable.Kind.REFUSED))
          .hasMessageContaining("not through ")
          .hasMessageEndingWith("it cannot connect there");
    }
  }

  @Test
  void aJumpHostThatForbidsForwardingIsSaidToDoSo() throws Exception {
    try (Sshd closed = new Sshd(directory.resolve("closed"), "AllowTcpForwarding no");
        Hosts hosts = new Hosts(Prompts.none())) {
      Files.copy(
          gate.directory().resolve("authorized_keys"),
          closed.directory().resolve("authorized_keys"),
          java.nio.file.StandardCopyOption.REPLACE_EXISTING);
      String way = System.getProperty("user.name") + "@127.0.0.1:" + closed.port();
      assertThatThrownBy(() -> inner.host(hosts, through(way, closed.knownHosts())).connect())
          .isInstanceOf(Unreachable.class)
          .hasMessageContaining("it forbids forwarding");
    }
  }

  @Test
  void theConfigurationOfSshNamesTheWay() throws Exception {
    Path config =
        Files.writeString(
            directory.resolve("config"),
            """
            Host gate
              HostName 127.0.0.1
              Port %d
            Host db1.lab
              HostName 127.0.0.1
              ProxyJump gate
              Port %d
            Host *
              User %s
              IdentityFile %s
              IdentityAgent none
              UserKnownHostsFile %s
            """
                .formatted(
                    gate.port(),
                    inner.port(),
                    System.getProperty("user.name"),
                    gate.clientKey(),
                    known));
    Map<String, Object> variables =
        Map.of("ansible_host", "db1.lab", "ansible_ssh_common_args", "-F " + config);
    long before = accepted(gate);
    try (Hosts hosts = new Hosts(Prompts.none());
        Connection db1 = gate.host(hosts, variables).connect()) {
      assertThat(Scripts.run(db1, Become.NO, "echo named")).isEqualTo("named\n");
    }
    assertThat(accepted(gate) - before).isEqualTo(1);
  }

  @Test
  void aWayInACircleIsRefused() throws Exception {
    Path config = Files.writeString(directory.resolve("circle"), "Host *\n ProxyJump gate\n");
    Map<String, Object> variables = Map.of("ansible_ssh_common_args", "-F " + config);
    try (Hosts hosts = new Hosts(Prompts.none())) {
      assertThatThrownBy(() -> gate.host(hosts, variables).connect())
          .isInstanceOf(Unreachable.class)
          .hasMessageContaining("ProxyJump leads in a circle");
    }
  }
}
