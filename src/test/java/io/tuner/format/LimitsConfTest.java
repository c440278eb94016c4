package io.tuner.format;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Files of limits.d: what they say, in which order, and what an edit leaves. */
class LimitsConfTest {

  private static final String FILE =
      "# limits\n"
          + "oracle\t soft  nofile   01024   # low\n"
          + "@dba - MemLock Infinity\r\n"
          + "*  hard core 0\n"
          + "mysql soft nofile\n"
          + "mysql both nofile 7\n"
          + "oracle soft nofile 4096\n"
          + "ftp hard nice -1";

  @Test
  void aDashIsBothTypesAndTheLastLineOfALimitCounts() {
    assertThat(LimitsConf.parse(FILE).values())
        .containsEntry("oracle soft nofile", "4096")
        .containsEntry("@dba soft memlock", "unlimited")
        .containsEntry("@dba hard memlock", "unlimited")
        .containsEntry("* hard core", "0")
        .containsEntry("ftp hard nice", "-1")
        .hasSize(5);
    assertThat(LimitsConf.parse(FILE).limits().get(0).line()).isEqualTo(2);
  }

  @ParameterizedTest
  @CsvSource({
    "nofile,  -1,        unlimited",
    "memlock, infinity,  unlimited",
    "nproc,   UNLIMITED, unlimited",
    "nice,    -1,        -1",
    "priority,-1,        -1",
    "nofile,  0065536,   65536",
    "core,    0,         0",
  })
  void minusOneAndInfinityAreNoLimitWhereTheyAreNoNumber(String item, String value, String normal) {
    assertThat(LimitsConf.normal(item, value)).isEqualTo(normal);
  }

  @Test
  void limitsConfIsReadFirstAndTheOthersByNameInTheOrderOfBytes() {
    assertThat(
            LimitsConf.order(
                List.of(
                    "/etc/security/limits.d/oracle.conf",
                    "/etc/security/limits.d/99-tuner.conf",
                    "/etc/security/limits.d/B.conf",
                    "/etc/security/limits.d/x.conf.rpmsave",
                    "/usr/etc/security/limits.conf",
                    "/usr/etc/security/limits.d/oracle.conf",
                    "/usr/etc/security/limits.d/20-nproc.conf",
                    "/etc/security/limits.conf")))
        .containsExactly(
            "/etc/security/limits.conf",
            "/usr/etc/security/limits.d/20-nproc.conf",
            "/etc/security/limits.d/99-tuner.conf",
            "/etc/security/limits.d/B.conf",
            "/etc/security/limits.d/oracle.conf");
  }

  @Test
  void anEditChangesItsLinesAlone() {
    LimitsConf file = LimitsConf.parse(FILE);
    assertThat(file.with("oracle soft nofile", Optional.of("5")).text())
        .isEqualTo(
            FILE.replace("oracle\t soft  nofile   01024   # low\n", "")
                .replace("oracle soft nofile 4096", "oracle soft nofile 5"));
    assertThat(file.with("@dba soft memlock", Optional.empty()).text())
        .isEqualTo(FILE.replace("@dba - MemLock Infinity", "@dba hard MemLock Infinity"));
    assertThat(file.with("x hard nproc", Optional.of("1")).text())
        .isEqualTo(FILE + "\nx hard nproc 1");
  }

  @Test
  void anythingIsReadAndAnEditIsReadBack() {
    Random random = new Random(11);
    for (int i = 0; i < 2000; i++) {
      StringBuilder text = new StringBuilder(FILE);
      for (int change = 0; change < 10; change++) {
        text.setCharAt(random.nextInt(text.length()), (char) (1 + random.nextInt(127)));
      }
      LimitsConf file = LimitsConf.parse(text.toString());
      assertThat(file.text()).isEqualTo(text.toString());
      LimitsConf edited = file.with("mysql soft nofile", Optional.of("9"));
      assertThat(LimitsConf.parse(edited.text()).values()).containsEntry("mysql soft nofile", "9");
      assertThat(edited.with("mysql soft nofile", Optional.empty()).values())
          .doesNotContainKey("mysql soft nofile");
    }
  }
}
