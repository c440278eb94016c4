package io.tuner.bench;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tuner.bench.statistics.Cell;
import io.tuner.resource.Binder;
import io.tuner.resource.Described;
import io.tuner.resource.Problems;
import io.tuner.text.Diagnostics;
import io.tuner.text.Span;
import io.tuner.text.Tree;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script runs in this machine's shell; the service is a file that is there or not. */
class StartStopTest {

  private static final String DISKS =
      "disk sda\ndisks before\n 8 0 sda 0 0 0 0 5 0 1000 0 0 0 0\n 8 1 sda1 0 0 0 0 5 0 1000 0 0 0 0\n"
          + "end of disks\n";

  @TempDir Path directory;

  private static StartStop of(Map<String, Object> parameters) {
    Diagnostics diagnostics = new Diagnostics();
    Tree tree = Tree.of(parameters, Span.NONE);
    return (StartStop) Binder.bind(Described.of(StartStop.class), tree, diagnostics).orElseThrow();
  }

  private static String faults(Map<String, Object> parameters) {
    Diagnostics diagnostics = new Diagnostics();
    Tree tree = Tree.of(parameters, Span.NONE);
    assertThat(Binder.bind(Described.of(StartStop.class), tree, diagnostics)).isEmpty();
    return diagnostics.render();
  }

  private Finished run(StartStop benchmark) throws Exception {
    Path out = directory.resolve("out");
    Path err = directory.resolve("err");
    Process process =
        new ProcessBuilder("sh", "-c", benchmark.command(Cell.ONLY))
            .directory(directory.toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start();
    int exit = process.waitFor();
    return new Finished(
        exit, Files.readString(out, UTF_8), Files.readString(err, UTF_8), Duration.ZERO);
  }

  private Map<String, Object> service() throws Exception {
    Files.createFile(directory.resolve("up"));
    Map<String, Object> parameters = new HashMap<>();
    parameters.put("stop", "echo 'it''s STOP of START'; rm up");
    parameters.put("start", "echo START >>log; : >up");
    parameters.put("ready", "test -e up && test ! -e never");
    return parameters;
  }

  private static Map<String, Double> values(Outcome outcome) {
    assertThat(outcome.failure()).isEmpty();
    Map<String, Double> values = new TreeMap<>();
    outcome.values().forEach((metric, value) -> values.put(metric.name(), value));
    return values;
  }

  @Test
  void aServiceIsStoppedAndStartedTwice() throws Exception {
    StartStop benchmark = of(service());
    Finished finished = run(benchmark);
    Outcome outcome = benchmark.outcome(Cell.ONLY, finished);
    assertThat(values(outcome)).containsKeys("stop", "first_start", "later_start");
    assertThat(values(outcome).values()).allMatch(value -> value >= 0);
    assertThat(outcome.details()).containsKeys("later_stop", "sync");
    assertThat(Files.readString(directory.resolve("log"))).isEqualTo("START\nSTART\n");
    assertThat(directory.resolve("up")).exists();
    assertThat(finished.stderr()).isEqualTo("its STOP of START\nits STOP of START\n");
  }

  @Test
  void oneThatDoesNotRunIsLeftAlone() throws Exception {
    Map<String, Object> parameters = service();
    Files.delete(directory.resolve("up"));
    StartStop benchmark = of(parameters);
    assertThat(benchmark.outcome(Cell.ONLY, run(benchmark)).failure())
        .contains("the service does not run, or is not ready, before it is stopped");
    assertThat(directory.resolve("log")).doesNotExist();
  }

  @Test
  void oneThatDoesNotComeUpIsTriedOnceMore() throws Exception {
    Map<String, Object> parameters = service();
    parameters.put("stop", "rm up; : >never");
    parameters.put("ready_timeout", "0s");
    StartStop benchmark = of(parameters);
    assertThat(benchmark.outcome(Cell.ONLY, run(benchmark)).failure())
        .contains("the service was not ready within 0 s");
    assertThat(directory.resolve("up")).as("not left down").exists();
    assertThat(Files.readString(directory.resolve("log"))).isEqualTo("START\nSTART\n");
  }

  @Test
  void aRunThatIsEndedInBetweenLeavesTheServiceUp() throws Exception {
    Map<String, Object> parameters = service();
    parameters.put("start", "echo START >>log; if test -e told; then : >up; fi; : >told; kill $$");
    StartStop benchmark = of(parameters);
    assertThat(benchmark.outcome(Cell.ONLY, run(benchmark)).failure())
        .contains("the run ended with exit 143: its STOP of START");
    assertThat(directory.resolve("up")).exists();
    assertThat(Files.readString(directory.resolve("log"))).isEqualTo("START\nSTART\n");
  }

  @Test
  void aCommandThatFailsIsNamedWithWhatItSaid() throws Exception {
    Map<String, Object> parameters = service();
    parameters.put("stop", "echo will not >&2; exit 3");
    StartStop benchmark = of(parameters);
    assertThat(benchmark.outcome(Cell.ONLY, run(benchmark)).failure())
        .contains("the command that is to stop it failed with exit 3: will not");
  }

  private static String clocks(String... lines) {
    return String.join("\n", lines) + "\n";
  }

  private static String times(String ending) {
    return clocks(
        "clock stop.begin 100.00 1700000000000000000",
        "clock stop.end 102.50 1700000002504000000",
        "clock sync.end 103.50 1700000003504000000",
        "clock first_start.begin 104.00 1700000004000000000",
        "clock first_start.end 110.00 17000000" + ending,
        "clock later_start.begin 111.00 1700000011000000000",
        "clock later_start.end 112.00 1700000012000000000");
  }

  private static Outcome read(String out) {
    return StartStopTimes.read(new Finished(0, out, "", Duration.ZERO));
  }

  @Test
  void timesAreOfTheFinerClockUnlessItWasSet() {
    Outcome outcome =
        read(
            DISKS
                + times("10003000000")
                + DISKS.replace("before", "after").replace("5 0 1000", "6 0 3000"));
    assertThat(values(outcome))
        .containsEntry("stop", 2.504)
        .containsEntry("first_start", 6.003)
        .containsEntry("flushed", 2000 * 512.0);
    assertThat(outcome.details()).containsEntry("sync", "1.00 s");
    assertThat(outcome.warnings()).isEmpty();
    Outcome set = read(times("99000000000"));
    assertThat(values(set)).containsEntry("first_start", 6.0).doesNotContainKey("flushed");
    assertThat(set.warnings())
        .containsExactly("the host's clock was set meanwhile: times are in steps of 10 ms");
  }

  @Test
  void oneClockIsEnough() {
    Outcome coarse = read(times("10003000000").replaceAll(" 17[0-9]+\n", " -\n"));
    assertThat(values(coarse)).containsEntry("stop", 2.5);
    assertThat(coarse.warnings()).singleElement().asString().contains("has no nanoseconds");
    Outcome wall = read(times("10003000000").replaceAll(" 1[01][0-9]\\.[0-9]+ ", " - "));
    assertThat(values(wall)).containsEntry("stop", 2.504);
    assertThat(wall.warnings()).singleElement().asString().contains("tells no uptime");
    assertThat(read("clock stop.begin - -\n").failure())
        .contains("the host did not tell how long `stop` took");
  }

  @Test
  void theEndOfARunThatBrokeOffIsTold() {
    assertThat(
            StartStopTimes.read(new Finished(124, "", "ended after its limit", Duration.ZERO))
                .failure())
        .contains("the run ended with exit 124: ended after its limit");
  }

  @Test
  void aUnitIsAskedOfItsManager() {
    String command = of(Map.of("service", "nodeos@1")).command(Cell.ONLY);
    assertThat(command)
        .contains("systemctl stop nodeos@1")
        .contains("systemctl start nodeos@1")
        .contains("systemctl is-active --quiet nodeos@1");
    assertThat(of(Map.of("service", "x")).warnings()).hasSize(1);
    assertThat(of(Map.of("service", "x", "drop_caches", true)).warnings()).hasSize(2);
  }

  @Test
  void faultsAreToldBeforehand() {
    assertThat(faults(Map.of())).contains("start_stop takes `service`, or `stop` and `start`");
    assertThat(faults(Map.of("start", "x"))).contains("takes `service`, or");
    assertThat(faults(Map.of("service", "x", "stop", "y", "start", "z"))).contains("or `stop`");
    assertThat(faults(Map.of("service", "a b"))).contains("`a b` is not the name of a unit");
    assertThat(faults(Map.of("service", "x", "ready_timeout", "soon"))).contains("`soon`");
  }

  @Test
  void aWindowRunsNothing() {
    Window window = new Window("90s");
    assertThat(window.command(Cell.ONLY)).isEqualTo("sleep 90");
    assertThat(window.cost(Cell.ONLY)).isEqualTo(new Cost(Duration.ofSeconds(90), 0));
    Outcome whole = window.outcome(Cell.ONLY, new Finished(0, "", "", Duration.ZERO));
    assertThat(whole).isEqualTo(Outcome.of(Map.of()));
    assertThat(window.outcome(Cell.ONLY, new Finished(143, "", "", Duration.ZERO)).failure())
        .contains("the window ended early, with exit 143");
    for (String bad : List.of("0s", "soon")) {
      Diagnostics diagnostics = new Diagnostics();
      new Window(bad).validate(new Problems(Tree.of(Map.of(), Span.NONE), diagnostics));
      assertThat(diagnostics.hasErrors()).as(bad).isTrue();
    }
  }

  @Property
  void garbageIsRead(@ForAll String out, @ForAll String err) {
    Outcome outcome = read(times("10003000000") + out);
    assertThat(outcome.values().values()).allMatch(value -> value >= 0);
    assertThat(StartStopTimes.read(new Finished(1, out, err, Duration.ZERO)).failure()).isPresent();
  }
}
