package io.tuner.format;

import static io.tuner.format.Samples.names;
import static io.tuner.format.Samples.read;
import static org.assertj.core.api.Assertions.assertThat;

import io.tuner.Trap;
import io.tuner.format.EthtoolOutput.Feature;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EthtoolOutputTest {

  @Test
  @Trap(types = "ethtool_coalesce", value = "two values stand on one line")
  void twoValuesOnALineAreOfBothDirections() {
    assertThat(EthtoolOutput.coalesce("Adaptive RX: on  TX: off\nCQE mode RX: off  TX: n/a\n"))
        .isEqualTo(Map.of("adaptive-rx", "on", "adaptive-tx", "off", "cqe-mode-rx", "off"));
  }

  @Test
  @Trap(
      types = {"ethtool_coalesce", "ethtool_features"},
      value = "a line has no colon, or nobody knows it")
  void aLineWithoutAColonIsPassedOver() {
    assertThat(EthtoolOutput.coalesce("tx-aggr-time-usecs\t5\ntx-aggr-max-bytes:\t9\n"))
        .isEqualTo(Map.of("tx-aggr-max-bytes", "9"));
    assertThat(EthtoolOutput.features("rx-checksumming off [fixed]\ntx-checksumming: on\n"))
        .containsOnlyKeys("tx-checksumming");
  }

  @ParameterizedTest
  @CsvSource({
    "rx-usecs: 0, 0",
    "rx-usecs:\t\t3, 3",
    "rx-usecs: n/a,",
    "rx-usecs.nic: 4,",
    "rx-usecs: four,",
    "rx-usecs: 4 of 8,",
    "rx-usecs,"
  })
  @Trap(
      types = {"ethtool_coalesce", "ethtool_ring"},
      value = "n/a is taken for zero")
  void whatIsNotAvailableIsAbsentAndZeroIsZero(String line, String value) {
    assertThat(EthtoolOutput.coalesce(line).get("rx-usecs")).isEqualTo(value);
  }

  @Test
  void aWordIsShownOtherwiseThanItIsSet() {
    assertThat(EthtoolOutput.coalesce("rx-frame-low: 1\ntx-frame-high: 2\nrx-frames-irq: 3"))
        .isEqualTo(Map.of("rx-frames-low", "1", "tx-frames-high", "2", "rx-frames-irq", "3"));
  }

  @Test
  void whatADeviceHasNoneOfAtMostItHasNot() {
    String text =
        "Pre-set maximums:\nRX:\t\t0\nTX:\t\tn/a\nOther:\t\t1\nCombined:\t8\n"
            + "Current hardware settings:\nRX:\t\t0\nTX:\t\tn/a\nOther:\t\t0\nCombined:\t2\n";
    EthtoolOutput.Limits limits = EthtoolOutput.limits(text);
    assertThat(limits.maximum()).isEqualTo(Map.of("other", "1", "combined", "8"));
    assertThat(limits.current()).isEqualTo(Map.of("other", "0", "combined", "2"));
  }

  @Test
  void indentedFeaturesAreMembersOfTheOneAbove() {
    String text =
        "Features for eth0:\ntx-checksumming: on\n\ttx-checksum-ipv4: off [fixed]\n"
            + "\ttx-checksum-sctp: on [requested off]\nhighdma: on [fixed]\n";
    assertThat(EthtoolOutput.features(text))
        .containsEntry(
            "tx-checksumming",
            new Feature("on", false, List.of("tx-checksum-ipv4", "tx-checksum-sctp")))
        .containsEntry("tx-checksum-ipv4", new Feature("off", true, List.of()))
        .containsEntry("tx-checksum-sctp", new Feature("on", false, List.of()))
        .containsEntry("highdma", new Feature("on", true, List.of()));
  }

  /** Keys are the words that set them, behind marks that the text has not. */
  @Test
  void whatJsonTellsIsReadLikeTheText() {
    String json =
        "[ {\n        \"ifname\": \"eth1\",\n        \"rx-usecs\": 12,\n"
            + "        \"tx-usecs\": 0,\n        \"tx-frames\": \"n/a\"\n    } ]\n";
    assertThat(EthtoolOutput.coalesce(json))
        .isEqualTo(EthtoolOutput.coalesce("rx-usecs:\t12\ntx-usecs:\t0\ntx-frames:\tn/a\n"))
        .isEqualTo(Map.of("rx-usecs", "12", "tx-usecs", "0"));
  }

  @Test
  void everySampleIsReadWithItsRightValues() throws Exception {
    Map<String, String> one = coalesce("c-6.x-all-na-txaggr-missing-colon");
    assertThat(one).isEqualTo(Map.of("rx-usecs", "3"));
    assertThat(coalesce("c-bnx2-ioctl-format"))
        .containsAllEntriesOf(Map.of("adaptive-rx", "off", "adaptive-tx", "off"))
        .containsAllEntriesOf(
            Map.of("rx-usecs", "20", "rx-frames", "5", "tx-usecs", "72", "tx-frames", "53"));
    assertThat(coalesce("c-heading-only")).isEmpty();
    assertThat(coalesce("c-operation-not-supported")).isEmpty();
    assertThat(coalesce("C-no-change-exit80")).isEmpty();
    assertThat(coalesce("C-operation-not-supported-ena")).isEmpty();
    assertThat(coalesce("usage-text-ethtool6")).isEmpty();
    assertThat(coalesce("c-intel-enp2s0-rx-usecs-nic-suffix"))
        .doesNotContainKey("rx-usecs")
        .containsEntry("rx-frames", "0");
    assertThat(coalesce("c-wicked-i210-rx-usecs-3")).containsEntry("rx-usecs", "3");
    assertThat(EthtoolOutput.coalesce(read("ethtool/json-show-coalesce-6.10.json")))
        .isEqualTo(Map.of("rx-usecs", "15000", "tx-usecs", "0"));

    EthtoolOutput.Limits push = limits("g-5.15-txpush-cqe");
    assertThat(push.current())
        .isEqualTo(
            Map.of(
                "rx", "1024", "rx-mini", "128", "rx-jumbo", "512", "tx", "512", "tx-push", "off"));
    assertThat(push.maximum()).containsEntry("rx", "4096").containsEntry("rx-mini", "2048");
    for (String name : List.of("g-unexpected-value", "g-virtio-na")) {
      assertThat(limits(name).current()).isEqualTo(Map.of("rx", "256", "tx", "256"));
    }

    assertThat(EthtoolOutput.features(read("ethtool/k-cannot-get.txt"))).isEmpty();
    assertThat(EthtoolOutput.features(read("ethtool/k-missing-colon.txt"))).isEmpty();
  }

  @Test
  void noOutputMakesItFail() throws Exception {
    Random random = new Random(5);
    String words = "Adaptive RX: on TX:\n\t[fixed] rx-usecs 0123:\"}Pre-set maximums:";
    for (int i = 0; i < 3000; i++) {
      StringBuilder text = new StringBuilder();
      for (int at = random.nextInt(80); at > 0; at--) {
        text.append(words.charAt(random.nextInt(words.length())));
      }
      EthtoolOutput.coalesce(text.toString());
      EthtoolOutput.limits(text.toString());
      EthtoolOutput.features(text.toString());
    }
  }

  @Test
  void noSampleMakesItFail() throws Exception {
    for (String name : names("ethtool")) {
      EthtoolOutput.limits(read(name));
      EthtoolOutput.features(read(name));
    }
  }

  private static Map<String, String> coalesce(String name) throws Exception {
    return EthtoolOutput.coalesce(read("ethtool/" + name + ".txt"));
  }

  private static EthtoolOutput.Limits limits(String name) throws Exception {
    return EthtoolOutput.limits(read("ethtool/" + name + ".txt"));
  }
}
