package io.tuner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A run that its operator ends while a host is in a step. */
@Timeout(120)
class InterruptedRunTest extends OneHost {

  /** The step waits for the test at one pipe, and the test for the step at the other. */
  @Test
  void isCalledSoInTheHistoryAndIsGoneOnWith() throws Exception {
    Path begun = pipe("begun");
    Path goOn = pipe("go-on");
    Path playbook =
        playbook(
            """
                - command: {run: "echo > $R/begun; read x < $R/go-on; echo > $R/etc/a", creates: /etc/a}
                - file: {dest: /etc/b, content: "x"}
            """);
    Thread operator = new Thread(() -> run("apply", playbook));
    operator.start();
    Files.readAllLines(begun);
    operator.interrupt();
    operator.join(TimeUnit.SECONDS.toMillis(60));
    assertThat(operator.isAlive()).isFalse();
    printed();
    dispatch("history", "-i", hosts());
    assertThat(printed()).contains("1 change  still runs there");
    List<ProcessHandle> hosts = ProcessHandle.current().descendants().toList();
    Files.writeString(goOn, "\n", StandardOpenOption.WRITE);
    hosts.forEach(shell -> shell.onExit().join());
    printed();
    assertThat(dispatch("history", "-i", hosts())).isZero();
    assertThat(printed()).contains("1 change  interrupted");
    assertThat(host.resolve("etc/b")).doesNotExist();
    assertThat(run("apply", playbook)).isZero();
    dispatch("history", "-i", hosts());
    assertThat(printed()).contains("continued");
  }

  /** The second state of a turn is on the host while it is measured. */
  @Test
  void saysOfATurnThatItStands() throws Exception {
    Path begun = pipe("begun");
    pipe("go-on");
    Files.writeString(host.resolve("etc/speed"), "100\n");
    Path playbook =
        Files.writeString(
            directory.resolve("turns.yml"),
            """
            - hosts: all
              tasks:
                - file: {dest: /etc/speed, content: "90\\n"}
              benchmarks:
                - name: speed
                  command:
                    run: |
                      v=$(cat $R/etc/speed)
                      [ "$v" = 100 ] || { echo > $R/begun; read x < $R/go-on; }
                      echo $v
                    metrics: {speed: {regex: "([0-9]+)", unit: IOPS, better: higher}}
                  interleave: true
            """);
    Path report = directory.resolve("report");
    Thread operator = new Thread(() -> run("apply", playbook, "--report", report));
    operator.start();
    Files.readAllLines(begun);
    operator.interrupt();
    operator.join(TimeUnit.SECONDS.toMillis(60));
    assertThat(operator.isAlive()).isFalse();
    assertThat(host.resolve("etc/speed")).hasContent("90");
    assertThat(printed())
        .contains("interrupted in turn 1 of 6: its changes stand", "tuner rollback ");
    assertThat(run("rollback")).isZero();
    assertThat(host.resolve("etc/speed")).hasContent("100");
  }

  /** A host whose benchmarks are broken off was read. */
  @Test
  void saysOfAHostThatWasReadWhatIsMissing() throws Exception {
    Path begun = pipe("begun");
    pipe("go-on");
    Path playbook =
        Files.writeString(
            directory.resolve("bench.yml"),
            """
            - hosts: all
              benchmarks:
                - command:
                    run: echo > $R/begun; read x < $R/go-on; echo 1
                    metrics: {speed: {regex: "([0-9]+)"}}
            """);
    String report = directory.resolve("report").toString();
    Thread operator =
        new Thread(() -> dispatch("bench", playbook.toString(), "-i", hosts(), "--report", report));
    operator.start();
    Files.readAllLines(begun);
    operator.interrupt();
    operator.join(TimeUnit.SECONDS.toMillis(60));
    assertThat(operator.isAlive()).isFalse();
    assertThat(printed())
        .contains("db1: interrupted before all its benchmarks were measured")
        .doesNotContain("before it was read")
        .endsWith("exit 130: interrupted\n");
  }

  private Path pipe(String name) throws Exception {
    Path pipe = host.resolve(name);
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    return pipe;
  }
}
