package io.tuner.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.jr.ob.JSON;
import io.tuner.Proves;
import io.tuner.bench.Environment;
import io.tuner.bench.HostEnvironment;
import io.tuner.bench.statistics.BenchmarkResult;
import io.tuner.bench.statistics.Gate;
import io.tuner.bench.statistics.Interval;
import io.tuner.bench.statistics.Metric;
import io.tuner.bench.statistics.Reference;
import io.tuner.bench.statistics.Verdict;
import io.tuner.plan.Change;
import io.tuner.plan.Conflict;
import io.tuner.plan.HostResult;
import io.tuner.plan.RunResult;
import io.tuner.plan.Status;
import io.tuner.plan.TaskResult;
import io.tuner.resource.Content;
import io.tuner.resource.Risk;
import io.tuner.resource.Settles;
import io.tuner.text.CpuSet;
import io.tuner.text.Source;
import io.tuner.text.Span;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** From a stored document back to the report it was made of. */
@Proves(what = "a stored report comes back whole, in every form", against = "generated results")
class StoredReportTest {

  static Set<String> names() {
    return SampleReports.all().keySet();
  }

  @Property(tries = 300)
  void nothingIsLost(@ForAll("reports") RunReport report) throws Exception {
    assertThat(StoredReport.parse(JsonReport.of(report))).isEqualTo(report);
  }

  @Test
  void whatIsNoTextIsSaidToBeNone(@TempDir Path directory) throws Exception {
    Path file =
        Files.write(directory.resolve("report.json"), new byte[] {(byte) 0xff, (byte) 0xfe, '{'});
    assertThatThrownBy(() -> StoredReport.read(file))
        .isInstanceOf(StoredReport.Damaged.class)
        .hasMessage("it is no text in UTF-8");
  }

  @ParameterizedTest
  @MethodSource("names")
  void everyFormCanBeMadeOfIt(String name) throws Exception {
    RunReport report = SampleReports.all().get(name);
    RunReport back = StoredReport.parse(JsonReport.of(report));
    for (ReportForm form : ReportForm.values()) {
      if (form != ReportForm.TEXT) {
        assertThat(form.of(back)).as(form.word()).isEqualTo(form.of(report));
      }
    }
    // The line of the playbook that a failure points at is not stored.
    assertThat(withoutQuotes(ReportForm.TEXT.of(back)))
        .isEqualTo(withoutQuotes(ReportForm.TEXT.of(report)));
  }

  private static String withoutQuotes(String text) {
    return text.replaceAll("(?m)^ {4,5}\\d+ \\| .*\n {6}\\| +\\^+\n", "");
  }

  @Test
  void aDocumentOfAnOlderTunerIsRead() throws Exception {
    RunReport report =
        StoredReport.parse(
            """
            {"run": "20261130T120000Z-3f2a", "command": "apply", "dry_run": false, "exit": 0,
             "hosts": [{"host": "db1", "status": "failed", "round_trips": 3, "error": null, "restore": null,
               "tasks": [{"address": "sysctl[x]", "name": null, "source": "a:b.yml:12:7", "status": "failed",
                 "ignored": false, "message": "no", "warnings": [], "risk": ["live"], "reversible": true,
                 "irreversible_reason": null,
                 "changes": [{"path": "x", "aspect": "live", "settles": "boot", "from": 1, "to": null}]}]}],
             "conflicts": [], "benchmarks": [], "summary": {}}
            """);
    assertThat(report.about()).isEqualTo(RunReport.About.NOTHING);
    assertThat(report.notes()).isEmpty();
    TaskResult task = report.run().hosts().get(0).tasks().get(0);
    assertThat(task.source()).hasToString("a:b.yml:12:7");
    assertThat(task.risks()).containsExactly(Map.entry(Risk.LIVE, ""));
    assertThat(task.commands()).isEmpty();
    assertThat(task.changes())
        .containsExactly(new Change("live", "x", Settles.When.BOOT, "", 1, null));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          {;                                           it is no JSON: Unexpected end-of-input
          [];                                          it is no JSON:
          null;                                        it is no JSON object
          {};                                          `run` lacks, and ought to be a text
          {"run": 3};                                  `run` is `3`, and ought to be a text
          {"run": "r", "command": "apply"};            `dry_run` lacks, and ought to be true or false
          {"run": "r", "command": "apply", "dry_run": true, "exit": "0"}; `exit` is `0`, and ought to be a whole number
          {"run": "r", "command": "apply", "dry_run": true, "exit": 0, "hosts": [{"status": "fine"}]}; `hosts[0].status` is `fine`, and ought to be one of skipped, ok
          {"run": "r", "command": "apply", "dry_run": true, "exit": 0, "hosts": [3]}; `hosts` is `[3]`, and ought to be a list of objects
          {"run": "r", "command": "apply", "dry_run": true, "exit": 0, "benchmarks": [{"host": "h", "name": "n", "metric": "m", "before": {"median": "1"}}]}; `benchmarks[0].before.median` is `1`, and ought to be a number
          {"run": "r", "command": "apply", "dry_run": true, "exit": 0, "environments": [{"host": "h", "blocks": []}]}; `environments[0].blocks` is `[]`, and ought to be a list of at least one block
          {"run": "r", "command": "apply", "dry_run": true, "exit": 0, "environments": [{"host": "h", "blocks": [{"state": "before", "time": "noon"}]}]}; `environments[0].blocks[0].time` is `noon`, and ought to be a time
          """)
  void whatIsDamagedIsSaidWithItsPlace(String json, String message) {
    assertThatThrownBy(() -> StoredReport.parse(json))
        .isInstanceOf(StoredReport.Damaged.class)
        .hasMessageStartingWith(message);
  }

  @ParameterizedTest
  @MethodSource("names")
  void aDocumentThatLacksSomethingIsReadOrRefused(String name) throws Exception {
    String whole = JsonReport.of(SampleReports.all().get(name));
    Map<String, Object> document = JSON.std.mapFrom(whole);
    for (Object without : without(document)) {
      try {
        StoredReport.parse(JSON.std.asString(without));
      } catch (StoredReport.Damaged damaged) {
        assertThat(damaged).hasMessageStartingWith("`");
      }
    }
  }

  /**
   * The document as often as it has fields, each time one of them with a list that nothing takes.
   */
  private static List<Object> without(Object document) {
    List<Object> out = new ArrayList<>();
    if (document instanceof Map<?, ?> map) {
      for (Object key : map.keySet()) {
        Map<Object, Object> odd = new java.util.LinkedHashMap<>(map);
        odd.put(key, List.of(List.of(1)));
        out.add(odd);
        for (Object inner : without(map.get(key))) {
          Map<Object, Object> changed = new java.util.LinkedHashMap<>(map);
          changed.put(key, inner);
          out.add(changed);
        }
      }
    } else if (document instanceof List<?> list && !list.isEmpty()) {
      without(list.get(0)).forEach(inner -> out.add(List.of(inner)));
    }
    return out;
  }

  @Provide
  Arbitrary<RunReport> reports() {
    Arbitrary<RunReport.About> about =
        texts()
            .list()
            .ofSize(6)
            .map(
                t ->
                    new RunReport.About(
                        t.get(0), t.get(1), t.get(2), t.get(3), t.get(4), t.get(5)));
    return Combinators.combine(
            runs(),
            about,
            benchmarks().list().ofMaxSize(3),
            environments().list().ofMaxSize(2),
            texts().list().ofMaxSize(3))
        .as(RunReport::new);
  }

  private static Arbitrary<HostEnvironment> environments() {
    Arbitrary<OptionalDouble> numbers =
        Arbitraries.doubles()
            .between(-1e6, 1e6)
            .optional()
            .map(n -> n.isPresent() ? OptionalDouble.of(n.get()) : OptionalDouble.empty());
    Arbitrary<CpuSet> cpus =
        Arbitraries.of("0", "0-3,8", "1,3,5-7", "").map(list -> CpuSet.parse(list));
    Arbitrary<Environment> environments =
        Combinators.combine(
                Arbitraries.longs().between(0, 4_000_000_000_000L).map(Instant::ofEpochMilli),
                texts().optional().list().ofSize(4),
                cpus.optional(),
                numbers.list().ofSize(2),
                Arbitraries.maps(names1(), texts()).ofMaxSize(2))
            .as(
                (time, told, online, values, raids) ->
                    new Environment(
                        time,
                        told.get(0),
                        told.get(1),
                        online,
                        told.get(2),
                        values.get(0),
                        values.get(1),
                        told.get(3),
                        raids));
    return Combinators.combine(
            texts(),
            Combinators.combine(texts(), environments)
                .as(HostEnvironment.Seen::new)
                .list()
                .ofMinSize(1)
                .ofMaxSize(2),
            texts().list().ofMaxSize(2))
        .as(HostEnvironment::new);
  }

  private static Arbitrary<String> texts() {
    return Arbitraries.oneOf(
        Arbitraries.strings().ofMaxLength(8),
        Arbitraries.of("", "base64:", "base64:AAE=", "a\nb\n", "null", "\u001b[31m", "***"));
  }

  private static Arbitrary<String> names1() {
    return Arbitraries.strings().ofMinLength(1).ofMaxLength(8);
  }

  private static Arbitrary<RunResult> runs() {
    Arbitrary<Conflict> conflicts =
        Combinators.combine(texts().list().ofSize(6), Arbitraries.of(true, false))
            .as(
                (t, won) ->
                    new Conflict(t.get(0), t.get(1), t.get(2), t.get(3), t.get(4), t.get(5), won));
    return Combinators.combine(
            texts(),
            texts(),
            Arbitraries.of(true, false),
            Arbitraries.integers(),
            hosts().list().ofMaxSize(3),
            conflicts.list().ofMaxSize(2))
        .as(RunResult::new);
  }

  private static Arbitrary<HostResult> hosts() {
    return Combinators.combine(
            texts(),
            Arbitraries.integers().greaterOrEqual(0),
            tasks().list().ofMaxSize(3),
            texts().optional(),
            texts().optional(),
            texts().optional())
        .as(
            (name, trips, tasks, unreachable, error, restore) ->
                new HostResult(
                    name,
                    trips,
                    tasks,
                    unreachable,
                    unreachable.isPresent() ? Optional.empty() : error,
                    restore));
  }

  private static Arbitrary<TaskResult> tasks() {
    Arbitrary<Span> spans =
        Combinators.combine(
                names1().filter(name -> !name.matches("(?s).*:\\d+:\\d+")),
                Arbitraries.integers().between(1, 9999))
            .as((name, line) -> new Span(new Source(name, ""), line, line % 80 + 1, 1));
    Arbitrary<Map<Risk, String>> risks =
        Arbitraries.maps(Arbitraries.of(Risk.class), texts()).ofMaxSize(3);
    return Combinators.combine(
            texts().list().ofSize(2),
            Arbitraries.oneOf(spans, Arbitraries.just(Span.NONE)),
            Arbitraries.of(Status.class).filter(status -> status != Status.UNREACHABLE),
            texts().optional().list().ofSize(2),
            texts().list().ofMaxSize(2),
            risks,
            changes().list().ofMaxSize(3),
            Arbitraries.of(true, false))
        .as(
            (names, span, status, optional, list, risk, changes, ignoring) ->
                new TaskResult(
                    names.get(0),
                    names.get(1),
                    span,
                    status,
                    optional.get(0),
                    list,
                    risk,
                    optional.get(1),
                    changes,
                    list,
                    ignoring));
  }

  private static Arbitrary<Change> changes() {
    Arbitrary<Object> contents =
        Arbitraries.oneOf(
                texts().map(Content::of),
                Arbitraries.bytes().array(byte[].class).ofMaxSize(6).map(Content::of))
            .map(content -> content);
    Arbitrary<Object> plain =
        Arbitraries.oneOf(
            texts().map(text -> text),
            Arbitraries.integers().map(number -> number),
            Arbitraries.of(true, false).map(truth -> truth),
            texts().list().ofMaxSize(2).map(list -> list));
    Arbitrary<List<Object>> sides =
        Arbitraries.oneOf(
            contents.injectNull(0.2).list().ofSize(2), plain.injectNull(0.2).list().ofSize(2));
    return Combinators.combine(texts(), texts(), Arbitraries.of(Settles.When.class), texts(), sides)
        .as(
            (aspect, path, when, reason, values) ->
                new Change(aspect, path, when, reason, values.get(0), values.get(1)));
  }

  private static Arbitrary<BenchmarkResult> benchmarks() {
    Arbitrary<Double> numbers = Arbitraries.doubles().between(-1e15, 1e15);
    Arbitrary<OptionalDouble> optional =
        numbers
            .optional()
            .map(n -> n.isPresent() ? OptionalDouble.of(n.get()) : OptionalDouble.empty());
    Arbitrary<Interval> intervals =
        Combinators.combine(
                numbers.list().ofSize(3),
                Arbitraries.doubles().between(0, 1),
                Arbitraries.of(1, 6, 7))
            .as((v, coverage, n) -> new Interval(v.get(0), v.get(1), v.get(2), coverage, n));
    Arbitrary<Interval> unbounded =
        numbers.map(
            m -> new Interval(m, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, 0.5, 2));
    Arbitrary<Metric> metrics =
        Combinators.combine(texts(), texts(), Arbitraries.of(Metric.Better.class)).as(Metric::new);
    Arbitrary<Reference> references =
        Combinators.combine(texts(), numbers, optional, optional, texts()).as(Reference::new);
    Arbitrary<Gate> gates =
        Combinators.combine(texts(), Arbitraries.of(Gate.Result.class)).as(Gate::new);
    Arbitrary<List<OptionalDouble>> optionals = optional.list().ofSize(2);
    Arbitrary<List<Optional<Interval>>> both =
        Arbitraries.oneOf(intervals, unbounded).optional().list().ofSize(2);
    Arbitrary<Map<String, String>> labels = Arbitraries.maps(texts(), texts()).ofMaxSize(3);
    return Combinators.combine(
            texts().list().ofSize(4),
            labels,
            metrics,
            numbers.list().ofMaxSize(3).list().ofSize(2),
            both,
            optionals,
            Arbitraries.of(Verdict.class).optional(),
            Combinators.combine(references.optional(), gates.optional()).as(Map::entry))
        .as(
            (texts, label, metric, samples, interval, changes, verdict, against) ->
                new BenchmarkResult(
                    texts.get(0),
                    texts.get(1),
                    label,
                    metric,
                    samples.get(0),
                    samples.get(1),
                    interval.get(0),
                    interval.get(1),
                    changes.get(0),
                    verdict,
                    texts.get(2),
                    changes.get(1),
                    against.getKey(),
                    against.getValue(),
                    List.of(texts.get(3))));
  }
}
