package io.tuner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tuner.Proves;
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
}
