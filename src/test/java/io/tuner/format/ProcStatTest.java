package io.tuner.format;

import static org.assertj.core.api.Assertions.assertThat;

import io.tuner.format.ProcStat.State;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class ProcStatTest {

  private static final String TEXT =
      """
      cpu  100 10 50 800 5 1 2 3 40 4
      cpu0 60 5 25 400 5 1 1 3 40 4
      cpu3 40 5 25 400 0 0 1 0 0 0
      intr 12345 1 2 3
      ctxt 9876
      btime 1700000000
      """;

  @Test
  void statesOfAllAndOfEachThatIsOnline() {
    ProcStat stat = ProcStat.parse(TEXT);
    assertThat(stat.total().orElseThrow())
        .containsEntry(State.USER, 100L)
        .containsEntry(State.STEAL, 3L)
        .containsEntry(State.GUEST_NICE, 4L);
    assertThat(stat.cpus().keySet()).containsExactly(0, 3);
    assertThat(stat.contextSwitches()).hasValue(9876);
  }

  @Test
  void oldKernelsHaveFewerStates() {
    ProcStat stat = ProcStat.parse("cpu 1 2 3 4 5 6 7\n");
    assertThat(stat.total().orElseThrow()).hasSize(7).doesNotContainKey(State.STEAL);
    assertThat(stat.contextSwitches()).isEmpty();
    assertThat(ProcStat.parse("").total()).isEmpty();
  }

  @Test
  void guestsAreNotCountedTwice() {
    Map<State, Long> start = ProcStat.parse("cpu 0 0 0 0 0 0 0 0 0 0").total().orElseThrow();
    Map<State, Long> end = ProcStat.parse("cpu 70 20 0 30 0 0 0 0 60 5").total().orElseThrow();
    Map<State, Long> ticks = ProcStat.between(start, end);
    assertThat(ticks)
        .containsEntry(State.USER, 10L)
        .containsEntry(State.GUEST, 60L)
        .containsEntry(State.NICE, 15L);
    assertThat(ticks.values().stream().mapToLong(Long::longValue).sum()).isEqualTo(120);
  }

  @Test
  void waitingForADiskMayFallAndIsNoneThen() {
    Map<State, Long> start = ProcStat.parse("cpu 0 0 0 0 50 0 0").total().orElseThrow();
    Map<State, Long> end = ProcStat.parse("cpu 10 0 0 90 40 0 0").total().orElseThrow();
    assertThat(ProcStat.between(start, end))
        .containsEntry(State.IOWAIT, 0L)
        .containsEntry(State.IDLE, 90L);
  }

  @Property
  void garbageIsRead(@ForAll("garbage") String text) {
    ProcStat stat = ProcStat.parse(text);
    stat.total()
        .ifPresent(
            ticks -> assertThat(ProcStat.between(ticks, ticks).values()).allMatch(t -> t == 0));
  }

  @Provide
  Arbitrary<String> garbage() {
    return Arbitraries.of("cpu", "cpu0", "1", " ", "\t", "99999999999999999999", "ctxt", "\n", "-")
        .list()
        .ofMaxSize(40)
        .map(parts -> String.join("", parts));
  }
}
