package io.tuner.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.tuner.Proves;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One run at a time changes a host. */
@RealHosts
@Proves(what = "a second apply is told who holds the lock", against = "real hosts")
class LockTest {
  @TempDir Path directory;

  @Test
  void aSecondApplyIsToldWhoHoldsTheLockAndSinceWhen() {
    Host host = Lab.host(3);
    ControlMachine control = new ControlMachine(directory);
    control.inventory(Login.of(host, "tuner"));
    control.write(
        "slow.yml",
        """
        - hosts: all
          become: true
          tasks:
            - command:
                run: "echo begun >/run/lab-begun; cat /run/lab-gate >/etc/lab-slow"
                creates: /etc/lab-slow
                rollback: rm /etc/lab-slow
        """);
    control.write(
        "other.yml",
        """
        - hosts: all
          become: true
          tasks:
            - sysctl: {settings: {net.ipv4.tcp_retries2: 9}}
        """);
    host.output("mkfifo /run/lab-begun /run/lab-gate");
    CompletableFuture<Outcome> first =
        CompletableFuture.supplyAsync(
            () -> control.tuner("apply", "slow.yml", "-i", "inventory.yml", "--yes"));
    assertThat(host.output("timeout 60 cat /run/lab-begun; date -u +%FT%H")).startsWith("begun\n");
    String hour = host.output("date -u +%FT%H");
    Snapshot knobs = host.knobs();

    Outcome second =
        control.tuner("apply", "other.yml", "-i", "inventory.yml", "--yes", "--output", "json");
    assertThat(second.exit()).as("%s", second).isEqualTo(1);
    assertThat(RunDocument.of(second).error("host3"))
        .contains("lock")
        .contains(System.getProperty("user.name") + "@")
        .contains(hour);
    assertThat(host.knobs().changesSince(knobs)).isEmpty();
    assertThat(control.tuner("plan", "other.yml", "-i", "inventory.yml").exit()).isZero();

    host.output("timeout 60 sh -c 'echo go >/run/lab-gate'; rm /run/lab-begun /run/lab-gate");
    assertThat(first.join().exit()).as("%s", first.join()).isZero();
    assertThat(control.tuner("rollback", "-i", "inventory.yml", "--yes").exit()).isZero();
    assertThat(host.ssh("ls /etc/lab-slow").exit()).isEqualTo(2);
  }
}
