package io.tuner.format;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NodeosLogTest {

  private static final String BEGINS =
      "info  2026-03-02T08:30:11.902 nodeos    controller.cpp:2411 startup ] Starting initialization"
          + " from snapshot, this may take a significant amount of time\n";

  private static final String FAILS =
      "error 2026-03-02T08:31:40.115 nodeos    controller.cpp:2419 startup ] %sdb storage not"
          + " configured to have enough storage for the provided snapshot, please increase and retry"
          + " snapshot\n";

  /** Of EOSIO, and of Leap and Spring. */
  @ParameterizedTest
  @ValueSource(strings = {"", "Failed initialization from snapshot - "})
  void aStartFromASnapshotFoundNoRoom(String release) {
    assertThat(NodeosLog.tellsOfNoRoom(BEGINS + FAILS.formatted(release) + "error bad alloc\n"))
        .isTrue();
  }

  @Test
  void theLastStartCounts() {
    String failed = BEGINS + FAILS.formatted("");
    assertThat(NodeosLog.tellsOfNoRoom(failed + BEGINS)).isFalse();
    assertThat(NodeosLog.tellsOfNoRoom(failed + "info Finished initialization from snapshot\n"))
        .isFalse();
    assertThat(NodeosLog.tellsOfNoRoom("info Received block\n")).isFalse();
    assertThat(NodeosLog.tellsOfNoRoom("")).isFalse();
  }
}
