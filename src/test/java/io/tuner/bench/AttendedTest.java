package io.tuner.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tuner.host.Become;
import io.tuner.host.Connection;
import io.tuner.host.ConnectionOptions;
import io.tuner.host.ConnectionSettings;
import io.tuner.host.Hosts;
import io.tuner.host.Prompts;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A program on a host, whose end is waited for, or made. */
class AttendedTest {

  @TempDir Path directory;

  private Finished run(String command, Duration limit, Consumer<String> lastLine) throws Exception {
    try (Hosts hosts = new Hosts(Prompts.none());
        Connection here =
            hosts
                .of(
                    "here",
                    ConnectionSettings.of(
                        "here",
                        Map.of("ansible_connection", "local"),
                        ConnectionOptions.none(directory)))
                .connect()) {
      return Attended.run(here, Become.NO, Map.of("WORD", "a b"), command, limit, lastLine);
    }
  }

  /** Makes a file, tells the number of the shell that removes it, and never ends by itself. */
  private String forever() {
    return CleanedUp.files(List.of(file().toString()))
        .around(List.of("run sh -c 'echo x >\"$1\"; echo $PPID; exec sleep 600' sh \"$file0\""));
  }

  private Path file() {
    return directory.resolve("made");
  }

  private static void gone(String process) throws Exception {
    var handle = ProcessHandle.of(Long.parseLong(process.strip()));
    if (handle.isPresent()) {
      handle.get().onExit().get(20, TimeUnit.SECONDS);
    }
  }

  @Test
  void whatAProgramToldAndItsExitComeBack() throws Exception {
    Finished finished =
        run(
            "pwd; echo \"$WORD=$R=$LC_ALL\"; cat; echo no >&2; exit 7",
            Duration.ofMinutes(5),
            l -> {});
    assertThat(finished.stdout()).isEqualTo("/\na b==C\n");
    assertThat(finished.stderr()).isEqualTo("no\n");
    assertThat(finished.exit()).isEqualTo(7);
  }

  @Test
  void aProgramThatIsEndedAtItsLimitRemovesWhatItMade() throws Exception {
    Finished finished = run(forever(), Duration.ofSeconds(2), line -> {});
    assertThat(finished.exit()).isEqualTo(124);
    assertThat(finished.stdout()).isNotBlank();
    gone(finished.stdout());
    assertThat(file()).doesNotExist();
  }

  @Test
  void aProgramThatIsNoLongerWaitedForRemovesWhatItMade() throws Exception {
    StringBuilder told = new StringBuilder();
    assertThatThrownBy(
            () ->
                run(
                    forever(),
                    Duration.ofMinutes(5),
                    line -> {
                      told.append(line);
                      assertThat(Files.exists(file())).isTrue();
                      throw new IllegalStateException("enough");
                    }))
        .hasMessage("enough");
    gone(told.toString());
    assertThat(file()).doesNotExist();
  }

  /** As fio may be, whose jobs are each in a session of their own: deaf, and not of its group. */
  @Test
  void aProgramThatHearsNoSignalIsKilledWithWhatItStarted() throws Exception {
    String deaf =
        CleanedUp.files(List.of(file().toString()))
            .around(
                List.of(
                    "run sh -c 'trap \"\" TERM; echo x >\"$1\"; setsid sleep 600 & "
                        + "echo $PPID $!; wait' sh \"$file0\""));
    Finished finished = run(deaf, Duration.ofSeconds(2), line -> {});
    assertThat(finished.exit()).isEqualTo(124);
    String[] started = finished.stdout().strip().split(" ");
    assertThat(started).hasSize(2);
    for (String process : started) {
      gone(process);
    }
    assertThat(file()).doesNotExist();
  }
}
