package io.tuner.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tuner.format.UnitFile.Assignment;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class UnitFileTest {

  @Test
  void commentsContinuationsAndSections() {
    UnitFile unit =
        UnitFile.parse(
            "# c\n"
                + "; d\n"
                + "[Unit]\n"
                + "After=a.service\n\n"
                + "[Service]\n"
                + "ExecStart = /bin/a \\\n"
                + "# within\n"
                + "  -b\\\n"
                + " c\n"
                + "Environment=A=1\n"
                + "broken\n"
                + "LimitNOFILE=\r\n");
    assertThat(unit.assignments())
        .containsExactly(
            new Assignment("Unit", "After", "a.service"),
            new Assignment("Service", "ExecStart", "/bin/a    -b  c"),
            new Assignment("Service", "Environment", "A=1"),
            new Assignment("Service", "LimitNOFILE", ""));
    assertThat(unit.get("Service", "Environment")).contains("A=1");
    assertThat(unit.get("Unit", "Environment")).isEmpty();
  }

  @Test
  void anEmptyAssignmentTakesBackEarlierOnes() {
    UnitFile unit = UnitFile.parse("[Service]\nExecStart=/a\nEnvironment=A=1\nTimeoutStopSec=90\n");
    UnitFile first = UnitFile.parse("[Service]\nExecStart=\nExecStart=/b\nEnvironment=B=2\n");
    UnitFile second = UnitFile.parse("[Service]\nTimeoutStopSec=600\n[Unit]\nExecStart=/c\n");
    List<UnitFile> files = List.of(unit, first, second);
    assertThat(UnitFile.effective(files, "Service", "ExecStart")).containsExactly("/b");
    assertThat(UnitFile.effective(files, "Service", "Environment")).containsExactly("A=1", "B=2");
    assertThat(UnitFile.effective(files, "Service", "TimeoutStopSec")).containsExactly("90", "600");
    UnitFile reset = UnitFile.parse("[Service]\nEnvironment=\n");
    assertThat(UnitFile.effective(List.of(unit, reset), "Service", "Environment")).isEmpty();
  }

  @Test
  void dropInsAreSortedByNameOverAllDirectories() {
    List<String> paths =
        List.of(
            "/etc/systemd/system/a-b@1.service.d/20-x.conf",
            "/run/systemd/system/a-b@1.service.d/20-x.conf",
            "/etc/systemd/system/a-b@.service.d/10-template.conf",
            "/usr/lib/systemd/system/a-.service.d/15-prefix.conf",
            "/lib/systemd/system/service.d/20-x.conf",
            "/lib/systemd/system/service.d/05-all.conf",
            "/etc/systemd/system/a-b@1.service.d/note.txt",
            "/etc/systemd/system/a-b@2.service.d/30-other.conf");
    assertThat(UnitFile.dropIns(paths, "a-b@1.service"))
        .containsExactly(
            "/lib/systemd/system/service.d/05-all.conf",
            "/etc/systemd/system/a-b@.service.d/10-template.conf",
            "/usr/lib/systemd/system/a-.service.d/15-prefix.conf",
            "/etc/systemd/system/a-b@1.service.d/20-x.conf");
  }

  @Test
  void dropInsAreWrittenAndReadBack() throws Refusal {
    Map<String, List<String>> service = new LinkedHashMap<>();
    service.put("LimitMEMLOCK", List.of("infinity"));
    service.put("ExecStart", List.of("", "/bin/a %i"));
    Map<String, Map<String, List<String>>> settings = new LinkedHashMap<>();
    settings.put("Service", service);
    settings.put("Unit", Map.of("After", List.of("b.service")));
    String text = UnitFile.dropIn(settings);
    assertThat(text)
        .isEqualTo(
            "[Service]\nLimitMEMLOCK=infinity\nExecStart=\nExecStart=/bin/a %i\n\n"
                + "[Unit]\nAfter=b.service\n");
    assertThat(UnitFile.parse(text).settings()).isEqualTo(settings);
  }

  @Test
  void whatAUnitCannotHoldIsRefused() {
    for (String value : List.of("a\nb", " a", "a ", "a\\")) {
      assertThatThrownBy(() -> UnitFile.dropIn(Map.of("Service", Map.of("A", List.of(value)))))
          .isInstanceOf(Refusal.class);
    }
    for (String name : List.of("", "A=B", "#A", "A B", "A]\n[B")) {
      assertThatThrownBy(() -> UnitFile.dropIn(Map.of("Service", Map.of(name, List.of("a")))))
          .isInstanceOf(Refusal.class);
      assertThatThrownBy(() -> UnitFile.dropIn(Map.of(name, Map.of("A", List.of("a")))))
          .isInstanceOf(Refusal.class);
    }
  }

  @Test
  void environmentSettingsAreQuotedWords() {
    assertThat(
            UnitEnvironment.ofSettings(
                List.of("A=1 \"B=x y\" 'C=it \"is\"'", "A=2 D=a'b E=p%%q broken")))
        .containsExactly(
            Map.entry("A", "2"),
            Map.entry("B", "x y"),
            Map.entry("C", "it \"is\""),
            Map.entry("D", "a'b"),
            Map.entry("E", "p%q"));
  }

  @Test
  void environmentFilesAreNoShell() {
    assertThat(
            UnitEnvironment.ofFile(
                "# A=0\n;B=0\nA=1 2 # no comment  \n  C = \"x  y\" 'z'\r\nD=$A\nE=a\\\nb\nF=\n"
                    + "G=\"a\\\"b\\c\"\nbroken\nH='two\nlines'\nI=l"))
        .containsExactly(
            Map.entry("A", "1 2 # no comment"),
            Map.entry("C", "x  yz"),
            Map.entry("D", "$A"),
            Map.entry("E", "ab"),
            Map.entry("F", ""),
            Map.entry("G", "a\"b\\c"),
            Map.entry("H", "two\nlines"),
            Map.entry("I", "l"));
  }

  @Property
  void garbageIsLeftOut(@ForAll("garbage") String text) {
    UnitFile unit = UnitFile.parse(text);
    assertThat(unit.values("S", "Key")).doesNotContain("");
    UnitEnvironment.ofFile(text);
    UnitEnvironment.ofSettings(List.of(text));
  }

  @Property
  void whatIsWrittenIsReadBack(@ForAll("values") List<String> values) throws Refusal {
    Map<String, Map<String, List<String>>> settings = Map.of("Service", Map.of("Key", values));
    try {
      String text = UnitFile.dropIn(settings);
      assertThat(UnitFile.parse(text).settings()).isEqualTo(values.isEmpty() ? Map.of() : settings);
    } catch (Refusal refusal) {
      assertThat(String.join("", values)).containsAnyOf("\\", " ", "\n");
    }
  }

  @Provide
  Arbitrary<String> garbage() {
    return Arbitraries.of("[S]", "Key", "=", "\\\n", "\n", "#", ";", " ", "\"", "'", "\\", "a")
        .list()
        .ofMaxSize(30)
        .map(parts -> String.join("", parts));
  }

  @Provide
  Arbitrary<List<String>> values() {
    return Arbitraries.strings().withChars("ab= #;[]\\\"'\n").ofMaxLength(6).list().ofMaxSize(3);
  }
}
