package io.tuner.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.tuner.Proves;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Network cards whose drivers take some settings and refuse others. */
@EmulatedMachine
@Proves(
    types = "ethtool_coalesce",
    what =
        "rx-usecs set and taken back; rx-frames, which the driver lacks, refused before anything is written",
    against = "real ethtool, e1000e")
@Proves(
    types = "ethtool_ring",
    what = "rings set and taken back; more than the card can have is refused beforehand",
    against = "real ethtool, e1000e and vmxnet3")
class EthtoolOnMachineTest {
  @TempDir Path directory;

  private ControlMachine control;
  private String intel;
  private String vmware;

  @AfterEach
  void nothingStays() {
    control.tuner("rollback", "--all", "--yes", "-i", "inventory.yml");
  }

  @BeforeEach
  void inventory() {
    intel = Machine.card("e1000e");
    vmware = Machine.card("vmxnet3");
    control = ControlMachine.ofMachine(directory);
    control.inventory(Machine.login("tuner").with("intel", intel).with("vmware", vmware));
  }

  private void play(String tasks) {
    control.write("cards.yml", "- hosts: all\n  become: true\n  tasks:\n" + tasks.indent(4));
  }

  private static String settings(String card) {
    return Machine.output("ethtool -c " + card + "; ethtool -g " + card);
  }

  @Test
  void coalescingAndRingsAreSetAndTakenBack() {
    String before = settings(intel) + settings(vmware);
    Snapshot tree = Machine.tree();
    play(
        """
        - ethtool_coalesce: {interface: "${intel}", rx_usecs: 100}
        - ethtool_ring: {interface: "${intel}", rx: 512, tx: 512}
        - ethtool_ring: {interface: "${vmware}", rx: 512, tx: 1024}
        """);
    control.document(0, "apply", "cards.yml", "--yes");
    assertThat(settings(intel))
        .containsPattern("rx-usecs:\\s+100\\b")
        .containsPattern("RX:\\s+512\\b");
    assertThat(settings(vmware)).containsPattern("TX:\\s+1024\\b");
    assertThat(control.document(0, "apply", "cards.yml", "--yes").changes(Machine.NAME)).isEmpty();
    control.document(0, "verify", "cards.yml");

    control.document(0, "rollback", "--yes");
    assertThat(settings(intel) + settings(vmware)).isEqualTo(before);
    assertThat(Machine.tree().changesSince(tree)).isEmpty();
  }

  @Test
  void whatTheDriverLacksIsUnsupportedAndNothingIsWritten() {
    String before = settings(intel);
    play("- ethtool_coalesce: {interface: \"${intel}\", rx_usecs: 100, rx_frames: 64}");
    RunDocument document = control.document(1, "apply", "cards.yml", "--yes");
    assertThat(document.task(Machine.NAME, "ethtool_coalesce[" + intel + "]").get("message"))
        .asString()
        .contains("rx_frames");
    assertThat(settings(intel)).isEqualTo(before);
  }

  @Test
  void moreThanTheRingCanHoldIsRefusedBefore() {
    String before = settings(intel);
    play("- ethtool_ring: {interface: \"${intel}\", rx: 1000000}");
    RunDocument document = control.document(1, "apply", "cards.yml", "--yes");
    assertThat(document.task(Machine.NAME, "ethtool_ring[" + intel + "]").get("message"))
        .asString()
        .contains("4096");
    assertThat(settings(intel)).isEqualTo(before);
  }
}
