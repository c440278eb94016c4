package io.tuner.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.tuner.Proves;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A playbook of most types on three hosts at a time, each with other rights: root; a user whose
 * sudo asks nothing; a user whose sudo asks for the password that the inventory holds.
 */
@RealHosts
@Proves(
    types = {
      "command",
      "config_option",
      "file",
      "mount",
      "package",
      "restart",
      "service",
      "sysctl",
      "systemd_unit",
      "template"
    },
    what =
        "with others in a playbook, as root, through sudo, and through sudo with a password: a dry "
            + "run, an apply, a second one that changes nothing, drift by hand that is named, a boot, "
            + "and a rollback after which all is as before",
    against = "real systemd, dpkg and apt-get, this kernel's `net.*` and mounts")
class ApplyOnHostsTest {
  private static final String PLAYBOOK = ControlMachine.playbook("apply.yml");
  private static final String[] PACKAGES = {"/var/lib/dpkg", "/var/lib/apt"};
  private static final List<String> NAMES = List.of("host1", "host2", "host3");

  @TempDir Path directory;

  private ControlMachine control;
  private final Map<Host, Snapshot> trees = new LinkedHashMap<>();
  private final Map<Host, Snapshot> knobs = new LinkedHashMap<>();

  @BeforeEach
  void hosts() {
    control = new ControlMachine(directory);
    control.inventory(
        Login.of(Lab.host(1), "root").with("disk", "its own"),
        Login.of(Lab.host(2), "tuner").with("disk", "its own"),
        Login.of(Lab.host(3), "operator").with("ansible_become_password", Lab.operatorPassword()));
    for (Host host : Lab.hosts().subList(0, 3)) {
      host.disk().ifPresent(disk -> host.output("mkfs.ext4 -q -F -L lab /dev/" + disk));
      trees.put(host, host.tree(PACKAGES));
      knobs.put(host, host.knobs());
    }
  }

  private Outcome tuner(String command, String... more) {
    List<String> words = new ArrayList<>(List.of(command));
    if (!command.equals("rollback")) {
      words.add(PLAYBOOK);
    }
    words.addAll(List.of("-i", "inventory.yml", "--output", "json"));
    words.addAll(List.of(more));
    return control.tuner(words.toArray(String[]::new));
  }

  private RunDocument run(int exit, String command, String... more) {
    Outcome outcome = tuner(command, more);
    assertThat(outcome.exit()).as("%s", outcome).isEqualTo(exit);
    return RunDocument.of(outcome);
  }

  /** Of packages their configuration stays, and what came along with them, as plans say. */
  private void purge() {
    for (Host host : trees.keySet()) {
      assertThat(host.ssh("tuner-probe").exit()).isEqualTo(127);
      host.output("dpkg --purge tuner-probe tuner-probe-common; rm -f /etc/tuner-probe*.dpkg-dist");
    }
  }

  private void assertAsBefore() {
    trees.forEach(
        (host, tree) ->
            assertThat(host.tree(PACKAGES).changesSince(tree)).as(host.name()).isEmpty());
    knobs.forEach(
        (host, before) -> assertThat(host.knobs().changesSince(before)).as(host.name()).isEmpty());
  }

  @Test
  void whatIsDeclaredIsAppliedOnceHeldThroughABootAndTakenBack() {
    RunDocument dry = run(0, "apply", "--dry-run");
    run(3, "apply", "--dry-run", "--detailed-exitcode");
    assertAsBefore();

    RunDocument applied = run(0, "apply", "--yes");
    for (String host : NAMES) {
      assertThat(applied.status(host)).isEqualTo("changed");
      assertThat(applied.tasks(host, "changed"))
          .containsAll(dry.tasks(host, "changed"))
          .containsAll(dry.tasks(host, "unknown"))
          .contains("service[lab-demo]", "restart[lab-demo]");
    }
    for (Host host : trees.keySet()) {
      assertThat(host.output("cat /etc/security/limits.d/lab.conf"))
          .startsWith("# " + host.name() + ": ")
          .endsWith("* soft nofile 16384");
      assertThat(host.output("cat /proc/sys/net/ipv4/tcp_retries2 /etc/lab/link /etc/lab-probed"))
          .isEqualTo("7\nup to 16384 files\ntuner-probe 1.0");
      assertThat(host.output("grep files /proc/$(systemctl show -P MainPID lab-demo)/limits"))
          .containsPattern("Max open files +16384 +16384");
      assertThat(host.output("findmnt -n -o FSTYPE,OPTIONS /srv/memory; tail -n 2 /etc/fstab"))
          .startsWith("tmpfs")
          .containsPattern("noexec.*size=16384k")
          .containsPattern("tmpfs\\s+/srv/memory\\s+tmpfs");
    }

    for (Host host : Lab.hosts().subList(0, 2)) {
      assertThat(host.output("findmnt -n -o SOURCE,OPTIONS /srv/disk; cat /srv/disk/tuned"))
          .startsWith("/dev/" + host.disk().orElseThrow())
          .contains("noatime")
          .endsWith("on the disk");
    }

    RunDocument again = run(0, "apply", "--yes");
    Lab.host(2).reboot();
    run(0, "verify");
    for (String host : NAMES) {
      assertThat(again.status(host)).isEqualTo("ok");
      assertThat(again.changes(host)).isEmpty();
    }

    run(0, "rollback", "--yes");
    purge();
    assertAsBefore();
  }

  @Test
  void aValueChangedByHandIsNamedAndSeveralRunsAreTakenBackTogether() {
    run(0, "apply", "--yes");
    Lab.host(2).output("echo 9 >/proc/sys/net/ipv4/tcp_retries2");
    RunDocument drifted = run(3, "verify");
    assertThat(drifted.changes("host1")).isEmpty();
    assertThat(drifted.changes("host3")).isEmpty();
    assertThat(drifted.changes("host2"))
        .singleElement()
        .asString()
        .contains("sysctl[", " live net.ipv4.tcp_retries2: 9 -> 7");

    run(0, "apply", "--yes", "-e", "retries=8", "-e", "open_files=4096", "-e", "probe_version=2.0");
    assertThat(Lab.host(2).output("cat /proc/sys/net/ipv4/tcp_retries2; tuner-probe"))
        .isEqualTo("8\ntuner-probe 2.0");

    run(0, "rollback", "--yes", "--all");
    purge();
    assertAsBefore();
  }
}
