package io.tuner.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.tuner.Proves;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What is set for a boot, by real GRUB, systemd, udev and a real kernel: before, after, and back.
 */
@EmulatedMachine
@Proves(
    types = "block_queue",
    what =
        "attributes of virtio, SCSI and NVMe disks: live, after a boot, and gone with a rollback",
    against = "this kernel's virtio_blk, sd and nvme, real udev")
@Proves(
    types = "kernel_cmdline",
    what =
        "words added and taken out: pending, in `/proc/cmdline` after a boot, and as before after "
            + "a rollback and another boot",
    against = "real GRUB, a real boot")
@Proves(
    types = "huge_pages",
    what =
        "pages of 2 MiB, another number on each of two memory nodes: live, after a boot, and back",
    against = "this kernel, real systemd")
@Proves(
    types = "sysctl",
    what = "`vm.*` live, after a boot, and back",
    against = "this kernel, real systemd")
@Proves(
    types = "transparent_huge_pages",
    what = "enabled and defrag live, after a boot, and back",
    against = "this kernel, real systemd")
@Proves(
    types = "kernel_module",
    what = "a module with an option: loaded now, by every boot, and gone with a rollback",
    against = "this kernel, real kmod and systemd")
@Proves(
    types = "cpu_frequency",
    what = "the limit of idle latency: live, after a boot, and back; no frequencies",
    against = "this kernel, real systemd")
@Proves(
    types = "irq_affinity",
    what = "interrupts of a virtio card: live and after a boot",
    against = "this kernel, real systemd")
class BootOnMachineTest {
  private static final String PLAYBOOK =
      """
      - hosts: all
        become: true
        tasks:
          - kernel_cmdline: {present: [skew_tick=1, transparent_hugepage=madvise], absent: [quiet]}
          - sysctl: {settings: {vm.swappiness: 1, vm.dirty_background_ratio: 3}}
          - huge_pages: {size: 2M, nodes: {0: 6, 1: 10}}
          - transparent_huge_pages: {enabled: never, defrag: madvise}
          - block_queue: {devices: [vda, sda, nvme0n1], rq_affinity: 2, read_ahead_kb: 64}
          - block_queue: {devices: sda, scheduler: none, nr_requests: 64}
          - block_queue: {devices: nvme0n1, scheduler: mq-deadline}
          - kernel_module: {name: dummy, options: {numdummies: 3}}
          - cpu_frequency: {max_idle_latency_us: 10}
          - irq_affinity: {interface: "${net}", cpus: "1"}
      """;

  /** Each value as the kernel shows it, a line each. */
  private static final String VALUES =
      "cd /sys/block && cat vda/queue/rq_affinity sda/queue/rq_affinity nvme0n1/queue/read_ahead_kb"
          + " sda/queue/nr_requests /proc/sys/vm/swappiness"
          + " /sys/devices/system/node/node[01]/hugepages/hugepages-2048kB/nr_hugepages"
          + " && grep -ho '\\[.*\\]' sda/queue/scheduler nvme0n1/queue/scheduler"
          + " /sys/kernel/mm/transparent_hugepage/enabled"
          + " /sys/kernel/mm/transparent_hugepage/defrag"
          + " && cat /sys/devices/system/cpu/cpu[01]/power/pm_qos_resume_latency_us"
          + " && ls -d /sys/class/net/dummy* 2>/dev/null | wc -l";

  /** On which CPUs the interrupts of a virtio card may be served, each list once. */
  private static final String INTERRUPTS =
      "for i in /sys/class/net/%s/device/../msi_irqs/*; do"
          + " cat /proc/irq/${i##*/}/smp_affinity_list; done | sort -u";

  private static final String WANTED =
      "2 2 64 64 1 6 10 [none] [mq-deadline] [never] [madvise] 10 10 3";

  @TempDir Path directory;

  private ControlMachine control;
  private String net;

  @AfterEach
  void nothingStays() {
    control.tuner("rollback", "--all", "--yes", "-i", "inventory.yml");
  }

  @BeforeEach
  void inventory() {
    control = ControlMachine.ofMachine(directory);
    net = Machine.card("virtio_net");
    control.inventory(Machine.login("tuner").with("net", net));
    control.write("boot.yml", PLAYBOOK);
  }

  private static String values() {
    return Machine.output(VALUES).replace('\n', ' ');
  }

  private String interrupts() {
    return Machine.output(INTERRUPTS.formatted(net));
  }

  private static List<String> commandLine() {
    return List.of(Machine.output("cat /proc/cmdline").split(" "));
  }

  @Test
  void everythingComesBackWithABootAndGoesAgainWithARollback() {
    Snapshot tree = Machine.tree();
    List<String> words = commandLine();
    String before = values();

    control.document(5, "apply", "boot.yml", "--yes");
    assertThat(values()).isEqualTo(WANTED);
    assertThat(interrupts()).isEqualTo("1");
    assertThat(commandLine()).isEqualTo(words);
    RunDocument pending = control.document(5, "verify", "boot.yml");
    assertThat(pending.tasks(Machine.NAME, "pending")).hasSize(1);

    Machine.reboot();
    assertThat(commandLine()).contains("skew_tick=1", "transparent_hugepage=madvise");
    assertThat(values()).isEqualTo(WANTED);
    assertThat(interrupts()).isEqualTo("1");
    control.document(0, "verify", "boot.yml");
    assertThat(control.document(0, "apply", "boot.yml", "--yes").changes(Machine.NAME)).isEmpty();

    control.document(0, "rollback", "--yes");
    assertThat(values()).isEqualTo(before);
    assertThat(Machine.tree().changesSince(tree)).isEmpty();

    Machine.reboot();
    assertThat(commandLine()).isEqualTo(words);
    assertThat(values()).isEqualTo(before);
  }
}
