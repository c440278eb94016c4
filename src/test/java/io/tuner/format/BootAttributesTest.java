package io.tuner.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class BootAttributesTest {

  private static final String PATH = "/sys/devices/system/cpu/cpu[0-9]*/power/x_us";

  @Test
  void whatIsWrittenIsReadBackInItsOrder() throws Refusal {
    BootAttributes unit =
        BootAttributes.parse("# none\n")
            .with("/sys/b/policy*/max", Optional.of("2400000"))
            .with(PATH, Optional.of("n/a"))
            .with("/sys/a", Optional.of("defer+madvise"));
    assertThat(BootAttributes.parse(unit.text()).values())
        .isEqualTo(unit.values())
        .containsOnlyKeys("/sys/b/policy*/max", PATH, "/sys/a");
    assertThat(unit.text())
        .contains("for file in " + PATH + "; do echo n/a > \"$$file\"; done'\n")
        .contains("\n[Install]\nWantedBy=multi-user.target\n");
    assertThat(unit.with(PATH, Optional.empty()).values()).doesNotContainKey(PATH);
    assertThat(BootAttributes.parse("x").text()).isEmpty();
  }

  @Test
  void whatACommandCannotHoldIsRefused() {
    for (Map<String, String> odd :
        java.util.List.of(
            Map.of("/sys/a'b", "1"), Map.of("/etc/passwd", "1"), Map.of("/sys/a", "$(reboot)"))) {
      assertThatThrownBy(() -> new BootAttributes(odd).text()).isInstanceOf(Refusal.class);
    }
  }

  @Test
  void frequenciesAreReadInEveryUnit() {
    for (String text : new String[] {"2.4GHz", "2400 MHz", "2400000", "2400000kHz", "2.4 ghz"}) {
      assertThat(Kilohertz.parse(text)).as(text).hasValue(2_400_000);
    }
    for (String text : new String[] {"", "fast", "-1", "2.4", "1.23456789GHz", "lowest"}) {
      assertThat(Kilohertz.parse(text)).as(text).isEmpty();
    }
    assertThat(Kilohertz.numberOrWord("highest")).contains("highest");
    assertThat(Kilohertz.show(2_400_000)).isEqualTo("2.4GHz");
  }

  @Property
  void anyTextIsRead(@ForAll String text) {
    assertThat(BootAttributes.parse(text).values()).isNotNull();
    Kilohertz.numberOrWord(text);
  }
}
