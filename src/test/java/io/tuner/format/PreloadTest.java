package io.tuner.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tuner.Trap;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PreloadTest {

  @ParameterizedTest
  @CsvSource({
    "'',          FIRST, /j",
    "/a,          FIRST, /j:/a",
    "/a,          LAST,  /a:/j",
    "'/a /j: /b', FIRST, /j:/a:/b",
    "/a:/j:/b,    LAST,  /a:/b:/j"
  })
  @Trap(types = "ld_preload", value = "another library that is preloaded goes")
  void otherLibrariesAreKeptAndEachStandsOnce(
      String value, Preload.Position position, String merged) {
    assertThat(Preload.merged(Optional.of(value), List.of("/j"), position)).isEqualTo(merged);
  }

  @Test
  void otherVariablesOfADropInStay() throws Exception {
    String text = "# ours\n[Service]\nEnvironment=A=1\nEnvironment=\"LD_PRELOAD=/a\"\nNice=5\n";
    assertThat(Preload.inDropIn(text)).contains("/a");
    assertThat(Preload.dropIn(text, Optional.of("/j:/a")))
        .isEqualTo("# ours\n[Service]\nEnvironment=A=1\nEnvironment=LD_PRELOAD=/j:/a\nNice=5\n");
    assertThat(Preload.dropIn(text, Optional.empty()))
        .isEqualTo("# ours\n[Service]\nEnvironment=A=1\nNice=5\n");
    assertThat(Preload.dropIn("", Optional.of("/j")))
        .isEqualTo("[Service]\nEnvironment=LD_PRELOAD=/j\n");
  }

  @Test
  @Trap(types = "ld_preload", value = "an environment file beats every drop-in")
  void anEnvironmentFileBeatsASetting() {
    List<String> settings = List.of("LD_PRELOAD=/a", "\"LD_PRELOAD=/b\" C=1");
    assertThat(Preload.effective(settings, List.of())).contains("/b");
    assertThat(Preload.effective(settings, List.of("X=1\n", "LD_PRELOAD='/c'\n"))).contains("/c");
    assertThat(Preload.effective(List.of("A=1"), List.of())).isEmpty();
  }

  @Test
  void aLineOfAnEnvironmentFileChangesInItsPlace() throws Exception {
    String text = "A=1\r\nLD_PRELOAD=\"/a\"\r\n# end\r\n";
    assertThat(Preload.environmentFile(text, Optional.of("/j:/a")))
        .isEqualTo("A=1\r\nLD_PRELOAD=/j:/a\r\n# end\r\n");
    assertThat(Preload.environmentFile(text, Optional.empty())).isEqualTo("A=1\r\n# end\r\n");
  }

  @ParameterizedTest
  @CsvSource({"export LD_PRELOAD=/a", "LD_PRELOAD=$X:/a"})
  void whatAShellMakesIsLeftAlone(String line) {
    assertThatThrownBy(() -> Preload.environmentFile(line + "\n", Optional.of("/j")))
        .isInstanceOf(Refusal.class)
        .hasMessageContaining("shell");
  }

  @Test
  void aWrapperIsReadBackAndSomebodyElsesScriptIsRefused() throws Exception {
    String value = Preload.wrapping(List.of("/j", "/k"), Preload.Position.LAST, "/opt/x \"$@\"");
    assertThat(Preload.inWrapper(Preload.wrapper(Optional.of(value)))).contains(value);
    assertThat(Preload.inWrapper("")).isEmpty();
    assertThatThrownBy(() -> Preload.inWrapper("#!/bin/sh\nexec /opt/x\n"))
        .isInstanceOf(Refusal.class);
  }

  @Test
  void aLibraryIsMappedUnderItsWholePath() {
    String maps =
        "7f00-7f01 r-xp 00000000 fd:01 7     /usr/lib/libjemalloc.so.2\n"
            + "7f02-7f03 rw-p 00000000 00:00 0 [stack]\n"
            + "7f04-7f05 r-xp 00000000 fd:01 9  /opt/two words.so (deleted)\n";
    assertThat(Preload.isMapped(maps, "/usr/lib/libjemalloc.so.2")).isTrue();
    assertThat(Preload.isMapped(maps, "/opt/two words.so")).isTrue();
    assertThat(Preload.isMapped(maps, "/usr/lib/libjemalloc.so")).isFalse();
    assertThat(Preload.isMapped(maps, "/lib/libjemalloc.so.2")).isFalse();
  }

  @Test
  void headersOfLibrariesTellTheirMachines() throws Exception {
    ElfHeader x86 =
        ElfHeader.of(" 7f 45 4c 46 02 01 01 00 00 00 00 00 00 00 00 00\n 03 00 3e 00\n");
    ElfHeader arm =
        ElfHeader.of(" 7f 45 4c 46 02 01 01 00 00 00 00 00 00 00 00 00\n 03 00 b7 00\n");
    ElfHeader big =
        ElfHeader.of(" 7f 45 4c 46 02 02 01 00 00 00 00 00 00 00 00 00\n 00 03 00 16\n");
    assertThat(x86).isEqualTo(new ElfHeader(64, true, 3, 62));
    assertThat(x86.fits(arm)).isFalse();
    assertThat(arm.architecture()).isEqualTo("AArch64, 64 bits");
    assertThat(big.architecture()).isEqualTo("s390x, 64 bits, big-endian");
    String rest = " 00 00 00 00 00 00 00 00 00 03 00 3e 00";
    for (String other :
        List.of(
            "",
            " 2f 2a",
            " 7f 45 4c 46",
            "od: x: Is a directory",
            " 23 21 2f 62 02 01 01" + rest,
            " 7f 45 4c 46 03 01 01" + rest,
            " 7f 45 4c 46 02 00 01" + rest)) {
      assertThatThrownBy(() -> ElfHeader.of(other)).isInstanceOf(Refusal.class);
    }
  }

  @Test
  void anyTextIsReadOrRefused() {
    Random random = new Random(7);
    String letters = "LD_PRELOAD=[Service]Environment/\"' \\:$\n\r\t#;export";
    for (int i = 0; i < 3000; i++) {
      StringBuilder text = new StringBuilder();
      for (int n = random.nextInt(60); n > 0; n--) {
        int at = random.nextInt(letters.length());
        text.append(letters, at, Math.min(letters.length(), at + 1 + random.nextInt(12)));
      }
      String all = text.toString();
      Preload.inDropIn(all);
      Preload.isMapped(all, "/a");
      for (Optional<String> value : List.of(Optional.of("/j"), Optional.<String>empty())) {
        try {
          assertThat(Preload.inEnvironmentFile(Preload.environmentFile(all, value)))
              .isEqualTo(value);
        } catch (Refusal said) {
          assertThat(said.getMessage()).isNotBlank();
        }
        try {
          assertThat(Preload.inDropIn(Preload.dropIn(all, value))).isEqualTo(value);
        } catch (Refusal said) {
          assertThat(said.getMessage()).isNotBlank();
        }
      }
    }
  }

  @Test
  void aDropInThatWouldLoseOtherVariablesOrBeReadOtherwiseIsRefused() {
    String together = "[Service]\nEnvironment=A=1 LD_PRELOAD=/opt/old.so\n";
    assertThatThrownBy(() -> Preload.dropIn(together, Optional.of("/opt/new.so")))
        .isInstanceOf(Refusal.class)
        .hasMessageContaining("with other variables");
    assertThatThrownBy(() -> Preload.dropIn(together, Optional.empty()))
        .isInstanceOf(Refusal.class);
    String lines = "[Service]\nEnvironment=A=1 \\\n  B=2\n";
    assertThatThrownBy(() -> Preload.dropIn(lines, Optional.of("/opt/new.so")))
        .isInstanceOf(Refusal.class)
        .hasMessageContaining("goes over lines");
    assertThatThrownBy(() -> Preload.dropIn("", Optional.of("/opt/a b.so")))
        .isInstanceOf(Refusal.class)
        .hasMessageContaining("cannot be written");
  }
}
