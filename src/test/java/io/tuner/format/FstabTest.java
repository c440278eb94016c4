package io.tuner.format;

import static org.assertj.core.api.Assertions.assertThat;

import io.tuner.Trap;
import io.tuner.format.Fstab.Entry;
import java.util.List;
import java.util.OptionalInt;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class FstabTest {
  private static final String FILE =
      """
      # static file systems
      UUID=11aa   /                 ext4    defaults          1 1   # root, do not touch

      /dev/sdb1   /data\\0401       xfs     rw,noatime        0 0
      \t/dev/sdc1\t/srv\text4\tdefaults
      tmpfs /state tmpfs size=4G 0
      /swap1 none swap sw 0 0
      /swap2 none swap sw,pri=5 0 0
      broken line
      """;

  private static Entry entry(String source, String target, String type, String... options) {
    return new Entry(
        source, target, type, List.of(options), OptionalInt.empty(), OptionalInt.empty());
  }

  @Test
  @Trap(types = "mount", value = "a line has three to six fields, and a comment behind them")
  void threeToSixFieldsAreEntries() {
    Fstab fstab = Fstab.parse(FILE + "/dev/sdd /three ext4\n/dev/sde /four ext4 # note\n");
    assertThat(fstab.entries()).hasSize(8);
    assertThat(fstab.mount("/three").orElseThrow().options()).containsExactly("defaults");
    assertThat(fstab.mount("/four").orElseThrow().options()).containsExactly("defaults");
    Entry tmpfs = fstab.mount("/state/").orElseThrow();
    assertThat(tmpfs.dump()).hasValue(0);
    assertThat(tmpfs.pass()).isEmpty();
    assertThat(tmpfs.options()).containsExactly("size=4G");
  }

  @Test
  void escapesAreDecodedAndKept() {
    Fstab fstab = Fstab.parse(FILE);
    Entry data = fstab.mount("/data 1").orElseThrow();
    assertThat(data.source()).isEqualTo("/dev/sdb1");
    assertThat(fstab.with(data).text()).isEqualTo(FILE);
    assertThat(Fstab.parse("a /x\\134y\\043\\303\\274 z").entries().get(0).target())
        .isEqualTo("/x\\y#ü");
    assertThat(Fstab.parse("").with(entry("//srv/a b", "/m n", "cifs")).text())
        .isEqualTo("//srv/a\\040b /m\\040n cifs defaults 0 0\n");
    assertThat(Fstab.parse("").with(entry("#a#b", "/x\\y", "9p")).text())
        .as("a line that begins with # is a comment")
        .isEqualTo("\\043a#b /x\\134y 9p defaults 0 0\n");
  }

  @Test
  void swapIsFoundByItsSource() {
    Fstab fstab = Fstab.parse(FILE);
    assertThat(fstab.swap("/swap2").orElseThrow().options()).containsExactly("sw", "pri=5");
    assertThat(fstab.mount("none")).isEmpty();
    assertThat(fstab.withoutSwap("/swap1").text())
        .isEqualTo(FILE.replace("/swap1 none swap sw 0 0\n", ""));
    assertThat(fstab.with(entry("/swap1", "none", "swap", "sw", "pri=9")).text())
        .isEqualTo(FILE.replace("/swap1 none swap sw 0 0", "/swap1 none swap sw,pri=9 0 0"));
  }

  @Test
  @Trap(types = "mount", value = "comments, columns, order and escapes of fstab are lost")
  void onlyChangedFieldsMoveAndColumnsStay() {
    Fstab fstab = Fstab.parse(FILE);
    assertThat(fstab.with(entry("UUID=11aa", "/", "ext4", "noatime")).text())
        .isEqualTo(
            FILE.replace(
                "ext4    defaults          1 1   # root",
                "ext4    noatime           1 1   # root"));
    assertThat(fstab.with(entry("/dev/sdc1", "/srv", "ext4", "noatime", "nofail")).text())
        .isEqualTo(FILE.replace("\text4\tdefaults", "\text4\tnoatime,nofail"));
  }

  @Test
  void linesWithoutColumnsGetNone() {
    assertThat(Fstab.parse("a /x ext4 defaults 0 0\n").with(entry("a", "/x", "ext4", "rw")).text())
        .isEqualTo("a /x ext4 rw 0 0\n");
  }

  @Test
  void whatMeansTheSameStaysAsItIsSpelt() {
    assertThat(Fstab.parse("a /x/ ext4 defaults\n").with(entry("a", "/x", "ext4", "rw")).text())
        .isEqualTo("a /x/ ext4 rw\n");
    assertThat(
            Fstab.parse("/swap1 swap swap sw 0 0\n")
                .with(entry("/swap1", "none", "swap", "pri=9"))
                .text())
        .isEqualTo("/swap1 swap swap pri=9 0 0\n");
    assertThat(Fstab.parse("a\t\t/x\t\text4\n").with(entry("bbb", "/x", "ext4")).text())
        .as("columns that tabs make")
        .isEqualTo("bbb\t\t/x\t\text4\n");
    assertThat(
            Fstab.parse("a /x ext4 rw 0 0    7\n").with(entry("a", "/x", "ext4", "rw,ro")).text())
        .as("what is behind the sixth field")
        .isEqualTo("a /x ext4 rw,ro 0 0    7\n");
  }

  @Test
  void missingNumbersAreZeroAndAddedOnlyWhenNeeded() {
    Fstab fstab = Fstab.parse("/dev/a /a ext4\n");
    Entry zero = new Entry("/dev/a", "/a", "ext4", List.of(), OptionalInt.of(0), OptionalInt.of(0));
    assertThat(fstab.with(zero).text()).isEqualTo("/dev/a /a ext4\n");
    assertThat(fstab.mount("/a").orElseThrow().sameAs(zero)).isTrue();
    Entry two =
        new Entry("/dev/a", "/a", "ext4", List.of(), OptionalInt.empty(), OptionalInt.of(2));
    assertThat(fstab.with(two).text()).isEqualTo("/dev/a /a ext4 defaults 0 2\n");
    assertThat(fstab.with(two).mount("/a").orElseThrow().sameAs(zero)).isFalse();
  }

  @Test
  @Trap(types = "mount", value = "a mount point has two lines")
  void oneLineForAMountPoint() {
    Fstab fstab = Fstab.parse("a /x ext4\nb /y ext4\nc /x/ xfs\n");
    assertThat(fstab.mount("/x").orElseThrow().source()).isEqualTo("a");
    assertThat(fstab.with(entry("d", "/x", "xfs")).text()).isEqualTo("d /x xfs\nb /y ext4\n");
    assertThat(fstab.withoutMount("/x").text()).isEqualTo("b /y ext4\n");
  }

  @Test
  void lineEndsAreThoseOfTheFile() {
    assertThat(Fstab.parse("a /x ext4").with(entry("b", "/y", "xfs")).text())
        .isEqualTo("a /x ext4\nb /y xfs defaults 0 0");
    assertThat(Fstab.parse("a /x ext4\r\n").with(entry("b", "/y", "xfs")).text())
        .isEqualTo("a /x ext4\r\nb /y xfs defaults 0 0\r\n");
    assertThat(Fstab.parse("a /x ext4\nb /y xfs").withoutMount("/y").text()).isEqualTo("a /x ext4");
  }

  @Test
  void commasWithinQuotesBelongToTheOption() {
    Entry entry = Fstab.parse("a /x ext4 context=\"s0:c1,c2\",noatime 0 0").entries().get(0);
    assertThat(entry.options()).containsExactly("context=\"s0:c1,c2\"", "noatime");
  }

  @Property
  void garbageSurvives(@ForAll("garbage") String text) {
    Fstab fstab = Fstab.parse(text);
    assertThat(fstab.text()).isEqualTo(text);
    for (Entry entry : fstab.entries()) {
      Fstab same = fstab.with(entry.isSwap() ? entry : fstab.mount(entry.target()).orElseThrow());
      assertThat(same.with(entry))
          .extracting(Fstab::text)
          .isEqualTo(same.with(entry).with(entry).text());
    }
  }

  @Property
  void addedThenRemovedIsTheOriginal(@ForAll("files") String text, @ForAll("entries") Entry entry) {
    Fstab before = Fstab.parse(text);
    if (before.mount(entry.target()).isEmpty()) {
      Fstab added = before.with(entry);
      assertThat(added.mount(entry.target()).orElseThrow().sameAs(entry)).isTrue();
      assertThat(added.with(entry).text()).isEqualTo(added.text());
      assertThat(added.withoutMount(entry.target()).text()).isEqualTo(text);
    } else {
      Fstab changed = before.with(entry);
      assertThat(changed.mount(entry.target()).orElseThrow().sameAs(entry)).isTrue();
      assertThat(changed.with(entry).text()).isEqualTo(changed.text());
      assertThat(changed.withoutMount(entry.target()).text())
          .isEqualTo(before.withoutMount(entry.target()).text());
    }
  }

  @Provide
  Arbitrary<String> garbage() {
    return Arbitraries.strings().withChars("ab/ \t\n\r#\\0147,\"x").ofMaxLength(60);
  }

  @Provide
  Arbitrary<String> files() {
    return Arbitraries.of(FILE.split("(?<=\n)")).list().ofMaxSize(6).map(l -> String.join("", l));
  }

  @Provide
  Arbitrary<Entry> entries() {
    return Combinators.combine(
            Arbitraries.of("/dev/sdb1", "UUID=1", "a b"),
            Arbitraries.of("/", "/data 1", "/srv", "/new", "/state"),
            Arbitraries.of("noatime", "defaults", "size=1G"),
            Arbitraries.integers().between(0, 2))
        .as(
            (source, target, option, pass) ->
                new Entry(
                    source,
                    target,
                    "ext4",
                    List.of(option),
                    OptionalInt.of(0),
                    OptionalInt.of(pass)));
  }
}
