package io.tuner.rollout;

import static org.assertj.core.api.Assertions.assertThat;

import io.tuner.apply.HostSession;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class FleetTest {

  private static HostSession uncontacted() {
    return new HostSession(null, Duration.ofSeconds(20), Duration.ofSeconds(20));
  }

  @Test
  void anInterruptedHostTellsWhatItDidAndAWaitingOneDoesNotBegin() {
    Thread operator = Thread.currentThread();
    try (Fleet fleet = new Fleet(Map.of("db1", uncontacted(), "db2", uncontacted()), 1)) {
      Map<String, String> answers =
          fleet.each(
              List.of("db1", "db2"),
              (host, session) -> {
                operator.interrupt();
                try {
                  new CountDownLatch(1).await();
                  return "not reached";
                } catch (InterruptedException e) {
                  return "ended its step";
                }
              });
      assertThat(answers).isEqualTo(Map.of("db1", "ended its step"));
      assertThat(fleet.interrupted()).isTrue();
      assertThat(fleet.isBusy("db1") || fleet.isBusy("db2")).isFalse();
      assertThat(fleet.unanswered("db2").error()).contains("interrupted before it was read");
    }
  }
}
