package io.tuner.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tuner.Trap;
import io.tuner.format.Interrupts.Row;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InterruptsTest {

  private static Row row(String line) throws Refusal {
    return Interrupts.parse("           CPU0       CPU2\n" + line + "\n").rows().get(0);
  }

  @Test
  @Trap(types = "irq_affinity", value = "columns are taken for CPU numbers where some are offline")
  void columnsBelongToCpuNumbersAndOfflineOnesHaveNone() throws Refusal {
    Row row = row(" 30:         5          7   ITS-MSI 524288 Edge      nvme0q0");
    assertThat(row.counts()).isEqualTo(Map.of(0, 5L, 2, 7L));
    assertThat(row.number()).hasValue(30);
    assertThat(row.total()).isEqualTo(12);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        " 1: 5 7   IO-APIC-edge      timer | IO-APIC-edge | timer",
        " 1: 5 7   IR-IO-APIC  16-fasteoi   ehci_hcd:usb1, mmc0 | IR-IO-APIC | ehci_hcd:usb1;mmc0",
        " 1: 5 7   PCI-MSI-edge      eth0-TxRx-0 | PCI-MSI-edge | eth0-TxRx-0",
        " 1: 5 7   IR-PCI-MSIX-0000:3b:00.0    1-edge      mlx5_comp0@pci:0000:3b:00.0"
            + "| IR-PCI-MSIX-0000:3b:00.0 | mlx5_comp0@pci:0000:3b:00.0",
        " 1: 5 7   ITS-MSI 524288 Edge      hinic3 queue 1 | ITS-MSI | hinic3 queue 1",
        " 1: 5 7   GICv3  25 Level     vgic | GICv3 | vgic",
        " 1: 5 7   GICv3  25 Level    -virtio    eth0 | GICv3 | eth0",
        " 1: 5 7   PCI-MSI 524288-edge | PCI-MSI | ''",
        " 1: 5 7   None  acpi | None | acpi",
      })
  void oldAndNewForms(String line, String chip, String actions) throws Refusal {
    Row row = row(line);
    assertThat(row.chip()).isEqualTo(chip);
    assertThat(String.join(";", row.actions())).isEqualTo(actions);
  }

  @Test
  void architectureRowsHaveADescriptionAndPerhapsOneCount() throws Refusal {
    assertThat(row("NMI:  1  2   Non-maskable interrupts"))
        .isEqualTo(new Row("NMI", Map.of(0, 1L, 2, 2L), "", List.of("Non-maskable interrupts")));
    assertThat(row("ERR:          3")).isEqualTo(new Row("ERR", Map.of(0, 3L), "", List.of()));
    assertThat(row("IPI0:  1  2   Rescheduling interrupts").number()).isEmpty();
  }

  @Test
  void aRowHasNoMoreCountsThanThereAreColumns() throws Refusal {
    assertThat(row("1: 5 7 9 eth0").counts()).isEqualTo(Map.of(0, 5L, 2, 7L));
  }

  @Test
  @Trap(types = "irq_affinity", value = "another device's name begins alike")
  void interruptsAreFoundByTheirHandlers() throws Refusal {
    Interrupts interrupts =
        Interrupts.parse(
            "CPU0\n 1: 0  PCI-MSI 1-edge  eth0-rx-0\n 2: 0  PCI-MSI 2-edge  eth1-rx-0, eth0-tx\n"
                + " 3: 0  PCI-MSI 3-edge  nvme0q1\nLOC: 1   eth0 no\n");
    assertThat(interrupts.withAction(Pattern.compile("^eth0")))
        .extracting(Row::label)
        .containsExactly("1", "2");
  }

  @Test
  void withoutAHeadingNothingIsKnown() {
    assertThatThrownBy(() -> Interrupts.parse("  0:  45   IO-APIC-edge   timer\n"))
        .isInstanceOf(Refusal.class);
    assertThatThrownBy(() -> Interrupts.parse("")).isInstanceOf(Refusal.class);
  }

  @Property
  void garbageIsReadOrRefused(@ForAll("garbage") String text) throws Refusal {
    assertThat(Interrupts.parse("CPU0 CPU1\n" + text).rows())
        .allMatch(row -> row.counts().size() <= 2);
  }

  @Provide
  Arbitrary<String> garbage() {
    return Arbitraries.of(
            "1",
            ":",
            " ",
            "  ",
            "\n",
            "NMI",
            "PCI-MSI",
            "5-edge",
            ",",
            "eth0",
            "99999999999999999999")
        .list()
        .ofMaxSize(30)
        .map(parts -> String.join("", parts));
  }
}
