package io.tuner.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tuner.Trap;
import io.tuner.format.Tmpfiles.Write;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class TmpfilesTest {

  @Test
  void writesAreReadAndOtherLinesLeftOut() {
    Tmpfiles files =
        Tmpfiles.parse(
            "# w /a - - - - 1\nw /sys/a - - - - never # not a comment\nw+ /sys/b  -\t- - - 1 2 \n"
                + "w! \"/sys/c d\" - - - - 50%%\nd /run/x 0755 root root -\nw /sys/short -\n");
    assertThat(files.writes())
        .containsExactly(
            new Write("/sys/a", false, "never # not a comment"),
            new Write("/sys/b", true, "1 2"),
            new Write("/sys/c d", false, "50%"));
  }

  @Test
  void specifiersAreEscaped() throws Refusal {
    assertThat(new Tmpfiles(List.of(new Write("/sys/a%b", false, "5% \\n"))).text())
        .endsWith("\nw /sys/a%%b - - - - 5%% \\\\n\n");
    assertThat(new Tmpfiles(List.of(new Write("/sys/a b", true, "1"))).text())
        .endsWith("\nw+ \"/sys/a b\" - - - - 1\n");
    assertThat(new Tmpfiles(List.of()).text()).isEmpty();
  }

  @Test
  void whatNoLineCanHoldIsRefused() {
    for (Write write :
        List.of(
            new Write("sys/a", false, "1"),
            new Write("/sys/a\nb", false, "1"),
            new Write("/sys/a", false, "1\n2"),
            new Write("/sys/a", false, ""),
            new Write("/sys/a", false, " 1"))) {
      assertThatThrownBy(() -> new Tmpfiles(List.of(write)).text()).isInstanceOf(Refusal.class);
    }
  }

  @Property
  @Trap(types = "sysfs", value = "a value is gone with the next boot")
  void whatIsWrittenIsReadBack(@ForAll("names") String path, @ForAll("names") String value)
      throws Refusal {
    Tmpfiles files = new Tmpfiles(List.of(new Write("/" + path, false, "x" + value + "x")));
    assertThat(Tmpfiles.parse(files.text())).isEqualTo(files);
  }

  @Property
  void garbageIsLeftOut(@ForAll("garbage") String text) {
    assertThat(Tmpfiles.parse(text).writes()).allMatch(write -> !write.path().isEmpty());
  }

  @Provide
  Arbitrary<String> names() {
    return Arbitraries.strings().withChars("ab%\\\"' #$*-é").ofMaxLength(10);
  }

  @Provide
  Arbitrary<String> garbage() {
    return Arbitraries.of("w", "w+", " ", "-", "/a", "\"", "\\", "%", "\n", "#")
        .list()
        .ofMaxSize(30)
        .map(parts -> String.join("", parts));
  }
}
