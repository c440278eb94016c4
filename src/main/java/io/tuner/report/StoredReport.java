package io.tuner.report;

import com.fasterxml.jackson.jr.ob.JSON;
import io.tuner.bench.BenchmarkFailure;
import io.tuner.plan.Change;
import io.tuner.plan.Conflict;
import io.tuner.plan.HostResult;
import io.tuner.plan.RunResult;
import io.tuner.plan.Status;
import io.tuner.plan.TaskResult;
import io.tuner.resource.Content;
import io.tuner.resource.Risk;
import io.tuner.resource.Settles;
import io.tuner.text.Source;
import io.tuner.text.Span;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads a stored {@code report.json} back, so that every form can be made of it. What older
 * documents lack is taken for unknown. The places of tasks come back without the lines they point
 * at.
 */
public final class StoredReport {

  /** The document cannot be read as a report; the message says what is wrong with it. */
  public static final class Damaged extends Exception {
    private static final long serialVersionUID = 1L;

    Damaged(String message) {
      super(message);
    }
  }

  private static final Pattern PLACE = Pattern.compile("(?s)(.*):(\\d{1,9}):(\\d{1,9})");

  private StoredReport() {}

  /** The report of a file. */
  public static RunReport read(Path file) throws IOException, Damaged {
    try {
      return parse(Files.readString(file));
    } catch (CharacterCodingException notText) {
      throw new Damaged("it is no text in UTF-8");
    }
  }

  /** The report of a document. */
  static RunReport parse(String json) throws Damaged {
    Map<String, Object> document;
    try {
      document = JSON.std.mapFrom(json);
    } catch (IOException notJson) {
      String why = notJson.getMessage().lines().findFirst().orElse("");
      throw new Damaged("it is no JSON: " + why);
    }
    if (document == null) {
      throw new Damaged("it is no JSON object");
    }
    try {
      return report(new JsonFields("", document));
    } catch (JsonFields.Unexpected unexpected) {
      throw new Damaged(unexpected.getMessage());
    }
  }

  private static RunReport report(JsonFields document) {
    RunResult run =
        new RunResult(
            document.text("run"),
            document.text("command"),
            document.truth("dry_run"),
            document.whole("exit"),
            document.each("hosts", StoredReport::host),
            document.each("conflicts", StoredReport::conflict));
    return new RunReport(
        run,
        document.object("about").map(StoredReport::about).orElse(RunReport.About.NOTHING),
        document.each("benchmarks", StoredBenchmark::read),
        document.each("environments", EnvironmentJson::read),
        document.each("benchmark_failures", StoredReport::failure),
        document.texts("notes"));
  }

  private static BenchmarkFailure failure(JsonFields failure) {
    return new BenchmarkFailure(
        failure.text("host"), failure.text("benchmark"), failure.text("reason"));
  }

  private static RunReport.About about(JsonFields about) {
    return new RunReport.About(
        about.optionalText("operator").orElse(""),
        about.optionalText("playbook").orElse(""),
        about.optionalText("digest").orElse(""),
        about.optionalText("commit").orElse(""),
        about.optionalText("started").orElse(""),
        about.optionalText("ended").orElse(""));
  }

  private static HostResult host(JsonFields host) {
    boolean unreachable = status(host) == Status.UNREACHABLE;
    Optional<String> error = host.optionalText("error");
    return new HostResult(
        host.text("host"),
        host.whole("round_trips"),
        host.each("tasks", StoredReport::task),
        error.filter(why -> unreachable),
        error.filter(why -> !unreachable),
        host.optionalText("restore"));
  }

  private static Status status(JsonFields of) {
    return of.constant("status", Status.values(), Status::word);
  }

  private static TaskResult task(JsonFields task) {
    return new TaskResult(
        task.text("address"),
        task.optionalText("name").orElse(""),
        task.optionalText("source").map(StoredReport::place).orElse(Span.NONE),
        status(task),
        task.optionalText("message"),
        task.texts("warnings"),
        risks(task),
        task.optionalText("irreversible_reason"),
        task.each("changes", StoredReport::change),
        task.texts("commands"),
        task.truth("ignore_errors", task.truth("ignored", false)));
  }

  private static Map<Risk, String> risks(JsonFields task) {
    Map<String, String> details = task.textsByName("risk_details");
    Map<Risk, String> risks = new EnumMap<>(Risk.class);
    for (String label : task.texts("risk")) {
      Risk risk =
          Arrays.stream(Risk.values())
              .filter(one -> one.label().equals(label))
              .findFirst()
              .orElseThrow(() -> task.unexpected("risk", "a list of risks"));
      risks.put(risk, details.getOrDefault(label, ""));
    }
    return risks;
  }

  private static Span place(String text) {
    Matcher place = PLACE.matcher(text);
    if (!place.matches()) {
      return new Span(new Source(text, ""), 0, 0, 1);
    }
    int line = Integer.parseInt(place.group(2));
    return new Span(new Source(place.group(1), ""), line, Integer.parseInt(place.group(3)), 1);
  }

  private static Change change(JsonFields change) {
    boolean file = change.truth("file", false);
    return new Change(
        change.text("aspect"),
        change.text("path"),
        change.constant("settles", Settles.When.values(), JsonFields::lower),
        change.optionalText("reason").orElse(""),
        value(change, "from", file),
        value(change, "to", file));
  }

  private static Object value(JsonFields change, String side, boolean file) {
    Object value = change.fields().get(side);
    if (!file || value == null) {
      return value;
    }
    try {
      return Content.parse(change.text(side));
    } catch (IllegalArgumentException notBase64) {
      throw change.unexpected(side, "the content of a file");
    }
  }

  private static Conflict conflict(JsonFields conflict) {
    return new Conflict(
        conflict.text("host"),
        conflict.text("knob"),
        conflict.text("address"),
        conflict.text("value"),
        conflict.text("other"),
        conflict.text("other_value"),
        conflict.truth("won"));
  }
}
