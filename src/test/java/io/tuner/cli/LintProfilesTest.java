package io.tuner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tuner.Proves;
import io.tuner.Trap;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A playbook against TuneD profiles that are given in a directory. */
@Proves(
    what =
        "a task and a TuneD profile, or two tasks, of one knob are named both, as the playbook "
            + "makes the profile",
    against = "profiles in a directory")
class LintProfilesTest {

  @TempDir Path directory;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  @BeforeEach
  void profiles() throws IOException {
    write("inventory", "db1\n");
    write(
        "profiles/latency/tuned.conf",
        """
        [sysctl]
        vm.swappiness=10
        [bootloader]
        cmdline_latency=skew_tick=1
        [disk]
        elevator=none
        """);
    write(
        "profiles/cores/tuned.conf",
        """
        [main]
        include=latency
        [variables]
        include=/etc/tuned/cores-variables.conf
        [bootloader]
        cmdline_cores=nohz_full=${isolated_cores}
        """);
    write("profiles/cores-variables.conf", "isolated_cores=1\n");
  }

  private void write(String path, String text) throws IOException {
    Path file = directory.resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private int lint(String tasks) throws IOException {
    write("site.yml", "- hosts: all\n  tasks:\n" + tasks.indent(4));
    return lint(directory.resolve("profiles"));
  }

  private int lint(Path profiles) {
    out.reset();
    Console console =
        new Console(
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8),
            new BufferedReader(new StringReader("")),
            false,
            false,
            false,
            Map.of());
    String playbook = directory.resolve("site.yml").toString();
    String inventory = directory.resolve("inventory").toString();
    return new Dispatch(console)
        .run("lint", playbook, "-i", inventory, "--profiles", profiles.toString());
  }

  private String text() {
    return out.toString(StandardCharsets.UTF_8);
  }

  @Test
  void aTaskAndAProfileThatSetOneKnobDifferentlyAreNamedBoth() throws IOException {
    assertThat(lint("- sysctl: {settings: {vm.swappiness: 1}}\n")).isEqualTo(ExitCode.USAGE);
    assertThat(text())
        .contains("site.yml:3:7: error: `/proc/sys/vm/swappiness` is set to `1`")
        .contains("`sysctl[vm.swappiness]`", "`10` by the TuneD profile `latency`")
        .contains("profiles/latency/tuned.conf:2");
  }

  @Test
  void whatTheyAgreeOnIsNoError() throws IOException {
    assertThat(
            lint(
                """
                - sysctl: {settings: {vm.swappiness: 10, vm.dirty_ratio: 5}}
                - block_queue: {devices: sdb, scheduler: none}
                """))
        .as(text())
        .isZero();
    assertThat(text()).contains("0 errors");
  }

  @Test
  @Trap(types = "kernel_cmdline", value = "skew_tick=1 comes back from a profile")
  void skewTickOfAParentProfileIsNamedWithTheTaskThatTakesItOut() throws IOException {
    String kernel = "- kernel_cmdline: {absent: [skew_tick]}\n";
    assertThat(lint(kernel + "- tuned_profile: {profile: cores}\n")).isEqualTo(ExitCode.USAGE);
    assertThat(text())
        .contains("`cmdline:skew_tick` is taken out by `kernel_cmdline[-skew_tick]`")
        .contains("`1` by the TuneD profile `cores`", "profiles/latency/tuned.conf:4");
    assertThat(lint(kernel + "- tuned_profile: {profile: cores, cmdline_remove: [skew_tick=1]}\n"))
        .as("a profile that must not add it")
        .isZero();
  }

  @Test
  void theSchedulerOfADiskIsTheProfilesToo() throws IOException {
    assertThat(lint("- block_queue: {devices: sdb, scheduler: mq-deadline}\n"))
        .isEqualTo(ExitCode.USAGE);
    assertThat(text()).contains("`/sys/block/sdb/queue/scheduler`", "`none` by the TuneD profile");
  }

  @Test
  void variablesOfATaskCount() throws IOException {
    String profile = "- tuned_profile: {profile: cores, variables: {isolated_cores: 2-7}}\n";
    assertThat(lint(profile + "- kernel_cmdline: {present: [nohz_full=2-7]}\n")).isZero();
    assertThat(lint(profile + "- kernel_cmdline: {present: [nohz_full=1]}\n"))
        .isEqualTo(ExitCode.USAGE);
  }

  @Test
  void twoTasksOfOneWordAreNamedBoth() throws IOException {
    assertThat(
            lint(
                """
                - tuned_profile: {profile: cores, cmdline_remove: [skew_tick=1]}
                - kernel_cmdline: {present: [skew_tick=1]}
                """))
        .isEqualTo(ExitCode.USAGE);
    assertThat(text()).contains("`cmdline:skew_tick` is set to `1` here", "tuned_profile[cores]");
  }

  @Test
  void aProfileThatIsNotThereIsToldAndADirectoryWithoutAnyIsAnError() throws IOException {
    assertThat(lint("- tuned_profile: {profile: other}\n")).isZero();
    assertThat(text()).contains("warning: TuneD has no profile `other`");
    assertThat(lint(directory.resolve("none"))).isEqualTo(ExitCode.USAGE);
    assertThat(text()).contains("cannot be read as a directory of TuneD profiles");
    Files.createDirectories(directory.resolve("empty"));
    assertThat(lint(directory.resolve("empty"))).isEqualTo(ExitCode.USAGE);
    assertThat(text()).contains("holds no profile");
  }

  @ParameterizedTest(name = "{0} | {2}")
  @CsvSource(
      delimiter = '|',
      value = {
        "[sysctl] vm.nr_hugepages=64 | 64 | huge_pages: {count: 128} | 128",
        "[vm] transparent_hugepages=never | never | transparent_huge_pages: {enabled: madvise}"
            + " | madvise",
        "[sysfs] /sys/kernel/mm/ksm/run=0 | 0 | sysfs: {path: /sys/kernel/mm/ksm/run, value: 1}"
            + " | 1",
        "[disk] readahead=4096 | 4096 | block_queue: {devices: sdb, read_ahead_kb: 64} | 64",
        "[disk] readahead=>4096 | 4096 | block_queue: {devices: sdb, read_ahead_kb: 64} | 64",
        "[disk] elevator=none | none | block_queue: {devices: sdb, scheduler: bfq} | bfq",
        "[net] mtu=9000 | 9000 | link: {interface: eth0, mtu: 1500} | 1500",
        "[net] ring=rx 1024 | 1024 | ethtool_ring: {interface: eth0, rx: 512} | 512",
        "[net] coalesce=rx-usecs 8 | 8 | ethtool_coalesce: {interface: eth0, rx_usecs: 4} | 4",
        "[net] features=rx-gro-hw off | off"
            + " | ethtool_features: {interface: eth0, features: {rx-gro-hw: true}}"
            + " | on",
        "[cpu] governor=powersave | powersave | cpu_frequency: {governor: performance}"
            + " | performance",
        "[bootloader] cmdline=nohz=off | off | kernel_cmdline: {present: [nohz=on]} | on",
        "[scheduler] isolated_cores=2-3 | all CPUs but 2-3"
            + " | irq_affinity: {interface: eth0, cpus: 2} | 2",
        "[scheduler] isolated_cores=2-3 | 1 | process_affinity: {process: db, cpus: 1-2} | 1-2"
      })
  void eachKindOfSettingIsNamedWithItsLineAndTheTaskThatSetsItOtherwise(
      String setting, String value, String task, String wanted) throws IOException {
    Files.delete(directory.resolve("profiles/latency/tuned.conf"));
    Files.delete(directory.resolve("profiles/cores/tuned.conf"));
    write("profiles/one/tuned.conf", setting.replaceFirst("] ", "]\n") + "\n");
    assertThat(lint("- " + task + "\n")).as(text()).isEqualTo(ExitCode.USAGE);
    assertThat(text())
        .contains("site.yml:3:", "`" + wanted + "`", "by `" + task.replaceFirst(":.*", "["))
        .contains("`" + value + "` by the TuneD profile `one`", "profiles/one/tuned.conf:2");
  }

  @Test
  void severalProfilesAreEachTold() throws IOException {
    write("profiles/other/tuned.conf", "[sysctl]\nvm.swappiness=20\n");
    assertThat(lint("- sysctl: {settings: {vm.swappiness: 1}}\n")).isEqualTo(ExitCode.USAGE);
    assertThat(text()).contains("profile `latency`", "profile `cores`", "profile `other`");
  }

  @Test
  void whatATaskExcludesInItsProfileIsNoConflict() throws IOException {
    write("profiles/cores/tuned.conf", "[scheduler]\nisolated_cores=2-3\n");
    String tasks =
        "- irq_affinity: {interface: eth0, cpus: 2}\n"
            + "- process_affinity: {process: db, cpus: 2-3}\n";
    assertThat(lint(tasks + "- tuned_profile: {profile: cores}\n")).isEqualTo(ExitCode.USAGE);
    assertThat(
            lint(
                tasks
                    + "- tuned_profile: {profile: cores, exclude_interrupts: [eth0],"
                    + " exclude_processes: [db]}\n"))
        .as(text())
        .isZero();
  }

  @ParameterizedTest(name = "{0} | {1}")
  @CsvSource(
      delimiter = '|',
      value = {
        "sysctl: {settings: {vm.nr_hugepages: 1}} | huge_pages: {count: 2}",
        "sysfs: {path: /sys/block/sdb/queue/nomerges, value: 1}"
            + " | block_queue: {devices: sdb, nomerges: 2}",
        "sysfs: {path: /sys/kernel/mm/transparent_hugepage/enabled, value: never}"
            + " | transparent_huge_pages: {enabled: always}",
        "systemd_unit: {unit: db, drop_in: {Service: {CPUAffinity: 1}}}"
            + " | process_affinity: {unit: db, cpus: 2}",
        "systemd_unit: {unit: db, drop_in: {Service: {Environment: LD_PRELOAD=/a.so}}}"
            + " | ld_preload: {unit: db, library: [/b.so]}",
        "mount: {path: /data, source: /dev/sdb1, fstype: xfs} | swap: {device: /dev/sdb1}",
        "service: {name: irqbalance, state: started}"
            + " | irq_affinity: {interface: eth0, cpus: 2, ban: service}",
        "kernel_cmdline: {present: [skew_tick=1]}"
            + " | tuned_profile: {profile: cores, cmdline_remove: [skew_tick]}"
      })
  void tasksOfTwoTypesThatSetOneKnobOtherwiseAreNamedBothBeforeAHostIsReached(
      String one, String other) throws IOException {
    write("site.yml", "- hosts: all\n  tasks:\n    - " + one + "\n    - " + other + "\n");
    write("profiles/cores/tuned.conf", "[main]\nsummary=nothing\n");
    Files.delete(directory.resolve("profiles/latency/tuned.conf"));
    assertThat(lint(directory.resolve("profiles"))).as(text()).isEqualTo(ExitCode.USAGE);
    assertThat(text())
        .contains("site.yml:4:", "site.yml:3:", "by `" + one.replaceFirst(":.*", "["))
        .contains("1 error");
  }
}
