package io.tuner.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.tuner.Proves;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The network goes away in the middle of an apply; the host finishes its step, and waits. */
@RealHosts
@Proves(
    what =
        "a connection that is lost in the middle of an apply: the step is finished, the next "
            + "apply goes on",
    against = "real hosts")
class DroppedConnectionTest {

  private static final String PLAYBOOK =
      """
      - hosts: all
        tasks:
          - file: {dest: /etc/lab-first, content: "1\\n"}
          - command:
              run: ": >/run/lab-waits; while [ ! -e /run/lab-goes-on ]; do sleep 0.1; done; cp /etc/lab-first /etc/lab-slow"
              creates: /etc/lab-slow
              rollback: rm /etc/lab-slow
          - file: {dest: /etc/lab-last, content: "3\\n"}
      """;

  @TempDir Path directory;

  private final Host host = Lab.host(2);

  @AfterEach
  void plug() {
    host.plug();
  }

  @Test
  void theHostEndsItsStepAndTheNextApplyFinishes() throws Exception {
    ControlMachine control = new ControlMachine(directory);
    control.inventory(
        Login.of(host, "root")
            .with("ansible_ssh_common_args", "-o ServerAliveInterval=2 -o ServerAliveCountMax=2"));
    control.write("slow.yml", PLAYBOOK);
    host.output("rm -rf /var/lib/tuner /run/lab-waits /run/lab-goes-on");
    Snapshot start = host.tree();
    Path log = directory.resolve("cut.log");
    Process tuner =
        control
            .builder("apply", "slow.yml", "-i", "inventory.yml", "--yes")
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    host.output("until [ -e /run/lab-waits ]; do sleep 0.1; done");
    host.unplug();
    assertThat(tuner.waitFor(90, TimeUnit.SECONDS)).as("tuner ends by itself").isTrue();
    assertThat(tuner.exitValue()).as(Files.readString(log)).isEqualTo(1);
    assertThat(Files.readString(log)).contains("tuner rollback").contains("not started");
    host.plug();

    Outcome kept = control.tuner("apply", "slow.yml", "-i", "inventory.yml", "--yes");
    assertThat(kept.exit()).isEqualTo(1);
    assertThat(kept.stdout() + kept.stderr()).contains("lock").contains("since");

    host.output(": >/run/lab-goes-on; flock /var/lib/tuner/lock true");
    assertThat(host.output("cat /etc/lab-slow")).as("the step was ended").isEqualTo("1");
    assertThat(host.ssh("test -e /etc/lab-last").exit()).as("none was begun after it").isEqualTo(1);

    control.tuner("apply", "slow.yml", "-i", "inventory.yml", "--yes").succeeded();
    control.tuner("verify", "slow.yml", "-i", "inventory.yml").succeeded();
    control.tuner("rollback", "-i", "inventory.yml", "--yes").succeeded();
    assertThat(host.tree().changesSince(start)).isEmpty();
  }
}
