package io.tuner.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.groups.Tuple.tuple;

import io.tuner.format.BlockQueueRules.Match;
import io.tuner.format.BlockQueueRules.Rule;
import io.tuner.format.UdevRules.Assignment;
import io.tuner.format.UdevRules.Device;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UdevRulesTest {
  private static final String FILE = "/etc/udev/rules.d/60-x.rules";

  private static List<Assignment> found(String rules, Device device) {
    return UdevRules.assignments(Map.of(FILE, rules), device);
  }

  @Test
  void ownRulesAreWrittenInOrder() throws Refusal {
    Map<String, String> attributes = new LinkedHashMap<>();
    attributes.put("scheduler", "none");
    attributes.put("nr_requests", "256");
    BlockQueueRules rules =
        new BlockQueueRules(List.of(new Rule(Match.ID_WWN, "0x5000c500a1b2c3d4", attributes)));
    assertThat(rules.text())
        .endsWith(
            "\nACTION==\"add|change\", SUBSYSTEM==\"block\", ENV{DEVTYPE}==\"disk\","
                + " ENV{ID_WWN}==\"0x5000c500a1b2c3d4\", ATTR{queue/scheduler}=\"none\","
                + " ATTR{queue/nr_requests}=\"256\"\n");
    assertThat(BlockQueueRules.parse(rules.text())).isEqualTo(rules);
    assertThat(new BlockQueueRules(List.of()).text()).isEmpty();
  }

  @Test
  void substitutionsInValuesAreEscaped() throws Refusal {
    Rule rule = new Rule(Match.KERNEL, "sda", Map.of("scheduler", "%k$env"));
    assertThat(new BlockQueueRules(List.of(rule)).text())
        .endsWith("ATTR{queue/scheduler}=\"%%k$$env\"\n");
  }

  @Test
  void ownRulesApplyToTheirDeviceAlone() throws Refusal {
    String text =
        new BlockQueueRules(List.of(new Rule(Match.KERNEL, "sda", Map.of("scheduler", "none"))))
            .text();
    assertThat(found(text, Device.disk("sda")))
        .containsExactly(new Assignment(FILE, 2, "queue/scheduler", Optional.of("none"), true));
    assertThat(found(text, Device.disk("sdaa"))).isEmpty();
    assertThat(found(text, new Device("sda", Map.of("DEVTYPE", "partition"), Map.of()))).isEmpty();
  }

  @Test
  void whatARuleCannotHoldIsRefused() {
    for (String device : List.of("a|b", "a\"b", "a\\b", "", "a\nb")) {
      Rule rule = new Rule(Match.ID_SERIAL, device, Map.of("scheduler", "none"));
      assertThatThrownBy(() -> new BlockQueueRules(List.of(rule)).text())
          .isInstanceOf(Refusal.class);
    }
    Rule rule = new Rule(Match.KERNEL, "sda", Map.of("../x", "none"));
    assertThatThrownBy(() -> new BlockQueueRules(List.of(rule)).text()).isInstanceOf(Refusal.class);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '~',
      nullValues = "-",
      value = {
        "KERNEL==\"sd*\", ATTR{queue/scheduler}=\"x\"; true",
        "KERNEL==\"sd[a-z]\", ATTR{queue/scheduler}=\"x\"; true",
        "KERNEL==\"sd[!b]\", ATTR{queue/scheduler}=\"x\"; -",
        "KERNEL==\"nvme*|sd?\", ATTR{queue/scheduler}:=\"x\"; true",
        "KERNEL==i\"SDB\", ATTR{queue/scheduler}+=\"x\"; true",
        "KERNEL!=\"sd*\", ATTR{queue/scheduler}=\"x\"; -",
        "SUBSYSTEM==\"net\", ATTR{queue/scheduler}=\"x\"; -",
        "ACTION==\"remove\", ATTR{queue/scheduler}=\"x\"; -",
        "ACTION!=\"remove\", ATTR{queue/scheduler}=\"x\"; true",
        "ACTION!=\"add|change\", ATTR{queue/scheduler}=\"x\"; -",
        "ACTION==\"change\" ATTR{queue/scheduler}=\"x\"; true",
        "ATTR{queue/rotational}==\"0\", ATTR{queue/scheduler}=\"x\"; -",
        "ATTR{queue/rotational}==\"1\", ATTR{queue/scheduler}=\"x\"; true",
        "ATTR{removable}==\"0\", ATTR{queue/scheduler}=\"x\"; false",
        "KERNELS==\"0:0:0:0\", ATTR{queue/scheduler}=\"x\"; false",
        "ENV{ID_BUS}==\"ata\", ATTR{queue/scheduler}=\"x\"; false",
        "  # ATTR{queue/scheduler}=\"x\"; -",
        "ATTR{queue/scheduler}==\"x\", ATTR{other}=\"y\"; -",
      })
  void rulesAreJudgedByWhatIsKnown(String rule, Boolean certain) {
    Device device = new Device("sdb", Map.of("DEVTYPE", "disk"), Map.of("queue/rotational", "1"));
    assertThat(found(rule + "\n", device))
        .extracting(Assignment::certain)
        .isEqualTo(certain == null ? List.of() : List.of(certain));
  }

  @Test
  void rulesGoOverLinesAndCommentsBetweenThem() {
    String rules =
        "# first\nKERNEL==\"sd*\", \\\n# within\n  ATTR{queue/scheduler}=\"a\", \\\n"
            + "  ATTR{queue/nr_requests}=\"64\"\nATTR{queue/x}=\"1\"";
    assertThat(found(rules, Device.disk("sdb")))
        .extracting(Assignment::line, Assignment::attribute)
        .containsExactly(
            tuple(2, "queue/scheduler"), tuple(2, "queue/nr_requests"), tuple(6, "queue/x"));
  }

  @Test
  void certainJumpsSkipRules() {
    String rules =
        """
        SUBSYSTEM!="block", GOTO="end"
        KERNEL=="sd*", GOTO="end"
        ATTR{queue/scheduler}="a"
        LABEL="end", ATTR{queue/scheduler}="b"
        """;
    assertThat(found(rules, Device.disk("sdb")))
        .extracting(a -> a.value().orElseThrow())
        .containsExactly("b");
    assertThat(found(rules, Device.disk("nvme0n1")))
        .extracting(a -> a.value().orElseThrow())
        .containsExactly("a", "b");
  }

  @Test
  void programsThatNameAnAttributeMaySetIt() {
    String rule =
        "KERNEL==\"sdb\", RUN+=\"/bin/sh -c 'echo none > /sys/block/%k/queue/scheduler'\"\n";
    assertThat(found(rule, Device.disk("sdb")))
        .containsExactly(new Assignment(FILE, 1, "queue/scheduler", Optional.empty(), true));
  }

  @Test
  void filesAreReadByNameAndReplacedByTheSameName() {
    String rule = "ATTR{queue/scheduler}=\"%s\"\n";
    Map<String, String> files =
        Map.of(
            "/usr/lib/udev/rules.d/60-x.rules", rule.formatted("vendor"),
            "/etc/udev/rules.d/60-x.rules", rule.formatted("etc"),
            "/run/udev/rules.d/99-z.rules", rule.formatted("run"),
            "/lib/udev/rules.d/61-a.rules", rule.formatted("lib"),
            "/etc/udev/rules.d/70-off.rules.disabled", rule.formatted("off"));
    assertThat(UdevRules.assignments(files, Device.disk("sdb")))
        .extracting(a -> a.value().orElseThrow())
        .containsExactly("etc", "lib", "run");
  }

  @Property
  void ownRulesAreReadBack(
      @ForAll @StringLength(min = 1, max = 12) @CharRange(from = '#', to = '[') String device,
      @ForAll @StringLength(min = 1, max = 12) @CharRange(from = ' ', to = '!') String value)
      throws Refusal {
    BlockQueueRules rules =
        new BlockQueueRules(
            List.of(new Rule(Match.ID_SERIAL, device, Map.of("scheduler", value + "%$x"))));
    assertThat(BlockQueueRules.parse(rules.text())).isEqualTo(rules);
    Device same = new Device("sdq", Map.of("DEVTYPE", "disk", "ID_SERIAL", device), Map.of());
    assertThat(found(rules.text(), same)).extracting(Assignment::certain).containsExactly(true);
  }

  @Property
  void garbageIsLeftOut(@ForAll("garbage") String text) {
    assertThat(found(text, Device.disk("sdb"))).allMatch(a -> a.attribute().startsWith("queue/"));
    BlockQueueRules.parse(text);
  }

  @Provide
  Arbitrary<String> garbage() {
    return Arbitraries.of(
            "KERNEL",
            "ATTR{queue/scheduler}",
            "RUN",
            "GOTO",
            "LABEL",
            "==",
            "=",
            "!=",
            "\"sd*\"",
            "\"[",
            "\"",
            "i\"x\"",
            "e\"\\",
            "\\\n",
            "\n",
            ",",
            " ",
            "#",
            "\"[b-a]\"",
            "\"[a&&b]\"")
        .list()
        .ofMaxSize(30)
        .map(parts -> String.join("", parts));
  }
}
