package io.tuner.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tuner.Trap;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What nodeos' state, memory, disks and units say of themselves in numbers. */
class HostNumbersTest {

  @Test
  @Trap(types = "nodeos_state", value = "a dirty state is replayed")
  void theNinthByteOfAStateIsItsDirtyFlag() throws Refusal {
    assertThat(ChainbaseHeader.ofDump(" 43 48 41 49 4e 42 30 31 00\n"))
        .contains(new ChainbaseHeader("CHAINB01", false));
    assertThat(ChainbaseHeader.ofDump(" 45 4f 53 49 4f 44 42 33 01\n"))
        .contains(new ChainbaseHeader("EOSIODB3", true));
    assertThat(ChainbaseHeader.ofDump(" 43 48\n")).isEmpty();
    assertThat(ChainbaseHeader.ofDump("")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"od: no", " 7f 45 4c 46 02 01 01 00 00", " 43 48 41 49 4e 42 30 3 00 x"})
  void whatIsNoHeaderIsRefused(String dump) {
    assertThatThrownBy(() -> ChainbaseHeader.ofDump(dump)).isInstanceOf(Refusal.class);
  }

  @Test
  @Trap(types = "nodeos_state", value = "huge pages are no room for it")
  void hugePagesAreNoRoom() {
    MemoryRoom room =
        MemoryRoom.of(
            "MemTotal: 33554432 kB\nSwapTotal:  1024 kB\nHugePages_Total:    10\n"
                + "Hugepagesize:       2048 kB\nHugetlb:         1069056 kB\n");
    assertThat(room.reserved()).isEqualTo(1069056L << 10);
    assertThat(room.resident()).isEqualTo((33554432L - 1069056) << 10);
    assertThat(room.swappable()).isEqualTo((33554432L + 1024 - 1069056) << 10);
    assertThat(MemoryRoom.of("garbage")).isEqualTo(new MemoryRoom(0, 0, 0));
    assertThat(MemoryRoom.of("HugePages_Total: 3\nHugepagesize: 524288 kB\n").reserved())
        .isEqualTo(3L << 29);
  }

  @ParameterizedTest
  @CsvSource({
    "90,90",
    "10min,600",
    "1h 30min,5400",
    "1h30min,5400",
    "34min 8s,2048",
    "infinity,9223372036854775807",
    "0,9223372036854775807"
  })
  void spansOfTime(String text, long seconds) {
    assertThat(TimeSpan.timeout(text)).hasValue(seconds);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "soon", "5 parsecs", "1h x"})
  void whatIsNoSpan(String text) {
    assertThat(TimeSpan.timeout(text)).isEmpty();
  }

  @Test
  void roomOnADisk() {
    String head = "Filesystem     1024-blocks      Used Available Capacity Mounted on\n";
    assertThat(DiskFree.bytes(head + "tank/my data 1000 400 600 40% /data\n")).hasValue(600L << 10);
    assertThat(DiskFree.bytes(head + "/dev/sda1 1000 400 0 100% /\n")).hasValue(0);
    assertThat(DiskFree.bytes(head)).isEqualTo(OptionalLong.empty());
    assertThat(DiskFree.bytes("garbage\n\n x")).isEmpty();
  }
}
