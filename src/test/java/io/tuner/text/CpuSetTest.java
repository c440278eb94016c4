package io.tuner.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tuner.Trap;
import java.util.Set;
import java.util.stream.Collectors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CpuSetTest {

  @Property(tries = 200)
  void listAndMaskAreReadBack(@ForAll @Size(max = 20) Set<@IntRange(max = 300) Integer> numbers) {
    String list = numbers.stream().map(String::valueOf).collect(Collectors.joining(","));
    CpuSet cpus = CpuSet.parse(list);
    assertThat(cpus.numbers()).containsExactlyInAnyOrderElementsOf(numbers);
    assertThat(CpuSet.parse(cpus.toString())).isEqualTo(cpus);
    assertThat(CpuSet.parseMask(cpus.mask(300))).isEqualTo(cpus);
  }

  @Test
  @Trap(types = "irq_affinity", value = "masks come in groups of 32 bits")
  void formsOfTheKernelAreRead() {
    assertThat(CpuSet.parse("0-3,8").numbers()).containsExactly(0, 1, 2, 3, 8);
    assertThat(CpuSet.parse("0-7:2").numbers()).containsExactly(0, 2, 4, 6);
    assertThat(CpuSet.parse("")).isEqualTo(CpuSet.parseMask("0"));
    assertThat(CpuSet.parse("1,0")).hasToString("0-1");
    assertThat(CpuSet.parseMask("00000000,08000000").numbers()).containsExactly(27);
    assertThat(CpuSet.parseMask("ffffffffff").numbers()).hasSize(40);
    assertThat(CpuSet.parse("32").mask(64)).isEqualTo("00000001,00000000");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "3-1", "0-", "1,,2", "0-7:0", "-1", "99999999", "0-3-5"})
  void whatIsNoListIsRefused(String text) {
    assertThatThrownBy(() -> CpuSet.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("is not a CPU list");
  }
}
