package io.tuner.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.tuner.Proves;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Reboots of a real systemd over a real sshd. What stands for GRUB is a script that writes the boot
 * entry and a unit that shows it as {@code /proc/cmdline}; GRUB itself is in {@link
 * BootOnMachineTest}.
 */
@RealHosts
@Proves(
    what =
        "`reboot: if_needed`: one reboot, another boot_id, everything verified again; four errors "
            + "where it goes wrong",
    against = "real hosts")
class RebootOnHostsTest {

  /** Shows what the boot entry says, as a kernel would that was booted by it. */
  private static final String BOOTED =
      """
      [Unit]
      DefaultDependencies=no
      Before=sysinit.target
      [Service]
      Type=oneshot
      ExecStart=sh -c 'sed -n "s/^ *linux [^ ]* //p" /boot/grub/grub.cfg >/run/cmdline'
      ExecStart=mount --bind /run/cmdline /proc/cmdline
      [Install]
      WantedBy=sysinit.target
      """;

  private static final String UPDATE_GRUB =
      """
      #!/bin/sh
      . /etc/default/grub
      printf 'menuentry "Debian" {\\n  linux /vmlinuz root=/dev/vda %s\\n}\\n' \\
        "$GRUB_CMDLINE_LINUX $GRUB_CMDLINE_LINUX_DEFAULT" >/boot/grub/grub.cfg
      """;

  private static final String PLAYBOOK =
      """
      - hosts: all
        become: true
        reboot: if_needed
        tasks:
          - kernel_cmdline: {present: [skew_tick=1]}
          - kernel_cmdline: {absent: [quiet]}
          - sysctl: {settings: {net.ipv4.tcp_retries2: 7}}
      """;

  @TempDir Path directory;

  private final Host host = Lab.host(3);
  private ControlMachine control;

  @BeforeEach
  void prepare() {
    control = new ControlMachine(directory);
    control.inventory(Login.of(host, "tuner").with("tuner_reboot_timeout", "90s"));
    control.write("boot.yml", PLAYBOOK);
    host.ssh("cat >/etc/systemd/system/lab-booted.service", BOOTED).succeeded();
    host.ssh("cat >/usr/sbin/update-grub && chmod 755 /usr/sbin/update-grub", UPDATE_GRUB)
        .succeeded();
    host.output(
        "mkdir -p /boot/grub && printf 'GRUB_CMDLINE_LINUX=\"\"\\n"
            + "GRUB_CMDLINE_LINUX_DEFAULT=\"quiet\"\\n' >/etc/default/grub && update-grub"
            + " && systemctl enable -q --now lab-booted.service");
  }

  @AfterEach
  void afresh() {
    host.reset();
  }

  @Test
  void everythingThatWaitsComesWithOneReboot() {
    String boot = host.bootId();
    RunDocument plan = control.document(0, "plan", "boot.yml");
    assertThat(plan.tasks(host.name(), "changed"))
        .containsExactly(
            "kernel_cmdline[skew_tick=1]",
            "kernel_cmdline[-quiet]",
            "sysctl[net.ipv4.tcp_retries2]",
            "reboot[host3]");
    RunDocument applied = control.document(0, "apply", "boot.yml", "--yes");
    assertThat(applied.tasks(host.name(), "changed")).isEqualTo(plan.tasks(host.name(), "changed"));
    String now = host.bootId();
    assertThat(now).isNotEqualTo(boot);
    assertThat(host.output("cat /proc/cmdline")).isEqualTo("root=/dev/vda skew_tick=1");
    assertThat(host.output("cat /proc/sys/net/ipv4/tcp_retries2")).isEqualTo("7");
    control.document(0, "verify", "boot.yml");
    assertThat(control.document(0, "apply", "boot.yml", "--yes").changes(host.name())).isEmpty();
    assertThat(host.bootId()).isEqualTo(now);
  }

  @Test
  void aHostThatWaitsAlreadyIsRebootedWhenThatIsAllowed() {
    control.write("never.yml", PLAYBOOK.replace("if_needed", "never"));
    String boot = host.bootId();
    control.document(5, "apply", "never.yml", "--yes");
    assertThat(host.bootId()).isEqualTo(boot);
    RunDocument again = control.document(0, "apply", "never.yml", "--yes", "--reboot");
    assertThat(again.tasks(host.name(), "changed")).contains("reboot[host3]");
    assertThat(host.bootId()).isNotEqualTo(boot);
    control.document(0, "verify", "never.yml");
  }

  @Test
  void aHostThatComesBackWithoutTheChangeFails() {
    host.output("systemctl disable -q lab-booted.service");
    RunDocument applied = control.document(1, "apply", "boot.yml", "--yes");
    assertThat(applied.message(host.name(), "kernel_cmdline[skew_tick=1]"))
        .startsWith("rebooted, and still waits for a boot: boot ");
    assertThat(applied.tasks(host.name(), "changed")).contains("reboot[host3]");
  }

  @Test
  void whatIsNotPersistentIsNamedAsLost() {
    control.write("boot.yml", PLAYBOOK.replace("retries2: 7}", "retries2: 7}, persist: false"));
    RunDocument applied = control.document(1, "apply", "boot.yml", "--yes");
    assertThat(applied.message(host.name(), "sysctl[net.ipv4.tcp_retries2]"))
        .startsWith("lost by the reboot: live ");
  }

  @Test
  void aHostThatComesBackWithAnotherKeyIsNotTrusted() {
    host.ssh(
            "cat >/etc/systemd/system/lab-keys.service && systemctl enable -q lab-keys.service",
            """
            [Unit]
            Before=ssh.service
            [Service]
            Type=oneshot
            ExecStart=sh -c 'rm /etc/ssh/ssh_host_*; ssh-keygen -q -A'
            [Install]
            WantedBy=multi-user.target
            """)
        .succeeded();
    RunDocument applied = control.document(1, "apply", "boot.yml", "--yes");
    assertThat(applied.message(host.name(), "reboot[host3]"))
        .startsWith("another host key answers after the reboot, and it is not trusted: ");
  }

  @Test
  void aHostThatDoesNotComeBackIsGivenUpWithWhatIsOnIt() {
    control.inventory(Login.of(host, "tuner").with("tuner_reboot_timeout", "12s"));
    host.output("systemctl disable -q ssh.service ssh.socket 2>/dev/null || :");
    host.output("systemctl mask -q ssh.service ssh.socket 2>/dev/null || :");
    RunDocument applied = control.document(1, "apply", "boot.yml", "--yes");
    assertThat(applied.message(host.name(), "reboot[host3]"))
        .startsWith("did not come back within 12 s of its reboot (tuner_reboot_timeout): ")
        .contains("hint: look at its console");
    assertThat(applied.tasks(host.name(), "changed")).contains("kernel_cmdline[skew_tick=1]");
  }

  @Test
  void aHostThatNeverGoesDownIsSaidToBeUpStill() {
    control.inventory(Login.of(host, "tuner").with("tuner_reboot_timeout", "6s"));
    host.output("systemctl mask -q reboot.target && systemctl mask -q systemd-reboot.service");
    RunDocument applied = control.document(1, "apply", "boot.yml", "--yes");
    assertThat(applied.message(host.name(), "reboot[host3]"))
        .startsWith("not rebooted: the host refuses: ");
  }

  /** As of a container that has no boot_id of its own. */
  @Test
  void theMachineThatTunerRunsOnIsNeverRebooted() throws Exception {
    host.output("umount /proc/sys/kernel/random/boot_id");
    assertThat(host.bootId())
        .isEqualTo(Files.readString(Path.of("/proc/sys/kernel/random/boot_id")).strip());
    RunDocument applied = control.document(1, "apply", "boot.yml", "--yes");
    assertThat(applied.message(host.name(), "reboot[host3]"))
        .startsWith("it is the machine that tuner runs on");
    assertThat(host.output("cat /proc/sys/net/ipv4/tcp_retries2")).isEqualTo("7");
  }
}
