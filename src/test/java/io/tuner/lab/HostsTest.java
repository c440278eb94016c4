package io.tuner.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.tuner.Proves;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the other tests on real hosts take for granted. */
@RealHosts
@Proves(
    what =
        "the hosts themselves are what the other tests take them for: logins, boots, what they "
            + "cannot write, what their snapshots see",
    against = "real hosts")
class HostsTest {
  @TempDir Path directory;

  private Outcome ssh(String user, int port, String input, String command) {
    ControlMachine control = new ControlMachine(directory);
    List<String> words =
        new ArrayList<>(
            List.of("ssh", "-F", "none", "-o", "BatchMode=yes", "-o", "LogLevel=ERROR"));
    words.addAll(List.of("-o", "UserKnownHostsFile=" + control.home().resolve(".ssh/known_hosts")));
    words.addAll(List.of("-i", Lab.key("id").toString(), "-p", String.valueOf(port)));
    words.addAll(List.of(user + "@" + Lab.host(1).address(), command));
    return Outcome.of(control.run(words), input);
  }

  @ParameterizedTest
  @CsvSource({
    "root, 0, ''",
    "tuner, 0, ''",
    "operator, 1, a password is required",
    "nobodysudo, 1, a password is required",
    "limited, 0, ''",
    "ttyonly, 1, you must have a tty"
  })
  void everyUserLogsInAndHasTheRightsThatAreToldOfIt(String user, int exit, String complaint) {
    Outcome outcome = ssh(user, 22, "", "id -un && sudo -n id -u");
    assertThat(outcome.stdout()).startsWith(user + "\n");
    assertThat(outcome.exit()).isEqualTo(exit);
    assertThat(outcome.stderr()).contains(complaint);
  }

  @Test
  void theOperatorsPasswordOpensSudo() {
    Outcome outcome = ssh("operator", 22, Lab.operatorPassword() + "\n", "sudo -k -S -p '' id -u");
    assertThat(outcome).isEqualTo(new Outcome(0, "0\n", ""));
  }

  @ParameterizedTest
  @CsvSource({
    "/proc/sys/vm/swappiness",
    "/proc/sys/kernel/panic",
    "/proc/sys/fs/file-max",
    "/proc/irq/default_smp_affinity",
    "/sys/kernel/mm/transparent_hugepage/enabled",
    "/sys/module/block/parameters/events_dfl_poll_msecs",
    "/sys/block/loop0/queue/scheduler"
  })
  void whatIsGlobalToTheMachineCannotBeWritten(String path) {
    Outcome outcome = Lab.host(1).ssh("cat " + path + " >/dev/null && : >>" + path);
    assertThat(outcome.exit()).isNotZero();
    assertThat(outcome.stderr()).contains("Read-only file system");
  }

  @Test
  void aRebootKeepsFilesAndPutsBackTheRest() {
    Host host = Lab.host(1);
    host.reset();
    String queue = "/sys/block/" + host.disk().orElseThrow() + "/queue/";
    Snapshot tree = host.tree();
    Snapshot knobs = host.knobs();
    String boot = host.bootId();

    host.output("echo 7 >/proc/sys/net/ipv4/tcp_retries2; echo 333 >" + queue + "read_ahead_kb");
    host.output("mkdir /m; mount -t tmpfs none /m; echo kept >/etc/kept");
    assertThat(host.knobs().changesSince(knobs))
        .anyMatch(change -> change.matches("net.ipv4.tcp_retries2: 15 -> 7"))
        .anyMatch(change -> change.matches(".*/queue/read_ahead_kb: .* -> 33[23]"))
        .anyMatch(change -> change.startsWith("mount /m: absent -> none tmpfs"))
        .hasSize(3);

    host.reboot();
    assertThat(host.bootId()).isNotEqualTo(boot);
    assertThat(host.knobs().changesSince(knobs)).isEmpty();
    assertThat(host.tree().changesSince(tree))
        .hasSize(2)
        .anyMatch(change -> change.startsWith("/m: absent"))
        .anyMatch(change -> change.startsWith("/etc/kept: absent"));

    host.output("rm /etc/kept; rmdir /m");
    assertThat(host.tree().changesSince(tree)).isEmpty();
  }

  @Test
  void aBootRunsUdevRulesAndMountsWhatFstabNames() {
    Host host = Lab.host(2);
    String disk = host.disk().orElseThrow();
    host.output(
        "echo 'ACTION==\"add|change\", KERNEL==\"%s\", ATTR{queue/scheduler}=\"mq-deadline\"' >/etc/udev/rules.d/90-x.rules"
            .formatted(disk));
    host.output("mkfs.ext4 -q /dev/" + disk + " && mkdir /data");
    host.output(
        "echo UUID=$(blkid -s UUID -o value /dev/"
            + disk
            + ") /data ext4 noatime 0 0 >>/etc/fstab");
    host.kill();
    host.start();
    assertThat(host.output("cat /sys/block/" + host.disk().orElseThrow() + "/queue/scheduler"))
        .contains("[mq-deadline]");
    assertThat(host.output("findmnt -n -o SOURCE,OPTIONS /data"))
        .startsWith("/dev/" + disk)
        .contains("noatime");
    host.reset();
    assertThat(host.ssh("findmnt /data").exit()).isEqualTo(1);
  }

  @Test
  void aTreeShowsEveryChangeAndNoneOnceItIsTakenBack() {
    Host host = Lab.host(3);
    Snapshot tree = host.tree();
    host.output(
        "cp -a /etc/hosts /tmp/hosts; chmod 600 /etc/fstab; setfattr -n user.a -v b /etc/passwd");
    host.output("echo x >>/etc/hosts; ln -s x /etc/link; touch '/etc/two lines'");
    assertThat(host.tree().changesSince(tree))
        .hasSize(5)
        .anyMatch(change -> change.startsWith("/etc/fstab: f 644") && change.contains("-> f 600"))
        .anyMatch(change -> change.startsWith("/etc/passwd") && change.endsWith("user.a=0x62"))
        .anyMatch(change -> change.startsWith("/etc/hosts: "))
        .anyMatch(change -> change.startsWith("/etc/link: absent -> l 777 0:0 1 x"))
        .anyMatch(change -> change.startsWith("/etc/two lines: absent"));
    host.output("cat /tmp/hosts >/etc/hosts; chmod 644 /etc/fstab; setfattr -x user.a /etc/passwd");
    host.output("rm /etc/link '/etc/two lines'");
    assertThat(host.tree().changesSince(tree)).isEmpty();
  }

  @Test
  void aTracedSessionTellsWhatItChanged() {
    Host host = Lab.host(1);
    host.clearTraces();
    ssh(
            "tuner",
            Host.TRACED_PORT,
            "",
            "cat /etc/fstab >/dev/null; sudo -n systemctl show ssh.service")
        .succeeded();
    ssh("tuner", Host.TRACED_PORT, "", "sudo -n sh -c 'echo none >/tmp/traced; rm /tmp/traced'")
        .succeeded();
    List<SystemCalls> traces = host.traces();
    assertThat(traces).hasSize(2);
    assertThat(traces.get(0).changes()).isEmpty();
    assertThat(traces.get(0).programs())
        .contains("/usr/bin/cat", "/usr/bin/sudo", "/usr/bin/systemctl");
    assertThat(traces.get(1).changes())
        .satisfiesExactly(
            open -> assertThat(open).contains("sh: openat", "/tmp/traced"),
            unlink -> assertThat(unlink).contains("rm: unlinkat", "/tmp/traced"));
  }

  @Test
  void packagesInstallWithoutANetwork() {
    Host host = Lab.host(3);
    host.output("apt-get -qq install -y tuner-probe=1.0");
    assertThat(host.output("tuner-probe")).isEqualTo("tuner-probe 1.0");
    host.output("apt-get -qq install -y tuner-probe=2.0");
    assertThat(host.output("tuner-probe; tuner-probe-common"))
        .isEqualTo("tuner-probe 2.0\ntuner-probe-common 1.0");
    host.reset();
    assertThat(host.ssh("tuner-probe").exit()).isEqualTo(127);
  }

  @Test
  void anUnpluggedHostIsUnreachableUntilItIsPluggedIn() {
    Host host = Lab.host(2);
    List<String> knock =
        List.of("timeout", "2", "bash", "-c", "exec 3<>/dev/tcp/" + host.address() + "/22");
    ControlMachine control = new ControlMachine(directory);
    host.unplug();
    assertThat(Outcome.of(control.run(knock), "").exit()).isNotZero();
    host.plug();
    assertThat(host.output("hostname")).isEqualTo("host2");
  }
}
