package io.tuner.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.tuner.bench.statistics.Metric;
import io.tuner.resource.Described;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LoadTest {

  private static final Map<String, Object> LOAD =
      Map.of(
          "load",
          Map.of(
              "run",
              "status",
              "metrics",
              Map.of(
                  "peers", Map.of("regex", "^peers ([0-9]+)"),
                  "tps", Map.of("regex", "total (\\S+)", "counter", true, "unit", "tx/s"))));

  private static Told host(double uptime, String said) {
    return Told.at(uptime).output("status", 0, said);
  }

  @Test
  void statesAreAveragedAndCountersAreRates() {
    Watched watched =
        Watched.between(
            LOAD,
            host(10, "peers 30\ntotal 1e3\n"),
            host(20, "old peers 1\npeers 7\npeers 40\ntotal 4000"));
    assertThat(watched.value("load.peers")).isEqualTo(35);
    assertThat(watched.value("load.tps")).isEqualTo(300);
    assertThat(watched.outcome().values().keySet())
        .contains(Metric.neither("load.tps", "tx/s"), Metric.neither("load.peers", ""));
  }

  @Test
  void whatIsNotToldIsNamed() {
    assertThat(Watched.between(LOAD, host(1, "peers 3\ntotal 9"), host(2, "total 5")).warnings())
        .containsExactlyInAnyOrder(
            "load: the output has no `peers`: nothing matches `^peers ([0-9]+)`",
            "load: the counter `tps` began anew meanwhile");
    assertThat(Watched.between(LOAD, host(1, "x"), Told.at(2).output("status", 7, "")).warnings())
        .containsExactly("load: `status` failed with exit 7: no route");
  }

  @Test
  void unlikeWorkIsNotCompared() {
    Load load = (Load) Watched.observers(LOAD).get(0);
    assertThat(load.incomparable("tps", 100, 110)).isEmpty();
    assertThat(load.incomparable("tps", 100, 90)).isEmpty();
    assertThat(load.incomparable("tps", 100, 89))
        .contains("the load was another: tps 100 before, 89 after (-11.0 %), and 10 % may be");
    assertThat(load.incomparable("peers", 0, 0)).isEmpty();
    assertThat(load.incomparable("peers", 0, 3))
        .contains("the load was another: peers 0 before, 3 after, and 10 % may be");
    assertThat(Load.incomparable("tps", Double.NaN, 3, 10)).contains("the load `tps` is not known");
    assertThat(Load.incomparable("tps", 100, 101, 0)).isPresent();
  }

  @Test
  void theLoadOfTwoStatesIsFoundAmongTheirMedians() {
    List<Observer> observers = Watched.observers(List.of("cpu", LOAD));
    Map<String, Double> before = Map.of("load.tps", 100.0, "load.peers", 8.0, "cpu.busy", 1.0);
    Map<String, Double> after = Map.of("load.tps", 50.0, "load.peers", 8.0, "cpu.busy", 90.0);
    assertThat(Observers.incomparable(observers, before, before)).isEmpty();
    assertThat(Observers.incomparable(observers, before, after).orElseThrow())
        .contains("tps 100 before, 50 after (-50.0 %)");
    assertThat(Observers.incomparable(observers, before, Map.of("load.tps", 100.0)))
        .contains("the load `peers` is not known");
    assertThat(Observers.incomparable(Watched.observers("cpu"), before, after)).isEmpty();
  }

  @Test
  void faultsAreToldBeforehand() {
    assertThat(
            Watched.faults(
                Map.of(
                    "load",
                    Map.of(
                        "run",
                        "x",
                        "tolerance",
                        101,
                        "metrics",
                        Map.of(
                            "a.b", Map.of("regex", "x"),
                            "c", Map.of("unit", "s", "rgex", "("),
                            "d", Map.of("regex", "("),
                            "e", Map.of("regex", "e", "counter", "often"))))))
        .contains("`a.b` is no name of a metric")
        .contains("unknown key `rgex` of `c`")
        .contains("`c` needs a `regex`")
        .contains("`(` is not a regular expression")
        .contains("`counter` of `e` is true or false, not `often`")
        .contains("`101` is not a per cent");
    assertThat(Described.of(Load.class).parameters())
        .filteredOn(parameter -> parameter.name().equals("tolerance"))
        .extracting(parameter -> Optional.of(parameter.annotation().byDefault()))
        .containsExactly(Optional.of("10"));
  }
}
