package io.tuner.resources;

import static org.assertj.core.api.Assertions.assertThat;

import io.tuner.Proves;
import io.tuner.Trap;
import io.tuner.format.IrqRules;
import io.tuner.format.IrqbalanceBans;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The script that spreads interrupts at boot, on a copy of what it reads and writes. */
@Proves(
    types = "irq_affinity",
    what =
        "the script that spreads interrupts at boot finds those of a device, and the CPUs of a "
            + "node that are online",
    against = "files in a directory, in three shells")
class IrqScriptTest {

  @TempDir Path root;

  @BeforeEach
  void host() throws Exception {
    write("sys/devices/system/cpu/online", "0-2,4-5\n");
    write("sys/devices/system/node/node1/cpulist", "3-5\n");
    write("sys/devices/pci0/0000:00:03.0/msi_irqs/100", "msix\n");
    write("sys/devices/pci0/0000:00:04.0/msi_irqs/200", "msix\n");
    write("sys/devices/pci0/msi_irqs/9", "msi\n");
    write("sys/devices/pci0/0000:00:05.0/irq", "11\n");
    write("sys/devices/pci0/0000:00:04.0/virtio0/vendor", "x\n");
    device("eth1", "0000:00:03.0");
    device("ens4", "0000:00:04.0/virtio0");
    device("old0", "0000:00:05.0");
    interrupt(9, "aerdrv");
    interrupt(11, "adapter");
    interrupt(24, "eth1-rx-0");
    interrupt(25, "eth10-rx-0");
    interrupt(26, "eth1-rx-1");
    interrupt(100, "other_name");
    interrupt(200, "virtio0-input.0");
    interrupt(201, "nvme0q1");
    interrupt(202, "nvme0q2");
    // A message that no handler has asked for.
    write("proc/irq/101/smp_affinity_list", "0-5\n");
    write("proc/irq/default_smp_affinity", "3f\n");
  }

  private void write(String path, String text) throws Exception {
    Path file = root.resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private void device(String name, String path) throws Exception {
    Path link = root.resolve("sys/class/net/" + name + "/device");
    Files.createDirectories(link.getParent());
    Files.createSymbolicLink(link, root.resolve("sys/devices/pci0/" + path));
  }

  private void interrupt(int number, String handler) throws Exception {
    write("proc/irq/" + number + "/smp_affinity_list", "0-5\n");
    Files.createDirectories(root.resolve("proc/irq/" + number + "/" + handler));
  }

  private Map<Integer, String> moved(String shell, Map<String, String> rules) throws Exception {
    IrqRules script = IrqRules.parse(IrqRules.SCRIPT.replace("\nroot=\n", "\nroot=" + root + "\n"));
    for (Map.Entry<String, String> rule : rules.entrySet()) {
      script = script.with(rule.getKey(), Optional.of(rule.getValue()));
    }
    Path file = Files.writeString(root.resolve("script"), script.text());
    List<String> words = new ArrayList<>(List.of(shell.split(" ")));
    words.add(file.toString());
    Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
    assertThat(said).isEmpty();
    Map<Integer, String> moved = new TreeMap<>();
    for (int number : List.of(9, 11, 24, 25, 26, 100, 101, 200, 201, 202)) {
      String cpus =
          Files.readString(root.resolve("proc/irq/" + number + "/smp_affinity_list")).strip();
      if (!cpus.equals("0-5")) {
        moved.put(number, cpus);
      }
    }
    return moved;
  }

  @ParameterizedTest
  @ValueSource(strings = {"dash", "bash --posix", "busybox sh"})
  @Trap(
      types = "irq_affinity",
      value = "an interface that goes down and up, or a boot, makes new interrupts")
  void oneCpuOfTheNodeGoesToEachInterruptOfTheDeviceInTurn(String shell) throws Exception {
    assertThat(moved(shell, Map.of("interface eth1", "one_each node1")))
        .isEqualTo(Map.of(24, "4", 26, "5", 100, "4"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"dash", "bash --posix", "busybox sh"})
  void patternsVirtioDevicesAndOldLinesAreFound(String shell) throws Exception {
    assertThat(
            moved(
                shell,
                Map.of(
                    "match nvme0q*", "all 0-1,3,5",
                    "interface ens4", "one_each 2",
                    "interface old0", "all 1")))
        .isEqualTo(Map.of(201, "0,1,5", 202, "0,1,5", 200, "2", 11, "1"));
  }

  private List<Integer> banned(String shell, String bans) throws Exception {
    String text = IrqbalanceBans.TEXT.replace("\nroot=\n", "\nroot=" + root + "\n");
    Path file = Files.writeString(root.resolve("policy"), text);
    List<Integer> banned = new ArrayList<>();
    for (int number : List.of(9, 11, 24, 25, 26, 100, 200, 201, 202)) {
      List<String> words = new ArrayList<>(List.of(shell.split(" ")));
      // irqbalance's classify.c: interrupts of no device have the directory of all.
      String device = number == 100 || number == 200 ? "0000:00:0" + (number / 100 + 2) + ".0" : "";
      words.addAll(
          List.of(file.toString(), "/sys/bus/pci/devices/" + device, Integer.toString(number)));
      ProcessBuilder builder = new ProcessBuilder(words).redirectErrorStream(true);
      builder.environment().put(IrqbalanceBans.BANS, bans);
      Process process = builder.start();
      String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(process.waitFor()).as("an exit with anything else counts for nothing").isZero();
      assertThat(said).isIn("", "ban=true\n");
      if (!said.isEmpty()) {
        banned.add(number);
      }
    }
    return banned;
  }

  @ParameterizedTest
  @ValueSource(strings = {"dash", "bash --posix", "busybox sh"})
  @Trap(types = "irq_affinity", value = "irqbalance moves them again")
  void irqbalanceIsToldToLeaveThoseAloneThatWereSpreadAndNoOthers(String shell) throws Exception {
    assertThat(banned(shell, "eth1@0000:00:03.0")).containsExactly(24, 26, 100);
    assertThat(banned(shell, "old0@ match=nvme0q* ens4@0000:00:04.0"))
        .containsExactly(200, 201, 202);
    assertThat(banned(shell, "")).isEmpty();
  }
}
