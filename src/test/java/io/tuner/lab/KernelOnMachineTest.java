package io.tuner.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.tuner.Proves;
import io.tuner.Trap;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a real kernel refuses, or gives only in part. */
@EmulatedMachine
class KernelOnMachineTest {
  @TempDir Path directory;

  private ControlMachine control;

  @AfterEach
  void nothingStays() {
    control.tuner("rollback", "--all", "--yes", "-i", "inventory.yml");
  }

  @BeforeEach
  void inventory() {
    control = ControlMachine.ofMachine(directory);
    control.inventory(Machine.login("tuner"));
  }

  private String refusal(String address, String task) {
    control.write("play.yml", "- hosts: all\n  become: true\n  tasks:\n    - " + task + "\n");
    RunDocument document = control.document(1, "apply", "play.yml", "--yes");
    return (String) document.task(Machine.NAME, address).get("message");
  }

  @Test
  @Proves(
      types = "irq_affinity",
      what = "an interrupt that the kernel manages is told, and not moved",
      against = "this kernel's nvme driver")
  void anInterruptThatTheKernelManagesIsNotMoved() {
    String list =
        "cat /proc/irq/$(sed -n 's/^ *\\([0-9]*\\):.*nvme0q1$/\\1/p' /proc/interrupts)/smp_affinity_list";
    String before = Machine.output(list);
    String other = before.equals("1") ? "0" : "1";
    assertThat(
            refusal(
                "irq_affinity[nvme0q1]", "irq_affinity: {match: nvme0q1, cpus: \"" + other + "\"}"))
        .contains("nvme0q1");
    assertThat(Machine.output(list)).isEqualTo(before);
  }

  /** Of one node, so that the other one's memory keeps the machine alive. */
  @Test
  @Proves(
      types = "huge_pages",
      what = "an allocation that falls short is a failure with the number got",
      against = "this kernel")
  void anAllocationOfHugePagesThatFallsShortIsAFailureWithTheNumberGot() {
    String pages = "cat /sys/devices/system/node/node0/hugepages/hugepages-2048kB/nr_hugepages";
    String before = Machine.output(pages);
    String message =
        refusal("huge_pages[2M,node0]", "huge_pages: {size: 2M, nodes: {0: 345}, persist: false}");
    String got = Machine.output(pages);
    assertThat(Integer.parseInt(got)).isBetween(1, 344);
    assertThat(message).contains("345", got);
    control.document(0, "rollback", "--yes");
    assertThat(Machine.output(pages)).isEqualTo(before);
  }

  @Test
  @Proves(types = "kernel_module", what = "a module in use stays", against = "this kernel")
  @Trap(types = "kernel_module", value = "a module in use stays")
  void aModuleThatIsInUseStays() {
    assertThat(refusal("kernel_module[ext4]", "kernel_module: {name: ext4, state: unloaded}"))
        .contains("ext4", "in use");
    assertThat(Machine.output("grep -c '^ext4 ' /proc/modules")).isEqualTo("1");
  }

  @Test
  @Proves(
      types = "cpu_frequency",
      what = "without a driver there are no frequencies",
      against = "this kernel")
  void withoutADriverThereAreNoFrequencies() {
    assertThat(refusal("cpu_frequency[scaling_governor]", "cpu_frequency: {governor: performance}"))
        .contains("changes no CPU frequency");
  }
}
