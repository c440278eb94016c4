package io.tuner.format;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class ProcessLimitsTest {

  private static final String TABLE =
      """
      Limit                     Soft Limit           Hard Limit           Units    \s
      Max cpu time              unlimited            unlimited            seconds  \s
      Max open files            1024                 524288               files    \s
      Max locked memory         unlimited            unlimited            bytes    \s
      Max core file size        0                    unlimited            bytes    \s
      Max nice priority         0                    0                   \s
      Max msgqueue size         819200
      """;

  @Test
  void rowsAreNamedAsSettings() {
    assertThat(ProcessLimits.parse(TABLE))
        .containsEntry("LimitNOFILE", "1024:524288")
        .containsEntry("LimitMEMLOCK", "infinity")
        .containsEntry("LimitCORE", "0:infinity")
        .doesNotContainKeys("LimitMSGQUEUE", "LimitNPROC")
        .hasSize(3);
  }

  @Test
  void aSettingHasTheFormOfItsRow() {
    assertThat(ProcessLimits.form("LimitMEMLOCK", "64K")).contains("65536");
    assertThat(ProcessLimits.form("LimitMEMLOCK", "64K:infinity")).contains("65536:infinity");
    assertThat(ProcessLimits.form("LimitNOFILE", "1024:524288")).contains("1024:524288");
    assertThat(ProcessLimits.form("LimitNOFILE", "infinity:infinity")).contains("infinity");
    assertThat(ProcessLimits.form("LimitNOFILE", "many")).isEmpty();
    assertThat(ProcessLimits.form("TimeoutStopSec", "600")).isEmpty();
  }

  @Property
  void anythingElseIsSkipped(@ForAll String text) {
    assertThat(ProcessLimits.parse(text)).isEmpty();
  }
}
