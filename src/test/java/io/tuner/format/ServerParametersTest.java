package io.tuner.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tuner.Trap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServerParametersTest {

  @Test
  @Trap(types = "oceanbase_parameter", value = "columns are 12 or 14, in another order")
  void columnsAreFoundByTheirHeadings() throws Refusal {
    String twelve = "zone\tsvr_ip\tsvr_port\tname\tvalue\tscope\tedit_level\n";
    String moved = "name\tdefault_value\tvalue\tedit_level\tsvr_port\tsvr_ip\tzone\n";
    String first = twelve + "z1\t192.0.2.11\t2882\ta_b\tNULL\tCLUSTER\tSTATIC_EFFECTIVE\n";
    String second = moved + "a_b\t5\t7\tREADONLY\t2882\tfe80::1\tz1\n";
    ServerParameters.Row old = read(first).rows().get(0);
    assertThat(old.observer()).isEqualTo("192.0.2.11:2882");
    assertThat(old.value()).isEmpty();
    assertThat(old.isStatic()).isTrue();
    ServerParameters.Row later = read(second).rows().get(0);
    assertThat(later.observer()).isEqualTo("fe80::1:2882");
    assertThat(later.value()).isEqualTo("7");
    assertThat(later.isReadOnly()).isTrue();
  }

  @Test
  @Trap(types = "oceanbase_parameter", value = "to LIKE an underscore is any character")
  void anUnderscoreIsNoWildcard() throws Refusal {
    assertThat(ServerParameters.pattern("memory_limit")).isEqualTo("memory\\_limit");
    assertThat(
            read("svr_ip\tsvr_port\tname\tvalue\n1\t2\tmemory_limit\t1\n1\t2\tmemory1limit\t2\n")
                .named("memory_limit")
                .rows())
        .hasSize(1);
  }

  @Test
  void withoutANeededColumnItIsRefused() {
    assertThatThrownBy(() -> read("svr_ip\tsvr_port\tname\n1\t2\ta\n"))
        .isInstanceOf(Refusal.class)
        .hasMessage("the answer has no column `value`");
  }

  @ParameterizedTest
  @CsvSource({
    "true,True,true",
    "64G,65536M,true",
    "64G,64GB,true",
    "64G,64M,false",
    "10,10s,false",
    "0,0M,false",
    "999999999999P,1,false"
  })
  void valuesAreComparedAsTheServerTakesThem(String one, String other, boolean same) {
    assertThat(ServerParameters.same(one, other)).isEqualTo(same);
    assertThat(ServerParameters.same(other, one)).isEqualTo(same);
  }

  private static ServerParameters read(String text) throws Refusal {
    return ServerParameters.of(BoxedTable.parseBatch(text));
  }
}
