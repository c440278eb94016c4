package io.tuner.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalHostTest {

  @TempDir Path directory;

  private Connection connect(Hosts hosts, Map<String, Object> variables) throws Exception {
    ConnectionSettings settings =
        ConnectionSettings.of("here", variables, ConnectionOptions.none(directory));
    return hosts.of("here", settings).connect();
  }

  @Test
  void runsAScriptAndLeavesItsInputOpen() throws Exception {
    try (Hosts hosts = new Hosts(Prompts.none());
        Connection here = connect(hosts, Map.of("ansible_connection", "local"));
        Exec exec = here.start(Become.NO)) {
      exec.send(Scripts.framed("echo first; read x; echo \"second $x\"; echo gone >&2"));
      assertThat(
              exec.streams()
                  .await(
                      Streams.Fence.out("first\n".getBytes(StandardCharsets.UTF_8)), Scripts.LIMIT))
          .isEqualTo(Streams.Outcome.FENCE);
      exec.send("word\n".getBytes(StandardCharsets.UTF_8));
      assertThat(exec.streams().await(Scripts.NEVER, Scripts.LIMIT))
          .isEqualTo(Streams.Outcome.CLOSED);
      assertThat(Scripts.out(exec)).isEqualTo("first\nsecond word\n");
      assertThat(Scripts.err(exec)).isEqualTo("gone\n");
    }
  }

  @Test
  void theGuardOfAScriptKillsItsChildrenAndNotTuner() throws Exception {
    try (Hosts hosts = new Hosts(Prompts.none());
        Connection here = connect(hosts, Map.of("ansible_connection", "local"))) {
      ProcessHandle sleeper;
      try (Exec exec = here.start(Become.NO)) {
        exec.send(Scripts.framed(Scripts.GUARD + "sleep 600 & echo $!; wait"));
        sleeper = Scripts.process(exec);
        assertThat(sleeper.isAlive()).isTrue();
      }
      sleeper.onExit().get(10, java.util.concurrent.TimeUnit.SECONDS);
    }
  }

  @Test
  void rootAndEnvironmentAreThoseOfTheSettings() throws Exception {
    try (Hosts hosts = new Hosts(Prompts.none());
        Connection here =
            connect(
                hosts, Map.of("ansible_connection", "local", "tuner_root", directory.toString()))) {
      assertThat(here.root()).isEqualTo(directory.toString());
      try (Exec exec = here.start(Become.NO)) {
        exec.send(Scripts.framed("env"));
        exec.streams().await(Scripts.NEVER, Scripts.LIMIT);
        assertThat(Scripts.out(exec).lines().map(line -> line.replaceAll("=.*", "")).toList())
            .contains("PATH", "R")
            .doesNotContain("MAVEN_CMD_LINE_ARGS", "JAVA_HOME");
      }
    }
  }

  @Test
  void aFloodIsCutAndTheScriptEnded() throws Exception {
    try (Hosts hosts = new Hosts(Prompts.none());
        Connection here = connect(hosts, Map.of("ansible_connection", "local"));
        Exec exec = here.start(Become.NO)) {
      exec.send(Scripts.framed(Scripts.GUARD + "echo $$; yes | head -c 200000000; sleep 600"));
      assertThat(exec.streams().await(Scripts.NEVER, Duration.ofSeconds(60)))
          .isEqualTo(Streams.Outcome.FLOODED);
      Optional<ProcessHandle> shell = ProcessHandle.of(Scripts.processNumber(exec));
      assertThat(exec.streams().out().received()).isLessThanOrEqualTo(Streams.LIMIT);
      if (shell.isPresent()) {
        shell.get().onExit().get(10, java.util.concurrent.TimeUnit.SECONDS);
      }
    }
  }

  @Test
  void aScriptThatSaysNothingRunsOutOfTime() throws Exception {
    try (Hosts hosts = new Hosts(Prompts.none());
        Connection here = connect(hosts, Map.of("ansible_connection", "local"));
        Exec exec = here.start(Become.NO)) {
      exec.send(Scripts.framed(Scripts.GUARD + "sleep 600"));
      assertThat(exec.streams().await(Scripts.NEVER, Duration.ofMillis(50)))
          .isEqualTo(Streams.Outcome.TIMEOUT);
    }
  }

  @Test
  void whatDoesNotReadIsEndedWhenTheTimeOfACommandIsOver() throws Exception {
    try (Hosts hosts = new Hosts(Prompts.none());
        Connection here =
            connect(hosts, Map.of("ansible_connection", "local", "ansible_command_timeout", "1"));
        Exec exec = here.start(Become.NO)) {
      exec.send(Scripts.framed("sleep 600"));
      Optional<Exception> failure = Optional.empty();
      try {
        exec.send(new byte[4 << 20]);
      } catch (java.io.IOException e) {
        failure = Optional.of(e);
      }
      assertThat(failure).isPresent();
      assertThat(exec.lost()).hasMessageStartingWith("here: its shell ended");
    }
  }

  @Test
  void withoutSetsidAJobHasAGroupOfItsOwnOrDoesNotStart() throws Exception {
    Process process =
        new ProcessBuilder(
                "sh",
                "-c",
                LocalConnection.IN_A_JOB,
                "sh",
                "cut -d' ' -f5 /proc/self/stat; echo $$")
            .start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    String err = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
    String[] words = out.strip().split("\\s+");
    assertThat(words.length == 2 && words[0].equals(words[1]) || err.contains("setsid")).isTrue();
  }
}
