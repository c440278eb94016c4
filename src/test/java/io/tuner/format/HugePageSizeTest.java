package io.tuner.format;

import static org.assertj.core.api.Assertions.assertThat;

import io.tuner.Trap;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class HugePageSizeTest {

  @Test
  void sizesAreWhatTheDirectoriesSay() {
    assertThat(HugePageSize.ofDirectory("hugepages-2048kB")).contains(new HugePageSize(2 << 20));
    assertThat(HugePageSize.ofDirectory("hugepages-16777216kB").map(HugePageSize::toString))
        .contains("16G");
    assertThat(HugePageSize.ofDirectory("hugepages-2048kB").map(HugePageSize::directory))
        .contains("hugepages-2048kB");
    for (String other : List.of("", "hugepages-kB", "hugepages-2048", "hugepages-2048kB/x")) {
      assertThat(HugePageSize.ofDirectory(other)).isEmpty();
    }
  }

  @Test
  void giganticPagesDependOnTheBasePages() {
    assertThat(gigantic("1048576 2048")).containsExactly("1G");
    assertThat(gigantic("64 2048 32768 1048576")).containsExactly("32M", "1G");
    assertThat(gigantic("2048 32768 1048576")).containsExactly("1G");
    assertThat(gigantic("2048 524288 16777216")).containsExactly("16G");
  }

  @Test
  @Trap(types = "huge_pages", value = "HugePages_* are counts, and other lines kilobytes")
  void hugePagesAreCountedAndOtherLinesAreKilobytes() {
    Meminfo memory =
        Meminfo.parse(
            "Node 1 MemTotal:        5990612 kB\nNode 1 HugePages_Total:    12\r\n"
                + "Hugetlb:  24576 kB\nMemFree: x kB\nnonsense\nActive(anon):  2856 kB  \n");
    assertThat(memory.bytes("MemTotal")).hasValue(5990612L * 1024);
    assertThat(memory.count("HugePages_Total")).hasValue(12);
    assertThat(memory.bytes("HugePages_Total")).isEmpty();
    assertThat(memory.bytes("Hugetlb")).hasValue(24576L * 1024);
    assertThat(memory.bytes("Active(anon)")).hasValue(2856L * 1024);
    assertThat(memory.bytes("MemFree")).isEmpty();
  }

  @Property
  void anyTextIsRead(@ForAll String text) {
    Meminfo memory = Meminfo.parse("MemTotal: 1 kB\n" + text);
    assertThat(memory.bytes("MemTotal")).isPresent();
    HugePageSize.ofDirectory(text);
  }

  private static List<String> gigantic(String kilobytes) {
    List<HugePageSize> offered =
        Arrays.stream(kilobytes.split(" "))
            .map(size -> new HugePageSize(Long.parseLong(size) * 1024))
            .sorted()
            .toList();
    return offered.stream()
        .filter(size -> size.isGigantic(offered))
        .map(HugePageSize::toString)
        .toList();
  }
}
