package io.tuner.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.tuner.Proves;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Changes that cut a real host off its network, over a real sshd; the host mends that itself. */
@RealHosts
@Proves(
    what =
        "a change that cuts the connection, and a control machine that dies: the host takes its "
            + "changes back by itself within `confirm_timeout`",
    against = "real hosts")
class GuardOnHostsTest {

  /** Two files and a sysctl, around a link that goes down. */
  private static final String CUT =
      """
      - hosts: all
        become: true
        confirm_timeout: 15s
        tasks:
          - file: {dest: /etc/lab-made/first, content: "1\\n"}
          - sysctl: {settings: {net.ipv4.tcp_retries2: 7}}
          - command:
              run: ip link set eth0 down
              unless: ip -o link show eth0 | grep -q 'state DOWN'
              rollback: ip link set eth0 up
          - file: {dest: /etc/hostname, content: "another\\n"}
      """;

  /** The last change waits, so that tuner can be killed in the middle of it. */
  private static final String SLOW =
      """
      - hosts: all
        become: true
        confirm_timeout: 15s
        tasks:
          - file: {dest: /etc/hostname, content: "another\\n"}
          - command:
              run: ": >/run/lab-waits; while [ ! -e /run/lab-goes-on ]; do sleep 0.1; done; : >/etc/lab-slow"
              creates: /etc/lab-slow
              rollback: rm /etc/lab-slow
      """;

  @TempDir Path directory;

  private final Host host = Lab.host(2);
  private ControlMachine control;
  private Snapshot tree;
  private Snapshot knobs;

  @BeforeEach
  void prepare() {
    control = new ControlMachine(directory);
    control.inventory(
        Login.of(host, "tuner")
            .with("ansible_ssh_common_args", "-o ServerAliveInterval=2 -o ServerAliveCountMax=2"));
    host.output("rm -rf /var/lib/tuner /run/lab-waits /run/lab-goes-on");
    tree = host.tree();
    knobs = host.knobs();
  }

  @AfterEach
  void plug() {
    host.plug();
  }

  private void assertAsBefore() {
    assertThat(host.tree().changesSince(tree)).isEmpty();
    assertThat(host.knobs().changesSince(knobs)).isEmpty();
    assertThat(host.output("pgrep -fc /var/lib/tuner/[r]uns || true")).isEqualTo("0");
  }

  @Test
  void aLinkThatIsCutComesBackByItself() {
    control.write("cut.yml", CUT);
    Outcome plan = control.tuner("apply", "cut.yml", "-i", "inventory.yml", "--dry-run");
    assertThat(plan.stdout()).contains("no new connection can be made within 15 s of its changes");
    RunDocument applied = control.document(1, "apply", "cut.yml", "--yes");
    assertThat(applied.error(host.name()))
        .as(applied.toString())
        .contains("; the host took its changes back by itself");
    assertAsBefore();
    Outcome history = control.tuner("history", "-i", "inventory.yml");
    assertThat(history.succeeded().stdout())
        .contains("not confirmed, and taken back by the host itself");
    control.document(0, "rollback", "--all", "--yes");
  }

  @Test
  void aChangedInterfaceIsGuardedUnasked() {
    control.write(
        "mtu.yml",
        "- hosts: all\n  become: true\n  tasks:\n    - link: {interface: eth0, mtu: 1400}\n");
    Outcome plan = control.tuner("apply", "mtu.yml", "-i", "inventory.yml", "--dry-run");
    assertThat(plan.stdout()).contains("no new connection can be made within 60 s of its changes");
    control.document(0, "apply", "mtu.yml", "--yes");
    assertThat(host.output("ls -d /var/lib/tuner/runs/*/decided")).as("confirmed").isNotEmpty();
    host.output("while pgrep -f /var/lib/tuner/[r]uns; do sleep 0.1; done");
    control.document(0, "verify", "mtu.yml");
    control.document(0, "rollback", "--yes");
    assertAsBefore();
  }

  @Test
  void aControlMachineThatDiesLeavesNothing() throws Exception {
    control.write("slow.yml", SLOW);
    Process tuner =
        control
            .builder("apply", "slow.yml", "-i", "inventory.yml", "--yes")
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("killed.log").toFile())
            .start();
    host.output("until [ -e /run/lab-waits ]; do sleep 0.1; done");
    tuner.descendants().forEach(ProcessHandle::destroyForcibly);
    tuner.destroyForcibly();
    assertThat(tuner.waitFor(1, TimeUnit.MINUTES)).isTrue();
    host.output(": >/run/lab-goes-on");
    host.output("until grep -qs unconfirmed /var/lib/tuner/runs/*/ended; do sleep 0.1; done");
    assertAsBefore();
  }

  @Test
  void aHostThatIsReachedAgainKeepsItsChanges() {
    control.write("kept.yml", CUT.replaceAll("(?s)    - command:.*?eth0 up\n", ""));
    RunDocument applied = control.document(0, "apply", "kept.yml", "--yes");
    assertThat(applied.tasks(host.name(), "changed")).as(applied.toString()).hasSize(3);
    host.output("while pgrep -f /var/lib/tuner/[r]uns; do sleep 0.1; done");
    assertThat(host.output("cat /etc/hostname")).isEqualTo("another");
    control.document(0, "verify", "kept.yml");
    control.document(0, "rollback", "--yes");
    assertAsBefore();
  }
}
