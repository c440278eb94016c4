package io.tuner.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.tuner.bench.statistics.Metric;
import io.tuner.resource.Described;
import io.tuner.resource.Probe;
import io.tuner.resources.YamlTree;
import io.tuner.text.Diagnostics;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class ObserversTest {

  private static final List<Object> ALL =
      List.of(
          "cpu",
          "disk_io",
          Map.of("memory", Map.of("units", "nodeos")),
          Map.of("network", Map.of("interrupts", ".")),
          Map.of("load", Map.of("run", "x", "metrics", Map.of("a", Map.of("regex", "\\S+")))));

  @Test
  void everyTypeIsThereInTheOrderOfTheAlphabet() {
    assertThat(Observers.all().stream().map(Described::name))
        .containsExactly("cpu", "disk_io", "load", "memory", "network")
        .isSorted();
    assertThat(Observers.all())
        .allMatch(type -> Observer.class.isAssignableFrom(type.record()))
        .allMatch(type -> !type.type().guide().isBlank());
    assertThat(Observers.find("iostat")).isEmpty();
  }

  @Test
  void aPlaybookNamesThemInSeveralForms() {
    assertThat(Watched.observers("cpu")).singleElement().isInstanceOf(Cpu.class);
    assertThat(Watched.observers(List.of("cpu", Map.of("disk_io", Map.of("devices", "sdb")))))
        .containsExactly(new Cpu(Map.of(), false), new DiskIo(List.of("sdb"), Map.of(), Map.of()));
    Map<String, Object> several = new java.util.LinkedHashMap<>();
    several.put("network", null);
    several.put("memory", Map.of());
    assertThat(Watched.observers(several))
        .containsExactly(
            new Network(List.of(), Optional.empty()), new Memory(List.of(), List.of(), List.of()));
  }

  @Test
  void faultsNameWhatIsMeant() {
    assertThat(Watched.faults("disk"))
        .contains("there is no observer `disk`")
        .contains("cpu, disk_io, load, memory, network");
    assertThat(Watched.faults(List.of("cpu", Map.of("cpu", Map.of()))))
        .contains("`cpu` is named twice");
    assertThat(Watched.faults(List.of(List.of("cpu")))).contains("is a name or a mapping");
    assertThat(Watched.faults(Map.of("cpu", Map.of("cpu", "1"))))
        .contains("unknown parameter `cpu` of cpu");
    assertThat(Watched.faults(List.of("load"))).contains("load needs `run`");
  }

  @Test
  void faultsStandWhereTheyWereWritten() {
    Diagnostics diagnostics = new Diagnostics();
    String text = "[disk_io: {written_tb: {sdb: 5}}, network: {interrupts: '('}, cup]";
    assertThat(ObserverReader.read(YamlTree.parse("play.yml", text), diagnostics)).isEmpty();
    assertThat(diagnostics.sorted().stream().map(one -> one.span().column()))
        .containsExactly(text.indexOf("sdb") + 1, text.indexOf("'('") + 1, text.indexOf("cup") + 1);
    assertThat(diagnostics.render()).contains("did you mean `cpu`?");
  }

  @Test
  void onlyWhatHasNoCounterIsSampled() {
    assertThat(Observers.sample(Watched.observers(List.of("cpu", "disk_io", "network"))))
        .isEqualTo(Probe.NOTHING);
    assertThat(Observers.sample(Watched.observers("memory"))).isNotEqualTo(Probe.NOTHING);
    assertThat(Observer.SAMPLED_EVERY).isGreaterThanOrEqualTo(Duration.ofMinutes(1));
  }

  @Test
  void namesOfMetricsAreTakenApartAgain() {
    assertThat(MetricName.parse("disk_io.sdb.write_rate"))
        .contains(new MetricName("disk_io", Optional.of("sdb"), "write_rate"));
    assertThat(MetricName.parse("network.eth0.100.rx_bytes"))
        .contains(new MetricName("network", Optional.of("eth0.100"), "rx_bytes"));
    assertThat(MetricName.parse("load.tps"))
        .contains(new MetricName("load", Optional.empty(), "tps"));
    assertThat(MetricName.parse("read.iops")).as("a benchmark's own").isEmpty();
    assertThat(MetricName.parse("cpu")).isEmpty();
  }

  @Test
  void aBootInBetweenLeavesNothingToTell() {
    Watched watched = Watched.between("cpu", Told.at(100), Told.at(200).boot("two"));
    assertThat(watched.warnings())
        .containsExactly(
            "nothing could be watched: the host booted in between, and its counters began anew");
    assertThat(Watched.between("cpu", Told.at(100), Told.at(99)).warnings())
        .singleElement()
        .asString()
        .contains("booted");
    assertThat(Watched.between("cpu", Told.at(100), Told.at(100)).warnings())
        .singleElement()
        .asString()
        .contains("less than 10 ms");
    assertThat(Watched.between("cpu", Told.at(1).file("/proc/uptime", ""), Told.at(2)).warnings())
        .singleElement()
        .asString()
        .contains("does not tell its uptime");
  }

  @Test
  void oneThatCannotTellDoesNotKeepTheOthers() {
    Watched watched =
        Watched.between(
            List.of("disk_io", "cpu"),
            Told.at(1).file("/proc/stat", "cpu 0 0 0 0\n"),
            Told.at(2).file("/proc/stat", "cpu 1 0 0 1\n"));
    assertThat(watched.value("cpu.busy")).isEqualTo(50);
    assertThat(watched.warnings()).containsExactly("disk_io: the host has no /proc/diskstats");
  }

  @Test
  void besideABenchmarkThatDoesWhatItCanNothingIsJudged() {
    Outcome judged =
        Watched.between(
                "cpu",
                Told.at(1).file("/proc/stat", "cpu 0 0 0 0\n"),
                Told.at(2).file("/proc/stat", "cpu 1 0 0 1\n"))
            .outcome();
    assertThat(judged.values()).containsEntry(Metric.lower("cpu.busy", "%"), 50.0);
    assertThat(Observers.unjudged(judged).values())
        .containsEntry(Metric.neither("cpu.busy", "%"), 50.0)
        .doesNotContainKey(Metric.lower("cpu.busy", "%"));
  }

  @Property(tries = 300)
  void garbageMakesNoNumberThatIsNone(
      @ForAll("garbage") String text, @ForAll("garbage") String end) {
    Watched watched = Watched.between(ALL, garbled(1, text), garbled(2, text), garbled(3, end));
    assertThat(watched.outcome().values().values()).allMatch(value -> Double.isFinite(value));
    watched
        .outcome()
        .values()
        .forEach(
            (metric, value) -> {
              if (!metric.name().startsWith("load.")) {
                assertThat(value).as(metric.name()).isNotNegative();
              }
            });
  }

  private static Told garbled(double uptime, String text) {
    Told told = Told.at(uptime).disk("sda").output("x", 0, text);
    for (String path :
        List.of(
            "/proc/stat",
            "/proc/diskstats",
            "/proc/vmstat",
            "/proc/self/auxv",
            "/proc/meminfo",
            "/proc/net/dev",
            "/proc/net/softnet_stat",
            "/proc/interrupts",
            "/sys/kernel/mm/hugepages/hugepages-2048kB/nr_hugepages",
            "/sys/kernel/mm/hugepages/hugepages-2048kB/free_hugepages")) {
      told.file(path, text);
    }
    return told.process(io.tuner.resource.Read.Selector.Kind.UNIT, "nodeos.service", 7, text);
  }

  @Provide
  Arbitrary<String> garbage() {
    return Arbitraries.of(
            "cpu 1 2 3 4 5 6 7 8 9 10\n",
            "cpu0 4294967295 0 0 9\n",
            " 8 0 sda 1 2 3 4 5 6 7 8 9 10 11\n",
            " 8 0 sda 9 9 4294967295 9 9 9 9 9 9 9 4294967295\n",
            "eth0: 4 3 2 1 0 0 0 0 9 9 9 9 9 9 9 9\n",
            "00000001 ffffffff 0000000a\n",
            "CPU0\n 1: 5 x 1-edge   y\n",
            "CPU0\n",
            "VmRSS: 5 kB\nVmHWM: 9 kB\n",
            "SwapTotal: 5 kB\nSwapFree: 3 kB\n",
            "pswpin 99999999999999999999\n",
            "5",
            "-",
            "\0",
            "\n",
            " ")
        .list()
        .ofMaxSize(12)
        .map(parts -> String.join("", parts));
  }
}
