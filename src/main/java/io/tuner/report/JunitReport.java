package io.tuner.report;

import io.tuner.bench.BenchmarkFailure;
import io.tuner.bench.HostEnvironment;
import io.tuner.bench.statistics.BenchmarkResult;
import io.tuner.bench.statistics.Verdict;
import io.tuner.plan.HostResult;
import io.tuner.plan.TaskResult;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A run as JUnit's XML, for whatever shows tests: a suite a host, in which each task, its
 * verification, each gate, and each benchmark that could not be measured is a test case. Written so
 * that both schemas of whole files take it, Ant's (Windy Road's JUnit.xsd) and Jenkins's (xunit's
 * junit-10.xsd). Ant's demands times, of which tuner knows only that of the whole run. Surefire's
 * (surefire-test-report.xsd) is of one suite a file, and knows none of the attributes and outputs
 * of a suite that Ant's demands; what it says of cases, counts and the form of times is kept too.
 */
public final class JunitReport {

  private final RunReport report;
  private final Markup out = new Markup("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");

  private JunitReport(RunReport report) {
    this.report = report;
  }

  /** The document. */
  public static String of(RunReport report) {
    return new JunitReport(report).render();
  }

  private String render() {
    Set<String> hosts = new LinkedHashSet<>();
    report.run().hosts().forEach(host -> hosts.add(host.host()));
    report.benchmarks().stream()
        .filter(result -> result.gate().isPresent() || !unclaimed(result).isEmpty())
        .forEach(result -> hosts.add(result.host()));
    report.failures().forEach(failure -> hosts.add(failure.host()));
    out.open("testsuites").newLine();
    int id = 0;
    for (String host : hosts) {
      suite(host, id++);
    }
    return out.close().newLine().toString();
  }

  private void suite(String name, int id) {
    List<JunitCase> cases = new ArrayList<>();
    for (HostResult host : report.run().hosts()) {
      if (host.host().equals(name)) {
        cases.addAll(JunitCase.ofHost(report.run(), host));
      }
    }
    for (BenchmarkFailure failure : report.failures()) {
      if (failure.host().equals(name)) {
        cases.add(JunitCase.ofFailure(failure));
      }
    }
    for (BenchmarkResult result : report.benchmarks()) {
      if (result.host().equals(name) && result.gate().isPresent()) {
        cases.add(JunitCase.ofGate(result));
      }
    }
    out.open(
            "testsuite",
            "name",
            "tuner " + report.run().command() + " " + shown(name),
            "package",
            "tuner",
            "id",
            String.valueOf(id),
            "hostname",
            shown(name),
            "timestamp",
            timestamp(),
            "tests",
            String.valueOf(cases.size()),
            "failures",
            count(cases, JunitCase.Kind.FAILURE),
            "errors",
            count(cases, JunitCase.Kind.ERROR),
            "skipped",
            count(cases, JunitCase.Kind.SKIPPED),
            "time",
            seconds())
        .newLine();
    out.open("properties").newLine();
    Circumstances.of(report)
        .forEach((key, value) -> out.empty("property", "name", key, "value", value).newLine());
    environment(name);
    out.close().newLine();
    cases.forEach(one -> write(name, one));
    out.open("system-out").lines(notes(name)).close().newLine();
    out.open("system-err").lines(warnings(name)).close().newLine().close().newLine();
  }

  /** What the host was like in each block: {@code before: kernel}. */
  private void environment(String host) {
    for (HostEnvironment one : report.environments()) {
      if (one.host().equals(host)) {
        for (HostEnvironment.Seen block : one.blocks()) {
          block
              .environment()
              .shown()
              .forEach(
                  (what, value) -> {
                    String key = block.state() + ": " + what;
                    out.empty("property", "name", key, "value", value).newLine();
                  });
        }
      }
    }
  }

  private void write(String host, JunitCase one) {
    out.open(
        "testcase",
        "name",
        shown(one.name()),
        "classname",
        shown(host) + "." + one.group(),
        "time",
        "0");
    switch (one.kind()) {
      case PASSED -> {}
      case SKIPPED -> out.empty("skipped", "message", one.message());
      case FAILURE, ERROR -> {
        String first = one.message().lines().findFirst().orElse("");
        String element = one.kind().name().toLowerCase(Locale.ROOT);
        out.open(element, "message", first, "type", one.group()).lines(one.message()).close();
      }
    }
    out.close().newLine();
  }

  /** A name must not be empty. */
  private static String shown(String text) {
    return text.isBlank() ? "?" : text;
  }

  private static String count(List<JunitCase> cases, JunitCase.Kind kind) {
    return String.valueOf(cases.stream().filter(one -> one.kind() == kind).count());
  }

  /** What the run says of itself and of this host; of the others their suites tell. */
  private String notes(String name) {
    List<String> others =
        report.run().hosts().stream()
            .map(HostResult::host)
            .filter(host -> !host.equals(name))
            .toList();
    return report.notes().stream()
        .filter(note -> others.stream().noneMatch(host -> note.startsWith(host + ": ")))
        .map(note -> note + "\n")
        .collect(Collectors.joining());
  }

  private String warnings(String name) {
    StringBuilder text = new StringBuilder();
    for (HostResult host : report.run().hosts()) {
      for (TaskResult task : host.tasks()) {
        if (host.host().equals(name)) {
          task.warnings()
              .forEach(w -> text.append(task.address()).append(": ").append(w).append('\n'));
        }
      }
    }
    report.environments().stream()
        .filter(one -> one.host().equals(name))
        .flatMap(one -> one.notes().stream())
        .forEach(note -> text.append(note).append('\n'));
    report.benchmarks().stream()
        .filter(result -> result.host().equals(name))
        .forEach(result -> unclaimed(result).forEach(line -> text.append(line).append('\n')));
    return text.toString();
  }

  /** Why there is nothing to claim of a row, for not every row has a gate that would tell it. */
  private static List<String> unclaimed(BenchmarkResult result) {
    boolean judged =
        result.verdict().filter(verdict -> verdict != Verdict.NOT_COMPARABLE).isPresent();
    return Stream.of(
            BenchmarkRemarks.reason(result).filter(why -> !judged),
            BenchmarkRemarks.reference(result))
        .flatMap(Optional::stream)
        .map(why -> Headline.measured(result) + ": " + why)
        .toList();
  }

  /** Without a zone, as the schema demands; UTC. */
  private String timestamp() {
    Instant started = instant(report.about().started());
    return LocalDateTime.ofInstant(started, ZoneOffset.UTC)
        .truncatedTo(ChronoUnit.SECONDS)
        .format(java.time.format.DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss", Locale.ROOT));
  }

  private String seconds() {
    Duration took =
        Duration.between(instant(report.about().started()), instant(report.about().ended()));
    boolean known = !report.about().started().isEmpty() && !report.about().ended().isEmpty();
    return known && !took.isNegative()
        ? String.format(Locale.ROOT, "%.3f", took.toMillis() / 1000.0)
        : "0";
  }

  /** Where nothing is known, the beginning of time. */
  private static Instant instant(String text) {
    try {
      return Instant.parse(text);
    } catch (DateTimeParseException unknown) {
      return Instant.EPOCH;
    }
  }
}
