package io.tuner.format;

import static org.assertj.core.api.Assertions.assertThat;

import io.tuner.format.InterfaceCounters.Column;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class NetworkCountersTest {

  @Test
  void interfacesWithAndWithoutABlankBehindTheirName() {
    Map<String, Map<Column, Long>> interfaces =
        InterfaceCounters.parse(
                """
                Inter-|   Receive                                                |  Transmit
                 face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets errs drop fifo colls carrier compressed
                    lo: 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16
                eth0.100:18446744073 2 3 4 5 6 7 8 90 10 11 12 13 14 15 16
                """)
            .interfaces();
    assertThat(interfaces.keySet()).containsExactly("lo", "eth0.100");
    assertThat(interfaces.get("lo"))
        .containsEntry(Column.RX_DROPPED, 4L)
        .containsEntry(Column.TX_BYTES, 9L)
        .containsEntry(Column.TX_DROPPED, 12L)
        .containsEntry(Column.TX_COMPRESSED, 16L);
    assertThat(interfaces.get("eth0.100"))
        .containsEntry(Column.RX_BYTES, 18446744073L)
        .containsEntry(Column.TX_BYTES, 90L);
  }

  @Test
  void backlogsAreHexadecimalAndNameTheirCpuWhereTheKernelDoes() {
    assertThat(
            SoftnetStat.parse(
                    "0000000a 00000001 0000000f 0 0\n".replace(" 0 0", " 00000000 00000000")
                        + "ffffffff 00000000 00000000 00000000 00000000\n")
                .cpus())
        .isEqualTo(
            Map.of(
                0, new SoftnetStat.Cpu(10, 1, 15),
                1, new SoftnetStat.Cpu(4294967295L, 0, 0)));
    String zeros = " 00000000".repeat(9);
    assertThat(
            SoftnetStat.parse(
                    "00000001 00000002 00000003" + zeros + " 00000007 00000000 00000000\n")
                .cpus())
        .as("CPU 7, the others being offline")
        .isEqualTo(Map.of(7, new SoftnetStat.Cpu(1, 2, 3)));
  }

  @Test
  void countersOfMemory() {
    VmStat memory = VmStat.parse("nr_free_pages 5\npswpin 7\npswpout 99\nbroken\n");
    assertThat(memory.get("pswpin")).hasValue(7);
    assertThat(memory.get("pswpout")).hasValue(99);
    assertThat(memory.get("broken")).isEmpty();
  }

  @Test
  void aCounterOf32BitsTurnsAndALargerOneDoesNot() {
    assertThat(Counter.advance(5, 5)).hasValue(0);
    assertThat(Counter.advance(4294967295L, 0)).hasValue(1);
    assertThat(Counter.advance(4294967296L, 0)).isEmpty();
  }

  @Test
  void theSizeOfAPageInEveryFormOfTheVector() {
    assertThat(AuxiliaryVector.pageSize(vector(8, false, 4096))).hasValue(4096);
    assertThat(AuxiliaryVector.pageSize(vector(8, true, 65536))).hasValue(65536);
    assertThat(AuxiliaryVector.pageSize(vector(4, false, 4096))).hasValue(4096);
    assertThat(AuxiliaryVector.pageSize(vector(4, true, 16384))).hasValue(16384);
    assertThat(AuxiliaryVector.pageSize(vector(8, false, 4095))).isEmpty();
    assertThat(AuxiliaryVector.pageSize(new byte[0])).isEmpty();
  }

  /** Pairs of words: AT_HWCAP, AT_PAGESZ, AT_CLKTCK, AT_NULL. */
  private static byte[] vector(int width, boolean bigEndian, long page) {
    long[] words = {16, 0x178bfbff, 6, page, 17, 100, 0, 0};
    byte[] bytes = new byte[words.length * width];
    for (int word = 0; word < words.length; word++) {
      for (int i = 0; i < width; i++) {
        int shift = 8 * (bigEndian ? width - 1 - i : i);
        bytes[word * width + i] = (byte) (words[word] >> shift);
      }
    }
    return bytes;
  }

  @Property
  void garbageIsRead(@ForAll("garbage") String text, @ForAll byte[] bytes) {
    assertThat(InterfaceCounters.parse(text).interfaces().values())
        .allMatch(one -> one.values().stream().allMatch(value -> value >= 0));
    assertThat(SoftnetStat.parse(text).cpus().values()).allMatch(cpu -> cpu.dropped() >= 0);
    assertThat(VmStat.parse(text).values().values()).allMatch(value -> value >= 0);
    assertThat(AuxiliaryVector.pageSize(bytes).orElse(4096)).isPositive();
  }

  @Provide
  Arbitrary<String> garbage() {
    return Arbitraries.of("eth0", ":", "1", " ", "ffffffff", "99999999999999999999", "\n", "|", "-")
        .list()
        .ofMaxSize(40)
        .map(parts -> String.join("", parts));
  }
}
