package io.tuner.format;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class ModuleLinesTest {

  @Test
  void namesOfModulesToLoadAreALineEach() {
    ModuleLines list = ModuleLines.ofList("# one\n; two\nnvme-tcp\n\n  loop  \n");
    assertThat(list.values()).isEqualTo(Map.of("load nvme_tcp", "yes", "load loop", "yes"));
    assertThat(list.with("load tcp_bbr", Optional.of("yes")).text())
        .isEqualTo("# one\n; two\nnvme-tcp\n\n  loop  \ntcp_bbr\n");
    assertThat(list.with("load nvme_tcp", Optional.empty()).text())
        .isEqualTo("# one\n; two\n\n  loop  \n");
  }

  @Test
  void optionsAddUpAndLinesGoOn() {
    ModuleLines commands =
        ModuleLines.ofCommands(
            "options nvme a=1\nalias x y\nblacklist nou-veau\n#blacklist no\n"
                + "options nvme \\\n  b=2\ninstall x /bin/false now\noptions\n");
    assertThat(commands.values())
        .isEqualTo(
            Map.of(
                "options nvme", "a=1 b=2",
                "blacklist nou_veau", "yes",
                "install x", "/bin/false now"));
    assertThat(commands.entries().get(2).number()).isEqualTo(5);
    assertThat(commands.with("options nvme", Optional.of("c=3")).text())
        .isEqualTo(
            "options nvme c=3\nalias x y\nblacklist nou-veau\n#blacklist no\n"
                + "install x /bin/false now\noptions\n");
  }

  @Test
  void aChangedLineKeepsItsPlace() {
    ModuleLines commands =
        ModuleLines.ofCommands("options a x=1\n# b\noptions b-c y=2 z=3\nblacklist q");
    assertThat(commands.with("options b_c", Optional.of("y=4")).text())
        .isEqualTo("options a x=1\n# b\noptions b_c y=4\nblacklist q");
    assertThat(commands.with("blacklist r", Optional.of("yes")).text()).endsWith("q\nblacklist r");
  }

  @Property
  void whatIsSetIsReadBackAndTheRestStays(@ForAll("files") String text, @ForAll boolean list) {
    ModuleLines lines = new ModuleLines(list, text);
    String key = list ? "load new" : "options new";
    String value = list ? ModuleLines.SET : "a=1";
    ModuleLines with = lines.with(key, Optional.of(value));
    assertThat(with.values()).containsEntry(key, value);
    Map<String, String> rest = with.with(key, Optional.empty()).values();
    assertThat(rest).doesNotContainKey(key).containsAllEntriesOf(without(lines.values(), key));
  }

  private static Map<String, String> without(Map<String, String> values, String key) {
    values.remove(key);
    return values;
  }

  @Provide
  Arbitrary<String> files() {
    return Arbitraries.of("options", "blacklist", "new", " ", "a=1", "#", "\n", "install", "x-y")
        .list()
        .ofMaxSize(30)
        .map(parts -> String.join("", parts));
  }
}
