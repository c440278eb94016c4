package io.tuner.format;

import static org.assertj.core.api.Assertions.assertThat;

import io.tuner.Trap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class KernelArgumentsTest {

  private static String applied(String line, List<String> present, List<String> absent) {
    return KernelArguments.parse(line).apply(present, absent).text();
  }

  @Test
  void quotedBlanksDoNotSeparateWords() {
    KernelArguments arguments =
        KernelArguments.parse("ro dyndbg=\"file a.c +p\" \"opt=x y\"  quiet\tlast\n");
    assertThat(arguments.words())
        .containsExactly("ro", "dyndbg=\"file a.c +p\"", "\"opt=x y\"", "quiet", "last");
    assertThat(arguments.values("dyndbg")).containsExactly("file a.c +p");
    assertThat(arguments.values("opt")).containsExactly("x y");
    assertThat(arguments.values("ro")).containsExactly("");
    assertThat(arguments.values("absent")).isEmpty();
  }

  @Test
  @Trap(types = "kernel_cmdline", value = "a key that is to go has any value")
  void absentKeyTakesEveryValueAndAbsentWordOnlyItself() {
    assertThat(applied("a skew_tick=1 b skew_tick=0 skew_tick", List.of(), List.of("skew_tick")))
        .isEqualTo("a b");
    assertThat(applied("console=tty0 console=ttyS0", List.of(), List.of("console=tty0")))
        .isEqualTo("console=ttyS0");
    assertThat(applied("skew_tick_x=1", List.of(), List.of("skew_tick")))
        .isEqualTo("skew_tick_x=1");
  }

  @Test
  void dashesAndUnderscoresAreTheSameInNamesOnly() {
    assertThat(applied("skew-tick=1 a", List.of(), List.of("skew_tick"))).isEqualTo("a");
    assertThat(applied("a-b=x-y", List.of("a_b=x-y"), List.of())).isEqualTo("a-b=x-y");
    assertThat(applied("a-b=x-y", List.of("a_b=x_y"), List.of())).isEqualTo("a_b=x_y");
  }

  @Test
  @Trap(types = "kernel_cmdline", value = "a word stands twice")
  void anotherValueIsReplacedInPlaceAndDuplicatesGo() {
    assertThat(
            applied(
                "ro isolcpus=1 quiet isolcpus=2", List.of("isolcpus=3-4", "nohz=on"), List.of()))
        .isEqualTo("ro isolcpus=3-4 quiet nohz=on");
  }

  @Test
  @Trap(types = "kernel_cmdline", value = "console=, rd.lvm.lv= and crashkernel= repeat")
  void repeatingKeysAreAdded() {
    assertThat(
            applied(
                "console=tty0 pci=noaer rd.lvm.lv=a/root",
                List.of("console=ttyS0,115200", "pci=pcie_bus_perf", "rd.lvm.lv=a/root"),
                List.of()))
        .isEqualTo(
            "console=tty0 pci=noaer rd.lvm.lv=a/root console=ttyS0,115200 pci=pcie_bus_perf");
  }

  @Test
  void ofARepeatedWordTheLastStaysForTheLastConsoleIsTheOne() {
    assertThat(
            applied(
                "console=tty0 ro console=ttyS0 console=tty0", List.of("console=tty0"), List.of()))
        .isEqualTo("ro console=ttyS0 console=tty0");
  }

  @Test
  void replaceLeavesOneValueEvenOfRepeatingKeys() {
    KernelArguments replaced =
        KernelArguments.parse("console=tty0 ro console=ttyS0")
            .apply(List.of(), List.of(), Map.of("console", "ttyAMA0", "quiet", "1"));
    assertThat(replaced.text()).isEqualTo("console=ttyAMA0 ro quiet=1");
  }

  @Test
  @Trap(types = "kernel_cmdline", value = "hugepages= belongs to the hugepagesz= before it")
  void hugePageCountsStayWithTheirSizes() {
    List<String> present =
        List.of(
            "default_hugepagesz=1G",
            "hugepagesz=1G",
            "hugepages=16",
            "hugepagesz=2M",
            "hugepages=512");
    assertThat(applied("ro", present, List.of()))
        .isEqualTo(
            "ro default_hugepagesz=1G hugepagesz=1G hugepages=16 hugepagesz=2M hugepages=512");
    assertThat(
            applied("hugepagesz=2M hugepages=7 hugepagesz=1G hugepages=4 ro", present, List.of()))
        .isEqualTo(
            "hugepagesz=2M hugepages=512 hugepagesz=1G hugepages=16 ro" + " default_hugepagesz=1G");
    assertThat(applied("hugepagesz=1G ro", List.of("hugepagesz=1G", "hugepages=4"), List.of()))
        .isEqualTo("hugepagesz=1G hugepages=4 ro");
  }

  @Test
  void countOfTheDefaultSizeNeverBindsToAnotherSize() {
    assertThat(applied("ro hugepagesz=1G hugepages=4", List.of("hugepages=8"), List.of()))
        .isEqualTo("ro hugepages=8 hugepagesz=1G hugepages=4");
    assertThat(
            applied(
                "hugepagesz=2M hugepages=5 hugepagesz=1G hugepages=4",
                List.of(),
                List.of("hugepagesz=2M")))
        .isEqualTo("hugepagesz=1G hugepages=4");
  }

  @Test
  void sizesAreComparedAsSizes() {
    assertThat(
            applied(
                "hugepagesz=1GB hugepages=6", List.of("hugepagesz=1G", "hugepages=8"), List.of()))
        .isEqualTo("hugepagesz=1G hugepages=8");
    assertThat(
            applied(
                "hugepagesz=1024M hugepages=6 ro", List.of(), List.of("hugepages", "hugepagesz")))
        .isEqualTo("ro");
    assertThat(applied("hugepages=3 hugepagesz=1G hugepages=4", List.of(), List.of("hugepagesz")))
        .isEqualTo("hugepages=3");
  }

  @Test
  void wordsForInitAreLeftAlone() {
    assertThat(applied("ro -- quiet single", List.of("nohz=on"), List.of("quiet")))
        .isEqualTo("ro nohz=on -- quiet single");
  }

  @Test
  void valuesWithBlanksAreQuoted() {
    assertThat(applied("ro", List.of("dyndbg=file a.c +p"), List.of()))
        .isEqualTo("ro dyndbg=\"file a.c +p\"");
    assertThat(applied("ro \"dyndbg=file a.c +p\"", List.of("dyndbg=file a.c +p"), List.of()))
        .isEqualTo("ro \"dyndbg=file a.c +p\"");
  }

  @Test
  void presentWinsOverAbsentOfItsKeyWithoutMoving() {
    assertThat(applied("a=1 b a=2", List.of("a=1"), List.of("a"))).isEqualTo("a=1 b");
  }

  @Test
  void theLastValueIsTheOneInEffect() {
    KernelArguments running = KernelArguments.parse("BOOT_IMAGE=/vmlinuz a=2 ro a=1");
    assertThat(running.satisfies(List.of("a=1", "ro"), List.of("quiet"), Map.of())).isTrue();
    assertThat(running.satisfies(List.of("a=2"), List.of(), Map.of())).isFalse();
    assertThat(running.satisfies(List.of(), List.of("a"), Map.of())).isFalse();
    assertThat(running.satisfies(List.of(), List.of(), Map.of("a", "1"))).isFalse();
    assertThat(running.satisfies(List.of(), List.of(), Map.of("BOOT_IMAGE", "/vmlinuz"))).isTrue();
  }

  @Test
  void entriesNoCommandLineCanHoldAreNamed() {
    assertThat(KernelArguments.problem("a=b c")).isEmpty();
    assertThat(KernelArguments.problem("a b")).isPresent();
    assertThat(KernelArguments.problem("=b")).isPresent();
    assertThat(KernelArguments.problem("a=\"b")).isPresent();
    assertThat(KernelArguments.problem("a=b\nc")).isPresent();
    assertThat(KernelArguments.problem("--")).isPresent();
  }

  @Property
  void wordsSurvivePrinting(@ForAll String line) {
    KernelArguments arguments = KernelArguments.parse(line);
    assertThat(KernelArguments.parse(arguments.text())).isEqualTo(arguments);
  }

  @Property
  void appliedOnceIsAppliedTwiceAndSatisfied(
      @ForAll("lines") List<String> line,
      @ForAll("wishes") List<String> present,
      @ForAll("wishes") List<String> absent) {
    KernelArguments once = new KernelArguments(line).apply(present, absent);
    assertThat(once.apply(present, absent)).isEqualTo(once);
    assertThat(once.satisfies(present, absent, Map.of())).isTrue();
  }

  @Property
  void unmanagedWordsKeepTheirOrder(
      @ForAll("lines") List<String> line, @ForAll("wishes") List<String> present) {
    List<String> kept = List.of("quiet", "ro");
    List<String> after = new KernelArguments(line).apply(present, List.of("a", "b")).words();
    assertThat(after.stream().filter(kept::contains))
        .containsExactlyElementsOf(line.stream().filter(kept::contains).toList());
  }

  @Provide
  Arbitrary<List<String>> lines() {
    return Arbitraries.of(
            "a=1",
            "a=2",
            "a",
            "b=1",
            "quiet",
            "ro",
            "console=tty0",
            "console=ttyS0",
            "hugepagesz=2M",
            "hugepagesz=1G",
            "hugepages=1",
            "hugepages=2",
            "default_hugepagesz=1G",
            "--",
            "b=\"x y\"")
        .list()
        .ofMaxSize(10);
  }

  /** Wishes that do not contradict each other: one value a key. */
  @Provide
  Arbitrary<List<String>> wishes() {
    return Arbitraries.of(
            List.of("a=1"),
            List.of("b=x y"),
            List.of("a"),
            List.of("console=ttyS0"),
            List.of("hugepagesz=1G", "hugepages=3"),
            List.of("hugepagesz=2M", "hugepages=4"),
            List.of("hugepages=9"))
        .list()
        .ofMaxSize(1)
        .map(lists -> lists.stream().flatMap(List::stream).toList());
  }
}
