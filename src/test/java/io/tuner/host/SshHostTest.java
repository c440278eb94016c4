package io.tuner.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SshHostTest {

  @TempDir static Path directory;
  private static Sshd sshd;

  @BeforeAll
  static void start() throws Exception {
    sshd = new Sshd(directory.resolve("sshd"));
  }

  @AfterAll
  static void stop() {
    if (sshd != null) {
      sshd.close();
    }
  }

  @Test
  void runsAScriptAndLeavesItsInputOpen() throws Exception {
    try (Hosts hosts = new Hosts(Prompts.none());
        Connection db1 = sshd.host(hosts, sshd.variables()).connect();
        Exec exec = db1.start(Become.NO)) {
      assertThat(db1.root()).isEmpty();
      exec.send(Scripts.framed("echo first; read x; echo \"second $x\"; echo gone >&2; exit 3"));
      assertThat(exec.streams().await(Streams.Fence.out(Scripts.bytes("first\n")), Scripts.LIMIT))
          .isEqualTo(Streams.Outcome.FENCE);
      exec.send(Scripts.bytes("word\n"));
      assertThat(exec.streams().await(Scripts.NEVER, Scripts.LIMIT))
          .isEqualTo(Streams.Outcome.CLOSED);
      assertThat(Scripts.out(exec)).isEqualTo("first\nsecond word\n");
      assertThat(Scripts.err(exec)).isEqualTo("gone\n");
      assertThat(exec.lost()).hasMessage("db1: its shell ended with exit 3: gone");
    }
  }

  @Test
  void twentyMegabytesComeBackAsTheyWere() throws Exception {
    byte[] wanted = new byte[20 << 20];
    new Random(1).nextBytes(wanted);
    Path file = directory.resolve("large");
    Files.write(file, wanted);
    try (Hosts hosts = new Hosts(Prompts.none());
        Connection db1 = sshd.host(hosts, sshd.variables()).connect();
        Exec exec = db1.start(Become.NO)) {
      exec.send(Scripts.framed("cat " + file));
      assertThat(exec.streams().await(Scripts.NEVER, Duration.ofSeconds(60)))
          .isEqualTo(Streams.Outcome.CLOSED);
      assertThat(Arrays.equals(exec.streams().out().takeAll(), wanted)).isTrue();
    }
  }

  @Test
  void aLargeScriptArrivesWhole() throws Exception {
    String script = "x='" + "y".repeat(2 << 20) + "'; echo ${#x}";
    try (Hosts hosts = new Hosts(Prompts.none());
        Connection db1 = sshd.host(hosts, sshd.variables()).connect()) {
      assertThat(Scripts.run(db1, Become.NO, script)).isEqualTo((2 << 20) + "\n");
    }
  }

  @Test
  void severalScriptsRunOnOneConnection() throws Exception {
    try (Hosts hosts = new Hosts(Prompts.none());
        Connection db1 = sshd.host(hosts, sshd.variables()).connect()) {
      List<Exec> execs = new ArrayList<>();
      for (int i = 0; i < 5; i++) {
        Exec exec = db1.start(Become.NO);
        exec.send(Scripts.framed("read x; echo " + i + " $x"));
        execs.add(exec);
      }
      for (int i = 4; i >= 0; i--) {
        Exec exec = execs.get(i);
        exec.send(Scripts.bytes("go\n"));
        exec.streams().await(Scripts.NEVER, Scripts.LIMIT);
        assertThat(Scripts.out(exec)).isEqualTo(i + " go\n");
        exec.close();
      }
    }
    assertThat(sshd.log()).filteredOn(line -> line.contains("Accepted publickey")).isNotEmpty();
  }

  @Test
  void tooManyScriptsAtOnceAreRefusedWithTheReason() throws Exception {
    try (Hosts hosts = new Hosts(Prompts.none());
        Connection db1 = sshd.host(hosts, sshd.variables()).connect()) {
      for (int i = 0; i < 10; i++) {
        db1.start(Become.NO);
      }
      assertThatThrownBy(() -> db1.start(Become.NO))
          .isInstanceOf(Unreachable.class)
          .hasMessage("db1: it opens no further channel");
    }
  }

  @Test
  void aFloodIsCutAndItsConnectionLivesOn() throws Exception {
    try (Hosts hosts = new Hosts(Prompts.none());
        Connection db1 = sshd.host(hosts, sshd.variables()).connect()) {
      for (String redirect : List.of("", " >&2")) {
        try (Exec exec = db1.start(Become.NO)) {
          exec.send(Scripts.framed("yes | head -c 200M" + redirect));
          assertThat(exec.streams().await(Scripts.NEVER, Duration.ofSeconds(60)))
              .isEqualTo(Streams.Outcome.FLOODED);
          long held = exec.streams().out().received() + exec.streams().err().received();
          assertThat(held).isBetween(Streams.LIMIT / 2L, (long) Streams.LIMIT);
        }
      }
      assertThat(Scripts.run(db1, Become.NO, "echo alive")).isEqualTo("alive\n");
    }
  }

  @Test
  void aSilentScriptRunsOutOfTimeAndIsGoneWithItsChannel() throws Exception {
    ProcessHandle sleeper;
    try (Hosts hosts = new Hosts(Prompts.none());
        Connection db1 = sshd.host(hosts, sshd.variables()).connect()) {
      try (Exec exec = db1.start(Become.NO)) {
        exec.send(Scripts.framed(Scripts.GUARD + "sleep 600 & echo $!; wait"));
        sleeper = Scripts.process(exec);
        assertThat(exec.streams().await(Scripts.NEVER, Duration.ofMillis(20)))
            .isEqualTo(Streams.Outcome.TIMEOUT);
      }
      sleeper.onExit().get(10, TimeUnit.SECONDS);
    }
  }

  @Test
  void whatDoesNotReadEndsTheSendWhenTheTimeIsOver() throws Exception {
    Map<String, Object> variables = sshd.variables();
    variables.put("ansible_command_timeout", "1");
    try (Hosts hosts = new Hosts(Prompts.none());
        Connection db1 = sshd.host(hosts, variables).connect();
        Exec exec = db1.start(Become.NO)) {
      exec.send(Scripts.framed("exec 4<&0; sleep 600"));
      assertThatThrownBy(() -> exec.send(new byte[8 << 20]))
          .isInstanceOf(java.io.IOException.class);
      assertThat(Scripts.run(db1, Become.NO, "echo alive")).isEqualTo("alive\n");
    }
  }

  @Test
  void noThreadOutlivesTheHosts() throws Exception {
    List<Thread> ours;
    try (Hosts hosts = new Hosts(Prompts.none());
        Connection db1 = sshd.host(hosts, sshd.variables()).connect()) {
      db1.start(Become.NO).send(Scripts.framed("sleep 1"));
      ours =
          Thread.getAllStackTraces().keySet().stream()
              .filter(
                  t -> t.getName().startsWith("Connect thread") || t.getName().startsWith("tuner"))
              .toList();
      assertThat(ours).isNotEmpty().allMatch(Thread::isDaemon);
    }
    for (Thread thread : ours) {
      thread.join(10_000);
      assertThat(thread.isAlive()).as(thread.getName()).isFalse();
    }
  }

  @Test
  void aServerThatGoesAwayIsSaidToBeLost() throws Exception {
    try (Sshd other = new Sshd(directory.resolve("other"));
        Hosts hosts = new Hosts(Prompts.none());
        Connection db1 = other.host(hosts, other.variables()).connect();
        Exec exec = db1.start(Become.NO)) {
      exec.send(Scripts.framed("echo $PPID; read x"));
      ProcessHandle session = Scripts.process(exec);
      session.destroyForcibly();
      assertThat(exec.streams().await(Scripts.NEVER, Scripts.LIMIT))
          .isEqualTo(Streams.Outcome.CLOSED);
      assertThat(exec.lost()).hasMessageStartingWith("db1: the connection was lost");
      assertThatThrownBy(() -> db1.start(Become.NO))
          .isInstanceOf(Unreachable.class)
          .hasMessage("db1: the connection was lost");
    }
  }

  @Test
  void anAddressOfVersionSixIsReached() throws Exception {
    Map<String, Object> variables = sshd.variables();
    variables.put("ansible_host", "::1");
    Files.writeString(
        sshd.knownHosts(),
        Files.readString(sshd.knownHosts())
            + sshd.known(directory.resolve("sshd/host_key.pub"), "::1"));
    try (Hosts hosts = new Hosts(Prompts.none());
        Connection db1 = sshd.host(hosts, variables).connect()) {
      assertThat(Scripts.run(db1, Become.NO, "echo six")).isEqualTo("six\n");
    }
  }

  @Test
  void noiseBeforeAndInputEatenAtLoginAreWhatTheScriptMayMeet() throws Exception {
    try (Sshd noisy =
            new Sshd(
                directory.resolve("noisy"),
                "ForceCommand echo welcome; eval \"$SSH_ORIGINAL_COMMAND\"");
        Hosts hosts = new Hosts(Prompts.none());
        Connection db1 = noisy.host(hosts, noisy.variables()).connect()) {
      assertThat(Scripts.run(db1, Become.NO, "echo token")).isEqualTo("welcome\ntoken\n");
    }
  }

  @Test
  void nothingListensThere() throws Exception {
    Map<String, Object> variables = sshd.variables();
    variables.put("ansible_port", Sshd.freePort());
    try (Hosts hosts = new Hosts(Prompts.none())) {
      assertThatThrownBy(() -> sshd.host(hosts, variables).connect())
          .isInstanceOfSatisfying(
              Unreachable.class, e -> assertThat(e.kind()).isEqualTo(Unreachable.Kind.REFUSED))
          .hasMessageContaining(": nothing listens at port ");
    }
  }

  @Test
  void aNameWithoutAnAddress() throws Exception {
    Map<String, Object> variables = sshd.variables();
    variables.put("ansible_host", "no-such-host.invalid");
    try (Hosts hosts = new Hosts(Prompts.none())) {
      assertThatThrownBy(() -> sshd.host(hosts, variables).connect())
          .isInstanceOfSatisfying(
              Unreachable.class, e -> assertThat(e.kind()).isEqualTo(Unreachable.Kind.NAME))
          .hasMessageEndingWith(": the name has no address");
    }
  }

  @Test
  void whatAcceptsAndSaysNothingRunsOutOfTime() throws Exception {
    try (java.net.ServerSocket silent =
            new java.net.ServerSocket(0, 5, java.net.InetAddress.getLoopbackAddress());
        Hosts hosts = new Hosts(Prompts.none())) {
      Map<String, Object> variables = sshd.variables();
      variables.put("ansible_port", silent.getLocalPort());
      variables.put("ansible_timeout", "1");
      assertThatThrownBy(() -> sshd.host(hosts, variables).connect())
          .isInstanceOfSatisfying(
              Unreachable.class, e -> assertThat(e.kind()).isEqualTo(Unreachable.Kind.TIMEOUT))
          .hasMessageContaining("no answer within 1.0 s");
    }
  }

  @Test
  void whatTalksWithoutAnEndRunsOutOfTimeToo() throws Exception {
    try (java.net.ServerSocket endless =
            new java.net.ServerSocket(0, 5, java.net.InetAddress.getLoopbackAddress());
        Hosts hosts = new Hosts(Prompts.none())) {
      Thread talker =
          Watch.daemon(
              "talker",
              () -> {
                try (java.net.Socket socket = endless.accept()) {
                  while (true) {
                    socket.getOutputStream().write("hello\r\n".getBytes(StandardCharsets.UTF_8));
                  }
                } catch (java.io.IOException gone) {
                  // The client went, which was to be shown.
                }
              });
      talker.start();
      Map<String, Object> variables = sshd.variables();
      variables.put("ansible_port", endless.getLocalPort());
      variables.put("ansible_timeout", "1");
      assertThatThrownBy(() -> sshd.host(hosts, variables).connect())
          .isInstanceOfSatisfying(
              Unreachable.class, e -> assertThat(e.kind()).isEqualTo(Unreachable.Kind.TIMEOUT));
      talker.join(10_000);
      assertThat(talker.isAlive()).isFalse();
    }
  }
}
