package io.tuner.resources;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tuner.Trap;
import io.tuner.apply.TestHost;
import io.tuner.plan.Conflict;
import io.tuner.plan.Conflicts;
import io.tuner.plan.HostPlan;
import io.tuner.plan.Subject;
import io.tuner.resource.Probe;
import io.tuner.resource.ProbeFailed;
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

/** Knobs that a task and TuneD's profile on the host both set. */
class TunedConflictsTest {

  @TempDir Path root;

  @BeforeEach
  void host() throws IOException {
    write("run/tuned/tuned.pid", "812\n");
    write("etc/tuned/active_profile", "cores\n");
    write("etc/tuned/cores-variables.conf", "isolated_cores=2-3\n");
    write(
        "usr/lib/tuned/cores/tuned.conf",
        "[main]\ninclude=latency\n[variables]\ninclude=/etc/tuned/cores-variables.conf\n"
            + "[bootloader]\ncmdline_cores=nohz_full=${isolated_cores}\n");
    write(
        "usr/lib/tuned/latency/tuned.conf",
        "[vm]\ntransparent_hugepages=never\n[sysctl]\nvm.swappiness=10\n"
            + "[disk]\nelevator=none\nreadahead=4096\n[cpu]\ngovernor=performance\n"
            + "[bootloader]\ncmdline_latency=skew_tick=1\n");
    write("proc/cmdline", "ro skew_tick=1\n");
    write("proc/sys/vm/swappiness", "60\n");
    write("sys/kernel/mm/transparent_hugepage/enabled", "always [madvise] never\n");
    write("sys/block/sdb/dev", "8:16\n");
    write("sys/block/sdb/queue/scheduler", "[none] mq-deadline\n");
    write("sys/block/sdb/queue/read_ahead_kb", "128\n");
    write("sys/block/sdb/queue/nr_requests", "64\n");
    write("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "powersave\n");
    write("etc/default/grub", "GRUB_CMDLINE_LINUX=\"\"\n");
    write("usr/sbin/update-grub", "");
    Files.createDirectories(root.resolve("var/lib"));
  }

  private void write(String path, String text) throws IOException {
    Path file = root.resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private List<Conflict> conflicts(Subject... tasks) throws Exception {
    TunedWriter writer = new TunedWriter();
    try (TestHost host = new TestHost(root)) {
      HostPlan plan = host.plan(List.of(tasks[0]));
      List<Resource<?>> resources = new ArrayList<>();
      List<Probe> probes = new ArrayList<>(List.of(writer.probe()));
      for (Subject task : tasks) {
        resources.add(task.resource());
        probes.add(task.resource().probe());
      }
      List<Writer.Claim> claims = writer.claims(host.read(Probe.all(probes)), resources);
      return Conflicts.withWriter("db1", plan.tasks(), writer.name(), claims);
    }
  }

  private static Subject sysctl(int value) {
    return TestHost.task("sysctl", Map.of("settings", Map.of("vm.swappiness", value)));
  }

  @Test
  @Trap(types = "conflicts", value = "TuneD's profile includes another one")
  void aProfilesSysctlIsNamedWithItsFileAndLine() throws Exception {
    assertThat(conflicts(sysctl(1)))
        .singleElement()
        .satisfies(
            conflict -> {
              assertThat(conflict.knob()).isEqualTo("/proc/sys/vm/swappiness");
              assertThat(conflict.value() + " " + conflict.otherValue()).isEqualTo("1 10");
              assertThat(conflict.other())
                  .isEqualTo("TuneD (profile cores, /usr/lib/tuned/latency/tuned.conf:4)");
              assertThat(conflict.won()).isFalse();
            });
    assertThat(conflicts(sysctl(10))).isEmpty();
    write("proc/sys/vm/swappiness", "10\n");
    assertThat(conflicts(sysctl(1))).allMatch(Conflict::won);
  }

  @Test
  @Trap(types = "kernel_cmdline", value = "skew_tick=1 comes back from a profile")
  void skewTickThatAParentProfileAddsIsNamedByTheKernelsKnob() throws Exception {
    Subject kernel = TestHost.task("kernel_cmdline", Map.of("absent", List.of("skew_tick")));
    assertThat(conflicts(kernel))
        .singleElement()
        .satisfies(
            conflict -> {
              assertThat(conflict.knob()).isEqualTo("cmdline:skew_tick");
              assertThat(conflict.otherValue()).isEqualTo("1");
              assertThat(conflict.won()).isTrue();
            });
    Subject without =
        TestHost.task(
            "tuned_profile", Map.of("profile", "cores", "cmdline_remove", List.of("skew_tick=1")));
    assertThat(conflicts(kernel, without)).as("as the play makes the profile").isEmpty();
  }

  @Test
  void theProfileThatThePlayChoosesCountsBeforeItIsActive() throws Exception {
    write("etc/tuned/active_profile", "other\n");
    assertThat(conflicts(sysctl(1))).isEmpty();
    Subject chosen = TestHost.task("tuned_profile", Map.of("profile", "latency"));
    assertThat(conflicts(sysctl(1), chosen))
        .extracting(Conflict::other)
        .containsExactly("TuneD (profile latency, /usr/lib/tuned/latency/tuned.conf:4)");
  }

  @Test
  @Trap(types = "block_queue", value = "a rule or profile sets another value later")
  void schedulerAndReadAheadOfDisksAreTheProfilesToo() throws Exception {
    Subject queue =
        TestHost.task(
            "block_queue",
            Map.of("devices", "sdb", "scheduler", "mq-deadline", "read_ahead_kb", "64"));
    assertThat(conflicts(queue))
        .extracting(Conflict::knob)
        .containsExactlyInAnyOrder(
            "/sys/block/sdb/queue/scheduler", "/sys/block/sdb/queue/read_ahead_kb");
  }

  @Test
  void transparentHugePagesAreTheProfilesUnlessTheKernelWasToldAtBoot() throws Exception {
    Subject pages = TestHost.task("transparent_huge_pages", Map.of("enabled", "madvise"));
    assertThat(conflicts(pages))
        .extracting(Conflict::knob)
        .containsExactly("/sys/kernel/mm/transparent_hugepage/enabled");
    write("proc/cmdline", "ro transparent_hugepage=madvise\n");
    assertThat(conflicts(pages)).isEmpty();
  }

  @Test
  void theGovernorIsTheProfilesToo() throws Exception {
    String path = "/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor";
    Subject governor = TestHost.task("sysfs", Map.of("path", path, "value", "powersave"));
    assertThat(conflicts(governor)).extracting(Conflict::otherValue).containsExactly("performance");
  }

  private void isolating(String more) throws IOException {
    write(
        "usr/lib/tuned/cores/tuned.conf",
        "[variables]\ninclude=/etc/tuned/cores-variables.conf\n"
            + "[scheduler]\nisolated_cores=${isolated_cores}\n"
            + more);
    write("sys/devices/system/cpu/online", "0-3\n");
    write("sys/devices/system/cpu/possible", "0-3\n");
    write("sys/class/net/eth0/device/msi_irqs/40", "msix\n");
    write(
        "proc/interrupts",
        "      CPU0 CPU1 CPU2 CPU3\n 40: 1 1 1 1 PCI-MSI 524288-edge      eth0-rx-0\n");
    write("proc/irq/40/smp_affinity_list", "2\n");
    write("proc/31/comm", "observer\n");
    write("proc/31/cgroup", "0::/system.slice/observer.service\n");
    write(
        "proc/31/task/31/status",
        "Name:\tobserver\nTgid:\t31\nPid:\t31\nCpus_allowed_list:\t2-3\n");
  }

  private static Subject interrupts(String cpus) {
    return TestHost.task("irq_affinity", Map.of("interface", "eth0", "cpus", cpus));
  }

  private static Subject observer(String cpus) {
    return TestHost.task("process_affinity", Map.of("process", "observer", "cpus", cpus));
  }

  @Test
  void isolatedCoresTakeInterruptsOffTheirCpusAtEveryStart() throws Exception {
    isolating("");
    assertThat(conflicts(interrupts("2")))
        .singleElement()
        .satisfies(
            conflict -> {
              assertThat(conflict.address()).isEqualTo("irq_affinity[eth0]");
              assertThat(conflict.knob()).isEqualTo("irq:eth0-rx-0");
              assertThat(conflict.value()).isEqualTo("2");
              assertThat(conflict.otherValue()).isEqualTo("all CPUs but 2-3");
              assertThat(conflict.other())
                  .isEqualTo("TuneD (profile cores, /usr/lib/tuned/cores/tuned.conf:4)");
            });
    assertThat(conflicts(interrupts("1"))).as("a CPU that is not isolated").isEmpty();
    isolating("irq_process=false\n");
    assertThat(conflicts(interrupts("2"))).as("a profile that moves no interrupts").isEmpty();
  }

  @Test
  void interruptsThatThePlaysProfileExcludesAreLeftWhereTheyAre() throws Exception {
    isolating("");
    for (String name : List.of("eth0", "eth0-rx-0")) {
      Subject excluding =
          TestHost.task(
              "tuned_profile", Map.of("profile", "cores", "exclude_interrupts", List.of(name)));
      assertThat(conflicts(interrupts("2"), excluding)).as(name).isEmpty();
    }
    Subject other =
        TestHost.task(
            "tuned_profile", Map.of("profile", "cores", "exclude_interrupts", List.of("eth1")));
    assertThat(conflicts(interrupts("2"), other)).hasSize(1);
  }

  @Test
  void whatAnEarlierRunExcludedIsReadFromTheScriptsOfItsProfile() throws Exception {
    isolating("");
    write("etc/tuned/active_profile", "tuner-cores\n");
    write(
        "etc/tuned/tuner-cores/tuned.conf",
        "[main]\ninclude=cores\n[tuner_interrupts_before]\ntype=script\n"
            + "script=${i:PROFILE_DIR}/interrupts-before.sh\n");
    write("etc/tuned/tuner-cores/interrupts-before.sh", "#!/bin/sh\nnames='lo eth0'\n");
    assertThat(conflicts(interrupts("2"))).isEmpty();
    write("etc/tuned/tuner-cores/interrupts-before.sh", "#!/bin/sh\nnames='lo'\n");
    assertThat(conflicts(interrupts("2"))).hasSize(1);
  }

  @Test
  void isolatedCoresTakeProcessesOffTheirCpusUnlessTheProfileExcludesThem() throws Exception {
    isolating("");
    assertThat(conflicts(observer("1-2")))
        .singleElement()
        .satisfies(
            conflict -> {
              assertThat(conflict.address()).isEqualTo("process_affinity[observer]");
              assertThat(conflict.knob()).isEqualTo("cpus:observer");
              assertThat(conflict.value() + " " + conflict.otherValue()).isEqualTo("1-2 1");
              assertThat(conflict.other()).contains("/usr/lib/tuned/cores/tuned.conf:4");
            });
    assertThat(conflicts(observer("0-1"))).as("CPUs that are not isolated").isEmpty();
    Subject unit = TestHost.task("process_affinity", Map.of("unit", "observer", "cpus", "2-3"));
    assertThat(conflicts(unit)).as("a unit's processes too").hasSize(1);
    Subject excluding =
        TestHost.task(
            "tuned_profile", Map.of("profile", "cores", "exclude_processes", List.of("observer")));
    assertThat(conflicts(observer("2-3"), excluding)).isEmpty();
    assertThat(conflicts(unit, excluding)).as("by the names of its threads").isEmpty();
    isolating("ps_blacklist=.*pmd.*;^obs\n");
    assertThat(conflicts(observer("2-3"))).isEmpty();
    isolating("ps_whitelist=^nginx\n");
    assertThat(conflicts(observer("2-3"))).as("only others are moved").isEmpty();
  }

  @Test
  void isolatedCoresThatOnlyTunedCanCountAreNamedAsWritten() throws Exception {
    isolating("");
    write("etc/tuned/cores-variables.conf", "isolated_cores=${f:calc_isolated_cores:1}\n");
    assertThat(conflicts(interrupts("2"))).hasSize(1);
  }

  @Test
  void aBoundOfAProfileIsNoConflictWithWhatIsBeyondIt() throws Exception {
    write("usr/lib/tuned/cores/tuned.conf", "[disk]\nreadahead=>256\n");
    Subject less = TestHost.task("block_queue", Map.of("devices", "sdb", "read_ahead_kb", "64"));
    assertThat(conflicts(less)).extracting(Conflict::otherValue).containsExactly("256");
    Subject more = TestHost.task("block_queue", Map.of("devices", "sdb", "read_ahead_kb", "512"));
    assertThat(conflicts(more)).isEmpty();
  }

  @Test
  void theGovernorOfACpuIsThatOfItsPolicy() throws Exception {
    String policy = "sys/devices/system/cpu/cpufreq/policy0/";
    write(policy + "affected_cpus", "0 1\n");
    write(policy + "scaling_governor", "powersave\n");
    write(policy + "scaling_available_governors", "performance powersave\n");
    Subject task = TestHost.task("cpu_frequency", Map.of("governor", "powersave"));
    assertThat(conflicts(task))
        .singleElement()
        .satisfies(
            conflict -> {
              assertThat(conflict.knob()).isEqualTo("/" + policy + "scaling_governor");
              assertThat(conflict.value()).isEqualTo("powersave");
              assertThat(conflict.otherValue()).isEqualTo("performance");
              assertThat(conflict.other()).contains("/usr/lib/tuned/latency/tuned.conf:9");
            });
  }

  @Test
  void wordsThatTunedGaveGrubStayWhileItDoesNotRun() throws Exception {
    write("usr/lib/tuned/cores/tuned.conf", "[main]\nsummary=none\n");
    write("etc/tuned/bootcmdline", "TUNED_BOOT_CMDLINE=\"skew_tick=1 nohz=on\"\n");
    Files.delete(root.resolve("run/tuned/tuned.pid"));
    Subject kernel = TestHost.task("kernel_cmdline", Map.of("absent", List.of("skew_tick")));
    assertThat(conflicts(kernel))
        .extracting(Conflict::other)
        .containsExactly(
            "TuneD (/etc/tuned/bootcmdline: `cmdline_remove` of a tuned_profile task takes it out)");
    Subject without = TestHost.task("tuned_profile", Map.of("profile", "cores"));
    assertThat(conflicts(kernel, without)).as("a task that makes TuneD write it anew").isEmpty();
  }

  @Test
  void hugePagesAreTheProfilesAsASysctl() throws Exception {
    write("usr/lib/tuned/cores/tuned.conf", "[sysctl]\nvm.nr_hugepages=64\n");
    write(
        "proc/meminfo", "MemTotal: 8000000 kB\nMemAvailable: 7000000 kB\nHugepagesize: 2048 kB\n");
    write("proc/sys/vm/nr_hugepages", "0\n");
    for (String file :
        List.of("nr_hugepages", "free_hugepages", "resv_hugepages", "surplus_hugepages")) {
      write("sys/kernel/mm/hugepages/hugepages-2048kB/" + file, "0\n");
    }
    Subject pages = TestHost.task("huge_pages", Map.of("size", "2M", "count", "128"));
    assertThat(conflicts(pages))
        .extracting(c -> c.knob() + " " + c.value() + " " + c.otherValue())
        .containsExactly("/proc/sys/vm/nr_hugepages 128 64");
  }

  @Test
  void directoriesOfProfilesAreTheOnesThatTunedIsTold() throws Exception {
    write("etc/tuned/profiles/cores/tuned.conf", "[sysctl]\nvm.swappiness=33\n");
    write("etc/tuned/tuned-main.conf", "profile_dirs = /usr/lib/tuned; /etc/tuned/profiles/\n");
    assertThat(conflicts(sysctl(1))).extracting(Conflict::otherValue).containsExactly("33");
    write("etc/tuned/tuned-main.conf", "profile_dirs = /srv/tuned,/etc/tuned\n");
    assertThatThrownBy(() -> conflicts(sysctl(1)))
        .isInstanceOf(ProbeFailed.class)
        .hasMessageContaining("/srv/tuned (profile_dirs of /etc/tuned/tuned-main.conf)");
  }
}
