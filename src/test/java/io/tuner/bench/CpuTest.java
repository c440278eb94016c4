package io.tuner.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class CpuTest {

  private static Told host(double uptime, String stat) {
    return Told.at(uptime).file("/proc/stat", stat);
  }

  @Test
  void sharesOfTheHostAndOfASet() {
    Watched watched =
        Watched.between(
            Map.of("cpu", Map.of("cpus", Map.of("isolated", "1-2"))),
            host(
                10,
                """
                cpu 0 0 0 0 0 0 0 0 0 0
                cpu0 0 0 0 0 0 0 0 0 0 0
                cpu1 0 0 0 0 0 0 0 0 0 0
                cpu2 0 0 0 0 0 0 0 0 0 0
                ctxt 1000
                """),
            host(
                12,
                """
                cpu 50 0 20 100 10 5 5 10 30 0
                cpu0 0 0 0 66 0 0 0 0 0 0
                cpu1 50 0 10 0 0 0 0 0 30 0
                cpu2 0 0 10 34 10 5 5 10 0 0
                ctxt 1500
                """));
    assertThat(watched.value("cpu.busy")).isEqualTo(40);
    assertThat(watched.value("cpu.user")).as("without its guests").isEqualTo(10);
    assertThat(watched.value("cpu.guest")).isEqualTo(15);
    assertThat(watched.value("cpu.steal")).isEqualTo(5);
    assertThat(watched.value("cpu.context_switches")).isEqualTo(250);
    assertThat(watched.value("cpu.isolated.busy")).isEqualTo(100.0 * 80 / 134);
    assertThat(watched.values()).doesNotContainKeys("cpu.idle", "cpu.0.busy");
    assertThat(watched.warnings()).isEmpty();
  }

  @Test
  void aCpuThatWasOfflineIsLeftOut() {
    Watched watched =
        Watched.between(
            Map.of("cpu", Map.of("cpus", Map.of("rest", "0,7"), "per_cpu", true)),
            host(1, "cpu0 0 0 0 0\n"),
            host(2, "cpu0 25 0 0 75\ncpu7 99 0 0 0\n"));
    assertThat(watched.value("cpu.rest.busy")).isEqualTo(25);
    assertThat(watched.value("cpu.0.busy")).isEqualTo(25);
    assertThat(watched.values()).doesNotContainKeys("cpu.7.busy", "cpu.busy");
    assertThat(watched.warnings())
        .containsExactly("cpu: CPU 7 of `rest` was not online all the time: left out");
  }

  @Test
  void withoutATickThereIsNoShare() {
    String same = "cpu 5 0 0 5\ncpu0 5 0 0 5\n";
    assertThat(Watched.between("cpu", host(1, same), host(2, same)).values()).isEmpty();
  }

  @Test
  void faultsAreToldBeforehand() {
    assertThat(Watched.faults(Map.of("cpu", Map.of("cpus", Map.of("a", "3-1")))))
        .contains("`3-1` is not a CPU list");
    assertThat(Watched.faults(Map.of("cpu", Map.of("cpus", Map.of("a", "", "3", "3")))))
        .contains("the set `a` has no CPU")
        .contains("`3` would be taken for CPU 3");
  }
}
