package io.tuner.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.tuner.Proves;
import io.tuner.Trap;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real TuneD, from its profile to the kernel's command line, over boots and restarts. */
@EmulatedMachine
@Proves(
    types = "tuned_profile",
    what =
        "cpu-partitioning applied, booted and verified without skew_tick, TuneD restarted and verified again, taken back; a parent's skew_tick is a conflict that names both",
    against = "real TuneD of Debian 12, GRUB, a real boot")
@Proves(
    types = "kernel_cmdline",
    what = "a word that a profile of TuneD adds is named and stays out",
    against = "real TuneD of Debian 12, GRUB, a real boot")
class TunedOnMachineTest {
  private static final String PLAYBOOK =
      """
      - hosts: all
        become: true
        tasks:
          - service: {name: tuned, state: started, enabled: true}
          - tuned_profile:
              profile: cpu-partitioning
              variables: {isolated_cores: "1"}
              cmdline_remove: [skew_tick=1]
          - kernel_cmdline: {absent: [skew_tick]}
      """;

  /** Debian 12's TuneD needs for them a module of Python that Debian does not have. */
  private static final List<String> UNLOADED =
      List.of(
          "tuned_profile[cpu-partitioning] live failures.plugin irqbalance",
          "tuned_profile[cpu-partitioning] live failures.plugin scheduler");

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
    control.write("tuned.yml", PLAYBOOK);
  }

  private static List<String> commandLine() {
    return List.of(Machine.output("cat /proc/cmdline").split(" "));
  }

  /** What a verification finds left: never to be settled, as this TuneD cannot load a plug-in. */
  private List<String> left() {
    return control.document(5, "verify", "tuned.yml").changes(Machine.NAME).stream()
        .map(change -> change.replaceFirst(": .*", ""))
        .toList();
  }

  @Test
  @Trap(types = "tuned_profile", value = "a parent profile adds a word that must not be there")
  void cpusArePartitionedWithoutSkewTickAndStaySoOverARestartOfTuned() {
    List<String> words = commandLine();
    control.document(5, "apply", "tuned.yml", "--yes");

    Machine.reboot();
    assertThat(commandLine())
        .contains("nohz_full=1", "rcu_nocbs=1")
        .noneMatch(word -> word.startsWith("skew_tick"));
    assertThat(left()).isEqualTo(UNLOADED);

    Machine.ssh("systemctl restart tuned").succeeded();
    assertThat(left()).isEqualTo(UNLOADED);
    assertThat(Machine.output("grep -c skew_tick /boot/grub/grub.cfg || true")).isEqualTo("0");

    control.document(0, "rollback", "--yes");
    Machine.reboot();
    assertThat(commandLine()).isEqualTo(words);
    assertThat(Machine.output("systemctl is-enabled tuned || true")).isEqualTo("disabled");
  }

  @Test
  void withoutTheChildProfileTheParentsSkewTickIsAConflictThatNamesBoth() {
    control.write(
        "parent.yml",
        """
        - hosts: all
          become: true
          tasks:
            - service: {name: tuned, state: started}
            - tuned_profile: {profile: cpu-partitioning, variables: {isolated_cores: "1"}}
            - kernel_cmdline: {absent: [skew_tick]}
        """);
    Outcome outcome = control.tuner("plan", "parent.yml", "-i", "inventory.yml");
    assertThat(outcome.stdout() + outcome.stderr()).contains("skew_tick", "network-latency");
  }
}
