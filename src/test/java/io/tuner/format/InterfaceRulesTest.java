package io.tuner.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class InterfaceRulesTest {

  private static InterfaceRules with(InterfaceRules rules, String key, String value) {
    return rules.with(key, Optional.ofNullable(value));
  }

  @Test
  void channelsAreSetBeforeRingsAndBothBeforeCoalescing() throws Exception {
    InterfaceRules rules = InterfaceRules.parse("");
    rules = with(rules, "eth1/coalesce/rx-usecs", "4");
    rules = with(rules, "eth1/coalesce/adaptive-rx", "off");
    rules = with(rules, "eth1/ring/rx", "4096");
    rules = with(rules, "eth1/channels/combined", "8");
    rules = with(rules, "eth1/features/tx-udp_tnl-segmentation", "off");
    rules = with(rules, "eth1/link/mtu", "9000");
    rules = with(rules, "eth0.100/link/tx_queue_len", "0");
    assertThat(rules.text().lines().skip(1))
        .containsExactly(
            "ACTION==\"add|change|move\", SUBSYSTEM==\"net\", ENV{.TUNER_INTERFACE}=\"$name\"",
            "ENV{.TUNER_INTERFACE}==\"eth0.100\", ATTR{tx_queue_len}=\"0\"",
            "ENV{.TUNER_INTERFACE}==\"eth1\", ATTR{mtu}=\"9000\"",
            "ENV{.TUNER_INTERFACE}==\"eth1\", RUN+=\"/sbin/ethtool -L eth1 combined 8\"",
            "ENV{.TUNER_INTERFACE}==\"eth1\", RUN+=\"/sbin/ethtool -G eth1 rx 4096\"",
            "ENV{.TUNER_INTERFACE}==\"eth1\","
                + " RUN+=\"/sbin/ethtool -K eth1 tx-udp_tnl-segmentation off\"",
            "ENV{.TUNER_INTERFACE}==\"eth1\","
                + " RUN+=\"/sbin/ethtool -C eth1 adaptive-rx off rx-usecs 4\"");
    assertThat(InterfaceRules.parse(rules.text()).values()).isEqualTo(rules.values());
  }

  @Test
  void aKeyThatGoesTakesNoOtherAlong() throws Exception {
    InterfaceRules rules = InterfaceRules.parse("");
    rules = with(with(rules, "a/ring/rx", "1"), "b/ring/rx", "2");
    assertThat(with(rules, "a/ring/rx", null).values()).isEqualTo(Map.of("b/ring/rx", "2"));
    assertThat(with(with(rules, "a/ring/rx", null), "b/ring/rx", null).text()).isEmpty();
  }

  @Test
  void whatUdevOrAShellWouldTakeForMoreIsNotWritten() {
    for (String key : new String[] {"e$name/ring/rx", "e h/ring/rx", "e\"/ring/rx", "%k/ring/rx"}) {
      assertThatThrownBy(() -> with(InterfaceRules.parse(""), key, "1").text())
          .isInstanceOf(Refusal.class);
    }
    assertThatThrownBy(() -> with(InterfaceRules.parse(""), "a/ring/rx", "1; reboot").text())
        .isInstanceOf(Refusal.class);
  }

  @Test
  void commandsAreFoundWhereverTheyStand() {
    assertThat(EthtoolOption.commands("post-up /usr/sbin/ethtool --set-ring $IFACE rx 9 tx 8 # x"))
        .containsExactly(
            new EthtoolOption.Command(EthtoolOption.RING, "$IFACE", Map.of("rx", "9", "tx", "8")));
    assertThat(EthtoolOption.commands("-K eth0 tso off; -C eth0 adaptive-rx on rx-usecs 3"))
        .containsExactly(
            new EthtoolOption.Command(EthtoolOption.FEATURES, "eth0", Map.of("tso", "off")),
            new EthtoolOption.Command(
                EthtoolOption.COALESCE, "eth0", Map.of("adaptive-rx", "on", "rx-usecs", "3")));
    assertThat(EthtoolOption.commands("ethtool -c eth0; ethtool eth0; ls -C a")).isEmpty();
  }

  @Test
  void noTextMakesItFail() throws Exception {
    Random random = new Random(9);
    String words = "ENV{.TUNER_INTERFACE}==\"eth0/\", RUN+=ATTR{mtu}=-C /sbin/ethtool a 1\n";
    for (int i = 0; i < 3000; i++) {
      StringBuilder text = new StringBuilder();
      for (int at = random.nextInt(6); at > 0; at--) {
        int start = random.nextInt(words.length());
        text.append(words, start, start + random.nextInt(words.length() - start));
      }
      NetworkStanzas.ofInterfaces("iface a\n" + text);
      NetworkStanzas.ofIfcfg("ETHTOOL_OPTS=" + text);
      InterfaceUdevRules.settings(Map.of("/etc/udev/rules.d/1.rules", text.toString()), "eth0");
      InterfaceRules rules = InterfaceRules.parse(text.toString());
      assertThat(InterfaceRules.parse(rules.text()).values()).isEqualTo(rules.values());
    }
  }
}
