package io.tuner.resources;

import static org.assertj.core.api.Assertions.assertThat;

import io.tuner.Trap;
import io.tuner.apply.TestHost;
import io.tuner.plan.Subject;
import io.tuner.resource.Read;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What ethtool is asked, on every host the same. */
class EthtoolQuestionTest {

  /**
   * Of {@code --json} (ethtool 5.10 and later, not for every option) older releases show how they
   * are used, and exit with 1: so it is the text that is asked for, which all of them have.
   */
  @ParameterizedTest
  @CsvSource({
    "ethtool_coalesce,rx_usecs,4,-c",
    "ethtool_ring,rx,512,-g",
    "ethtool_channels,combined,8,-l",
    "ethtool_features,features,,-k"
  })
  @Trap(
      types = {"ethtool_coalesce", "ethtool_ring", "ethtool_channels", "ethtool_features"},
      value = "older releases have no --json")
  void theTextIsAskedForThatEveryReleaseHas(String type, String name, String value, String show) {
    Object wanted = value == null ? Map.of("gro", "on") : value;
    Subject task = TestHost.task(type, Map.of("interface", List.of("eth0", "enp*"), name, wanted));
    List<List<String>> asked = new ArrayList<>();
    for (Read read : task.resource().probe().reads()) {
      if (read instanceof Read.Run run) {
        asked.add(run.arguments());
      }
    }
    assertThat(asked).hasSize(2);
    assertThat(asked.get(0)).containsExactly(show, "eth0");
    assertThat(asked.get(1)).endsWith("enp*", show);
    assertThat(asked.get(1).get(1)).contains("ethtool \"$2\" \"$i\"").doesNotContain("json");
  }
}
