package io.tuner.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tuner.Trap;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class GrubFilesTest {
  private static final String ENTRY =
      "title Linux\r\n# note\r\nlinux /vmlinuz\r\noptions  root=/dev/a ro\r\noptions $kernelopts"
          + " ${tuned_params} quiet\r\ninitrd /initrd";

  private static String block(String lines) {
    String start = "# GRUB Environment Block\n" + lines;
    return start + "#".repeat(1024 - start.length());
  }

  @Test
  void variablesAreReadAndSetInPlace() throws Refusal {
    String block = block("saved_entry=a=b\nkernelopts=root=/dev/a ro \nboot_success=1\n");
    GrubEnvironment environment = GrubEnvironment.parse(block);
    assertThat(environment.text()).isEqualTo(block);
    assertThat(environment.get("kernelopts")).contains("root=/dev/a ro ");
    assertThat(environment.get("saved_entry")).contains("a=b");
    assertThat(environment.get("kernel")).isEmpty();
    assertThat(environment.with("kernelopts", "root=/dev/a").text())
        .isEqualTo(block("saved_entry=a=b\nkernelopts=root=/dev/a\nboot_success=1\n"));
    assertThat(environment.with("x", "a\\b\nc").get("x")).contains("a\\b\nc");
    assertThat(environment.with("x", "1").without("x").text()).isEqualTo(block);
  }

  @Test
  @Trap(types = "kernel_cmdline", value = "GRUB's environment has 1024 bytes")
  void theBlockKeepsItsLengthAndSaysWhenItIsFull() throws Refusal {
    GrubEnvironment environment =
        GrubEnvironment.parse(block("# WARNING: do not edit\nkernelopts=ro\n"));
    String fits = "x".repeat(environment.free() + "ro".length());
    assertThat(environment.with("kernelopts", fits).text()).hasSize(1024).endsWith("xx\n");
    assertThatThrownBy(() -> environment.with("kernelopts", fits + "y"))
        .isInstanceOf(Refusal.class)
        .hasMessageContaining("1 bytes too long");
    assertThatThrownBy(() -> environment.with("a=b", "1")).isInstanceOf(Refusal.class);
  }

  @Test
  void anythingElseIsNoBlock() {
    for (String text : List.of("", "kernelopts=a\n", "# GRUB Environment Block\na=1")) {
      assertThatThrownBy(() -> GrubEnvironment.parse(text)).isInstanceOf(Refusal.class);
    }
  }

  @Property
  void everyBlockSurvives(@ForAll("blockText") String text) throws Refusal {
    String block = block(text);
    try {
      GrubEnvironment environment = GrubEnvironment.parse(block);
      assertThat(environment.text()).isEqualTo(block);
      assertThat(environment.with("name", "v").get("name")).contains("v");
    } catch (Refusal refusal) {
      assertThat(refusal).hasMessageContaining("no end");
    }
  }

  @Test
  void optionsOfAllLinesAddUp() {
    BootEntry entry = BootEntry.parse(ENTRY);
    assertThat(entry.get("linux")).contains("/vmlinuz");
    assertThat(entry.get("machine-id")).isEmpty();
    assertThat(entry.options())
        .containsExactly("root=/dev/a", "ro", "$kernelopts", "${tuned_params}", "quiet");
    assertThat(entry.options(Map.of("kernelopts", "a=1 b")))
        .containsExactly("root=/dev/a", "ro", "a=1", "b", "quiet");
  }

  @Test
  void onlyOptionsAreEdited() {
    BootEntry entry = BootEntry.parse(ENTRY);
    assertThat(entry.withOptions(words -> words).text()).isEqualTo(ENTRY);
    assertThat(
            entry
                .withOptions(
                    words ->
                        new KernelArguments(words).apply(List.of("new"), List.of("ro")).words())
                .text())
        .isEqualTo(
            ENTRY.replace("  root=/dev/a ro\r", "  root=/dev/a\r").replace("quiet", "quiet new"));
    assertThat(BootEntry.parse("linux /vmlinuz\n").withOptions(words -> List.of("a")).text())
        .isEqualTo("linux /vmlinuz\noptions a\n");
    assertThat(BootEntry.parse("options a\noptions b\n").withOptions(w -> List.of("a", "n")).text())
        .isEqualTo("options a\noptions n\n");
    assertThat(BootEntry.parse("linux /x").withOptions(words -> List.of()).text())
        .isEqualTo("linux /x");
  }

  @Property
  void editedOptionsAreThoseWanted(
      @ForAll("entries") String text, @ForAll("words") List<String> wanted) {
    BootEntry entry = BootEntry.parse(text);
    assertThat(entry.withOptions(words -> words).text()).isEqualTo(text);
    BootEntry once = entry.withOptions(words -> wanted);
    assertThat(once.options()).isEqualTo(wanted);
    assertThat(once.withOptions(words -> wanted).text()).isEqualTo(once.text());
    List<String> others = new ArrayList<>(List.of(once.text().split("\n")));
    others.removeIf(line -> line.startsWith("options"));
    List<String> before = new ArrayList<>(List.of(text.split("\n")));
    before.removeIf(line -> line.startsWith("options"));
    assertThat(others).isEqualTo(before);
  }

  @Test
  void generatedConfigurationsHoldEntries() {
    GrubConfig config =
        GrubConfig.parse(
            """
            ### BEGIN /etc/grub.d/10_linux ###
            set prefix=($root)/x
            menuentry 'Linux, it'"'"'s' --class os {
              if [ x = y ]; then
                search --set=root
              fi
              linux16 /vmlinuz-1 root=/dev/a \\
                quiet $kernelopts
              initrd16 /initrd
            }
            submenu "More" {
              menuentry "Linux (recovery mode)" {
                linux /vmlinuz-1 root=/dev/a single
              }
            }
            menuentry chain { configfile (hd0,1)/x/grub.cfg
            }
            # linux /commented a
            linux /outside b
            """);
    assertThat(config.entries()).hasSize(2);
    GrubConfig.Entry first = config.entries().get(0);
    assertThat(first.command()).isEqualTo("linux16");
    assertThat(first.kernel()).isEqualTo("/vmlinuz-1");
    assertThat(first.arguments().text()).isEqualTo("root=/dev/a quiet $kernelopts");
    assertThat(first.isRescue()).isFalse();
    assertThat(config.entries().get(1).title()).isEqualTo("Linux (recovery mode)");
    assertThat(config.entries().get(1).isRescue()).isTrue();
    assertThat(config.isStub()).isFalse();
  }

  @Test
  void blocksWithinAnEntryDoNotEndIt() {
    GrubConfig config = GrubConfig.parse("menuentry a {\n  function f {\n  }\n  linux /k x\n}\n");
    assertThat(config.entries()).extracting(GrubConfig.Entry::title).containsExactly("a");
  }

  @Test
  @Trap(types = "kernel_cmdline", value = "a stub in the EFI directory is overwritten")
  void stubsNameTheRealConfiguration() {
    String stub =
        "search.fs_uuid 1-2 root hd0\nset prefix=($root)'%s'\nconfigfile $prefix/grub.cfg\n";
    assertThat(GrubConfig.parse(stub.formatted("/grub2")).realConfiguration())
        .contains("/boot/grub2/grub.cfg");
    GrubConfig config = GrubConfig.parse(stub.formatted("/@/boot/grub"));
    assertThat(config.realConfiguration()).contains("/boot/grub/grub.cfg");
    assertThat(config.isStub()).isTrue();
    assertThat(GrubConfig.parse("").isStub()).isFalse();
    assertThat(GrubConfig.parse("### BEGIN /etc/grub.d/00_header ###\nblscfg\n").isStub())
        .isFalse();
  }

  @Property
  void garbageIsRead(@ForAll("garbage") String text) {
    GrubConfig.parse(text);
    assertThat(BootEntry.parse(text).text()).isEqualTo(text);
    GrubEnvironment.listed(text);
  }

  @Provide
  Arbitrary<String> blockText() {
    return Arbitraries.of("a=1", "name=x", "\n", "#", "\\", "=", " ")
        .list()
        .ofMaxSize(20)
        .map(parts -> String.join("", parts));
  }

  @Provide
  Arbitrary<String> entries() {
    return Arbitraries.of("title x", "options a b", "options b c", "options", "linux /v", "# c")
        .list()
        .ofMinSize(1)
        .ofMaxSize(5)
        .map(lines -> String.join("\n", lines) + "\n");
  }

  @Provide
  Arbitrary<List<String>> words() {
    return Arbitraries.of("a", "b", "c", "d=\"x y\"").list().ofMaxSize(5);
  }

  @Provide
  Arbitrary<String> garbage() {
    return Arbitraries.of(
            "menuentry",
            "submenu",
            "'",
            "\"",
            "{",
            "}",
            "\n",
            " ",
            "linux",
            "options",
            "configfile",
            "set prefix=",
            "$prefix",
            "#",
            "\\")
        .list()
        .ofMaxSize(30)
        .map(parts -> String.join("", parts));
  }
}
