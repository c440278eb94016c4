package io.tuner.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.tuner.Proves;
import io.tuner.Trap;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A real TuneD, with profiles that set only what is a host's own: {@code net.*}, and the file that
 * its words for GRUB go to. It never starts without a profile, for then it chooses one that tunes
 * the machine.
 */
@RealHosts
@Proves(
    types = "tuned_profile",
    what =
        "with profiles of `net.*`: a parent's `skew_tick=1` is not among the words it leaves for "
            + "the boot, also when it starts again; its order of sysctl.d, a setting undone, a plug-in "
            + "that does not load, a profile that is not there, a daemon that is down are told; and "
            + "back",
    against = "real TuneD 2.20, without GRUB, interrupts and processes")
class TunedOnHostsTest {

  @TempDir Path directory;

  private final Host host = Lab.host(1);
  private ControlMachine control;

  @BeforeEach
  void tunedRuns() {
    profile("lab-idle", "[main]\nsummary=sets nothing\n");
    profile(
        "lab-parent",
        """
        [main]
        summary=what a parent adds
        [sysctl]
        net.core.somaxconn=512
        [bootloader]
        cmdline_parent=skew_tick=1 tsc=lab
        """);
    profile(
        "lab",
        """
        [main]
        include=lab-parent
        [variables]
        include=/etc/tuned/lab-variables.conf
        [sysctl]
        net.ipv4.tcp_fin_timeout=${fin_timeout}
        [bootloader]
        cmdline_lab=+lab.fin=${fin_timeout}
        """);
    file("/etc/tuned/lab-variables.conf", "# seconds\nfin_timeout=41\n");
    host.ssh("echo lab-idle >/etc/tuned/active_profile; echo manual >/etc/tuned/profile_mode");
    host.ssh("systemctl start tuned").succeeded();
    control = new ControlMachine(directory);
    control.inventory(Login.of(host, "tuner"));
  }

  @AfterEach
  void untouched() {
    host.reset();
  }

  private void profile(String name, String text) {
    host.ssh("mkdir -p /etc/tuned/" + name).succeeded();
    file("/etc/tuned/" + name + "/tuned.conf", text);
  }

  private void file(String path, String text) {
    host.ssh("cat >" + path, text).succeeded();
  }

  private RunDocument run(int exit, String command, String... more) {
    List<String> words = new ArrayList<>(List.of(command));
    words.addAll(List.of(more));
    words.addAll(List.of("-i", "inventory.yml", "--output", "json"));
    Outcome outcome = control.tuner(words.toArray(String[]::new));
    assertThat(outcome.exit()).as("%s", outcome).isEqualTo(exit);
    return RunDocument.of(outcome);
  }

  private void playbook(String... tasks) {
    StringBuilder text = new StringBuilder("- hosts: all\n  become: true\n  tasks:\n");
    for (String task : tasks) {
      text.append("    - ").append(task).append('\n');
    }
    control.write("tuned.yml", text.toString());
  }

  private String value(String name) {
    return host.output("cat /proc/sys/" + name.replace('.', '/'));
  }

  private String words() {
    return host.output("sed -n 's/^TUNED_BOOT_CMDLINE=//p' /etc/tuned/bootcmdline");
  }

  private String message(String profile) {
    RunDocument document = run(1, "apply", "tuned.yml", "--yes");
    return document.task("host1", "tuned_profile[" + profile + "]").get("message").toString();
  }

  private static final String TASK =
      "tuned_profile: {profile: lab, variables: {fin_timeout: 43}, cmdline_remove: [skew_tick=1],"
          + " exclude_interrupts: [eth0]}";

  @Test
  @Trap(types = "tuned_profile", value = "a parent profile adds a word that must not be there")
  void theParentsWordIsGoneAndStaysSoWhenTunedStartsAgain() {
    // TuneD writes its own file of words anew whatever stands in it.
    Snapshot tree = host.tree("/etc/tuned/bootcmdline");
    String before = value("net.core.somaxconn");
    playbook(TASK);
    run(5, "apply", "tuned.yml", "--yes");
    assertThat(words()).isEqualTo("\"tsc=lab lab.fin=43\"");
    assertThat(value("net.core.somaxconn")).isEqualTo("512");
    assertThat(value("net.ipv4.tcp_fin_timeout")).isEqualTo("43");
    assertThat(host.output("cat /etc/tuned/lab-variables.conf"))
        .isEqualTo("# seconds\nfin_timeout=43");
    assertThat(host.output("tuned-adm active")).isEqualTo("Current active profile: tuner-lab");
    assertThat(host.output("grep -o 'interrupts-[a-z]*.sh.* .*start' /var/log/tuned/tuned.log"))
        .as("what is around the scheduler's own work")
        .containsSubsequence("interrupts-before.sh", "interrupts-after.sh");

    host.ssh("systemctl restart tuned").succeeded();
    assertThat(words()).isEqualTo("\"tsc=lab lab.fin=43\"");
    assertThat(host.ssh("tuned-adm verify").exit()).as("the words wait for a boot").isEqualTo(1);
    RunDocument document = run(5, "verify", "tuned.yml");
    assertThat(document.changes("host1")).allMatch(change -> change.contains("boot"));
    assertThat(host.output("grep ERROR /var/log/tuned/tuned.log | grep -v 'cmdline arg' | wc -l"))
        .isEqualTo("0");

    run(0, "rollback", "--yes");
    assertThat(host.output("tuned-adm active")).isEqualTo("Current active profile: lab-idle");
    assertThat(value("net.core.somaxconn")).isEqualTo(before);
    assertThat(words()).isEqualTo("\"\"");
    assertThat(host.tree("/etc/tuned/bootcmdline").changesSince(tree)).isEmpty();
  }

  @Test
  void aFileOfSysctlOverridesTheProfileAndBothAreNamed() {
    playbook("tuned_profile: {profile: lab}", "sysctl: {settings: {net.core.somaxconn: 1024}}");
    String plan = run(0, "plan", "tuned.yml").toString();
    assertThat(plan)
        .contains("TuneD (profile lab, /etc/tuned/lab-parent/tuned.conf:4)")
        .contains("/proc/sys/net/core/somaxconn");
    run(5, "apply", "tuned.yml", "--yes");
    host.ssh("systemctl restart tuned").succeeded();
    assertThat(value("net.core.somaxconn")).as("sysctl.d is read last").isEqualTo("1024");
    assertThat(host.ssh("tuned-adm verify").exit()).isEqualTo(1);
    RunDocument document = run(5, "verify", "tuned.yml");
    assertThat(document.task("host1", "tuned_profile[lab]").get("warnings").toString())
        .contains("the profile's net.core.somaxconn is overridden by /etc/sysctl.d/99-tuner.conf");
  }

  @Test
  void aPluginThatDoesNotLoadIsToldThoughTunedIsContent() {
    // Debian 12 has no module perf for Python, without which its TuneD has no scheduler plug-in.
    host.ssh("! python3 -c 'import perf' 2>/dev/null").succeeded();
    playbook("tuned_profile: {profile: lab-idle, exclude_processes: [observer]}");
    assertThat(run(0, "apply", "tuned.yml", "--yes").changes("host1").toString())
        .contains("failures.plugin scheduler: not loaded: No module named 'perf' -> null");
    assertThat(host.ssh("tuned-adm verify").exit()).isZero();
    assertThat(run(5, "verify", "tuned.yml").toString())
        .contains("plugin scheduler is not loaded: No module named 'perf'");
    run(0, "rollback", "--yes");
    assertThat(host.output("tuned-adm active")).isEqualTo("Current active profile: lab-idle");
  }

  @Test
  void aSettingThatIsUndoneIsFoundAndMadeAgain() {
    playbook("tuned_profile: {profile: lab-parent}");
    run(5, "apply", "tuned.yml", "--yes");
    host.ssh("echo 77 >/proc/sys/net/core/somaxconn; tuned-adm verify");
    assertThat(run(3, "verify", "tuned.yml").changes("host1").toString())
        .contains("net.core.somaxconn");
    run(5, "apply", "tuned.yml", "--yes");
    assertThat(value("net.core.somaxconn")).isEqualTo("512");
  }

  @Test
  void aProfileThatIsNotThereAndADaemonThatIsDownAreTold() {
    playbook("tuned_profile: {profile: labb}");
    assertThat(message("labb")).contains("no profile `labb`", "lab-parent");
    assertThat(host.ssh("tuned-adm profile labb").stderr())
        .contains("Requested profile 'labb' doesn't exist.");
    host.ssh("systemctl stop tuned").succeeded();
    playbook("tuned_profile: {profile: lab}");
    assertThat(message("lab")).contains("does not run");
    playbook("service: {name: tuned, state: started}", "tuned_profile: {profile: lab-parent}");
    run(5, "apply", "tuned.yml", "--yes");
    assertThat(host.output("tuned-adm active")).isEqualTo("Current active profile: lab-parent");
  }
}
