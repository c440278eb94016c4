package io.tuner.format;

import static io.tuner.format.Samples.read;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BiosNamesTest {

  private static final List<String> KNOWN =
      List.of(
          "CPUPrefetchEnable",
          "SmmuMode",
          "LogicalProcessorDisable",
          "MemoryRefreshRate",
          "MemoryPatrolScrub",
          "PowerPolicy",
          "NumaEnable",
          "SubNumaCluster",
          "BootMode");

  @ParameterizedTest
  @CsvSource({
    "CPUPrefetchingConfig, CPUPrefetchEnable",
    "cpu_prefetch,         CPUPrefetchEnable",
    "EnableSMMU,           SmmuMode",
    "LogicalProc,          LogicalProcessorDisable",
    "RefreshInterval,      MemoryRefreshRate",
    "PowerProfile,         PowerPolicy"
  })
  void aNameOfAnotherServerIsKnownByItsParts(String asked, String here) {
    assertThat(BiosNames.alike(asked, KNOWN)).containsExactly(here);
  }

  @Test
  void severalThatShareAsMuchAreAllToldAndThoseThatShareNothingAreNot() {
    assertThat(BiosNames.alike("NUMA", KNOWN)).containsExactly("NumaEnable", "SubNumaCluster");
    assertThat(BiosNames.alike("EnableMode", KNOWN)).as("parts that mean nothing").isEmpty();
    assertThat(BiosNames.alike("MemoryMode", KNOWN)).isEmpty();
    assertThat(BiosNames.alike("TurboBoost", KNOWN)).isEmpty();
    assertThat(BiosNames.alike("", KNOWN)).isEmpty();
    assertThat(BiosNames.alike("NUMA", List.of())).isEmpty();
    assertThat(BiosNames.alike("Nic", List.of("NicA", "NicB", "NicC", "NicD"))).hasSize(3);
  }

  @Test
  void aNameThatSaysWhatItSwitchesOffIsKnown() {
    assertThat(List.of("LogicalProcessorDisable", "usb_disabled", "DisableC6"))
        .allMatch(BiosNames::denies);
    assertThat(List.of("NumaEnable", "DiskMode", "Disabler", "")).noneMatch(BiosNames::denies);
  }

  @Test
  void namesOfARealServer() throws Exception {
    List<String> names =
        read("redfish/huawei-attribute-names.txt")
            .lines()
            .map(line -> line.replaceFirst("=.*", ""))
            .toList();
    assertThat(names)
        .filteredOn(BiosNames::denies)
        .containsExactly("ProcessorHyperThreadingDisable");
    assertThat(BiosNames.alike("HyperThreading", names))
        .containsExactly("ProcessorHyperThreadingDisable");
    assertThat(BiosNames.alike("CPUPrefetching", names)).containsExactly("CPUPrefetchConfig");
    assertThat(BiosNames.alike("SmmuEnabled", names)).containsExactly("EnableSMMU");
    assertThat(BiosNames.alike("PowerPolicy", names)).contains("CustomPowerPolicy", "PowerSaving");
  }
}
