package io.tuner.resources;

import static org.assertj.core.api.Assertions.assertThat;

import io.tuner.apply.TestHost;
import io.tuner.plan.Conflict;
import io.tuner.plan.Conflicts;
import io.tuner.plan.HostPlan;
import io.tuner.plan.Subject;
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
      List.of(tasks).forEach(task -> resources.add(task.resource()));
      List<Writer.Claim> claims = writer.claims(host.read(writer.probe()), resources);
      return Conflicts.withWriter("db1", plan.tasks(), writer.name(), claims);
    }
  }

  private static Subject sysctl(int value) {
    return TestHost.task("sysctl", Map.of("settings", Map.of("vm.swappiness", value)));
  }

  @Test
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
}
