package io.tuner.resources;

import static org.assertj.core.api.Assertions.assertThat;

import io.tuner.Trap;
import io.tuner.apply.TestHost;
import io.tuner.plan.Conflict;
import io.tuner.plan.Conflicts;
import io.tuner.plan.HostPlan;
import io.tuner.plan.Subject;
import io.tuner.resource.Probe;
import io.tuner.resource.Resource;
import io.tuner.resource.Writer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tasks, and files of others on the host that set the same at boot. */
class WriterConflictsTest {

  @TempDir Path root;

  @BeforeEach
  void host() throws IOException {
    Files.createDirectories(root.resolve("var/lib"));
    write("sys/kernel/mm/ksm/run", "0\n");
  }

  private void write(String path, String text) throws IOException {
    Path file = root.resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private List<String> conflicts(Writer writer, Subject... tasks) throws Exception {
    try (TestHost host = new TestHost(root)) {
      HostPlan plan = host.plan(List.of(tasks));
      List<Resource<?>> resources = new ArrayList<>();
      List<Probe> probes = new ArrayList<>(List.of(writer.probe()));
      for (Subject task : tasks) {
        resources.add(task.resource());
        probes.add(task.resource().probe());
      }
      List<Writer.Claim> claims = writer.claims(host.read(Probe.all(probes)), resources);
      return Conflicts.withWriter("db1", plan.tasks(), writer.name(), claims).stream()
          .map(c -> c.address() + "=" + c.value() + " " + c.other() + "=" + c.otherValue())
          .toList();
    }
  }

  private static Subject merging(int value) {
    return TestHost.task("sysfs", Map.of("path", "/sys/kernel/mm/ksm/run", "value", value));
  }

  @Test
  void aPatternOfTmpfilesThatIsReadLaterIsWrittenLater() throws Exception {
    write("usr/lib/tmpfiles.d/zz.conf", "w /sys/kernel/mm/*/run - - - - 2\n");
    assertThat(conflicts(new TmpfilesWriter(), merging(1)))
        .containsExactly(
            "sysfs[/sys/kernel/mm/ksm/run]=1 tmpfiles (/usr/lib/tmpfiles.d/zz.conf)=2");
    assertThat(conflicts(new TmpfilesWriter(), merging(2))).isEmpty();
    write("usr/lib/tmpfiles.d/zz.conf", "w /sys/kernel/mm/ksm/run - - - - 2\n");
    assertThat(conflicts(new TmpfilesWriter(), merging(1))).as("ours is the first").isEmpty();
  }

  @Test
  void aFileOfSysctlThatOnlyLeavesANameOutDoesNotSetIt() throws Exception {
    write("etc/sysctl.d/50-x.conf", "-vm.swappiness\nvm.dirty_ratio=5\n");
    try (TestHost host = new TestHost(root)) {
      assertThat(SysctlWriter.all(host.read(new SysctlWriter().probe())))
          .isEqualTo(Map.of("vm/dirty_ratio", "/etc/sysctl.d/50-x.conf:2"));
    }
  }

  @Test
  void aGovernorOfOneCpuAndOfAllAreOneKnobWhereTheyShareAPolicy() throws Exception {
    String policy = "sys/devices/system/cpu/cpufreq/policy0/";
    write(policy + "affected_cpus", "0 1\n");
    write(policy + "scaling_governor", "ondemand\n");
    write(policy + "scaling_available_governors", "performance powersave ondemand\n");
    String path = "/sys/devices/system/cpu/cpu1/cpufreq/scaling_governor";
    write(path.substring(1), "ondemand\n");
    try (TestHost host = new TestHost(root)) {
      HostPlan plan =
          host.plan(
              List.of(
                  TestHost.task("cpu_frequency", Map.of("governor", "performance")),
                  TestHost.task("sysfs", Map.of("path", path, "value", "powersave"))));
      assertThat(Conflicts.betweenTasks("db1", plan.tasks()))
          .singleElement()
          .extracting(Conflict::knob, Conflict::value, Conflict::otherValue)
          .containsExactly("/" + policy + "scaling_governor", "powersave", "performance");
    }
  }

  @Test
  void aTaskThatStopsIrqbalanceLeavesNothingThatItMoves() throws Exception {
    write("sys/devices/system/cpu/online", "0-3\n");
    write("proc/interrupts", "      CPU0 CPU1\n 40: 1 1 PCI-MSI 524288-edge      eth0-rx-0\n");
    write("proc/irq/40/smp_affinity_list", "2\n");
    write("proc/700/comm", "irqbalance\n");
    write("proc/700/cmdline", "/usr/sbin/irqbalance\0--foreground\0");
    write("etc/default/irqbalance", "IRQBALANCE_BANNED_CPULIST=2-3\n");
    Subject task = TestHost.task("irq_affinity", Map.of("match", "eth0-*", "cpus", "1"));
    assertThat(conflicts(new IrqbalanceWriter(), task))
        .containsExactly(
            "irq_affinity[eth0-*]=1 irqbalance (process 700)=wherever it likes but on 2-3");
    Subject stop = TestHost.task("service", Map.of("name", "irqbalance", "state", "stopped"));
    assertThat(conflicts(new IrqbalanceWriter(), task, stop)).isEmpty();
  }

  @Test
  @Trap(types = "irq_affinity", value = "irqbalance moves them again")
  void aTaskThatBansItsInterruptsLeavesTheOthersToIrqbalance() throws Exception {
    write("sys/devices/system/cpu/online", "0-3\n");
    write(
        "proc/interrupts",
        """
              CPU0 CPU1
         40: 1 1 PCI-MSI 524288-edge      eth0-rx-0
         41: 1 1 PCI-MSI 524289-edge      eth1-rx-0
        """);
    write("proc/irq/40/smp_affinity_list", "2\n");
    write("proc/irq/41/smp_affinity_list", "2\n");
    write("proc/700/comm", "irqbalance\n");
    write("proc/700/cmdline", "/usr/sbin/irqbalance\0");
    write("proc/700/environ", "");
    Subject banned =
        TestHost.task("irq_affinity", Map.of("match", "eth0-*", "cpus", "1", "ban", "list"));
    Subject other = TestHost.task("irq_affinity", Map.of("match", "eth1-*", "cpus", "1"));
    assertThat(conflicts(new IrqbalanceWriter(), banned, other))
        .containsExactly("irq_affinity[eth1-*]=1 irqbalance (process 700)=wherever it likes");
  }
}
