package io.tuner.resources;

import io.tuner.apply.Failures;
import io.tuner.load.Become;
import io.tuner.plan.Planner;
import io.tuner.plan.Subject;
import io.tuner.plan.TaskPlan;
import io.tuner.plan.TaskResult;
import io.tuner.resource.Readings;
import io.tuner.resource.Resource;
import io.tuner.resource.Step;
import io.tuner.text.Span;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * How the change of a transcript goes, by the engine's own words: where a command is refused
 * (section {@code said}), or where something else is read back than was set ({@code read back}).
 */
final class Aftermath {
  private final Transcript transcript;
  private final Resource<Record> resource;
  private final TaskPlan task;

  private Aftermath(Transcript transcript, Resource<Record> resource) {
    this.transcript = transcript;
    this.resource = resource;
    Subject subject =
        new Subject(
            "task",
            "task",
            "",
            Span.NONE,
            resource,
            Map.of(),
            List.of(),
            false,
            Become.NO,
            Optional.empty());
    this.task = Planner.plan(subject, answer(transcript.section("readings")), false);
  }

  /** The section {@code outcome}; empty where the transcript tells nothing of the change. */
  static Optional<List<String>> of(Transcript transcript, Resource<Record> resource) {
    if (!transcript.section("said").isEmpty()) {
      return Optional.of(new Aftermath(transcript, resource).refused());
    }
    return transcript.sections().containsKey("read back")
        ? Optional.of(new Aftermath(transcript, resource).readBack())
        : Optional.empty();
  }

  private Readings answer(List<String> lines) {
    return new WrittenHost(lines).answer(resource.probe());
  }

  /** What fails, and the steps that are not begun then. */
  private List<String> refused() {
    List<String> said = transcript.section("said");
    String command = said.get(0).substring("$ ".length());
    int exit = Integer.parseInt(said.get(1).substring("exit ".length()));
    List<Step> steps = task.script().steps();
    int failed = 0;
    while (failed < steps.size() && !holds(steps.get(failed), command)) {
      failed++;
    }
    if (failed == steps.size()) {
      throw new IllegalStateException(transcript.path() + ": no step is " + command);
    }
    String words = String.join("\n", said.subList(2, said.size()));
    List<String> out =
        new ArrayList<>(("failed: " + Failures.of(task, exit, failed + 1, words)).lines().toList());
    if (steps.get(failed) instanceof Step.Attempt attempt) {
      attempt.undo().forEach(step -> out.add("taken back: " + firstLine(step)));
    }
    steps.stream().skip(failed + 1L).forEach(step -> out.add("not begun: " + firstLine(step)));
    return out;
  }

  private List<String> readBack() {
    Map<String, List<String>> entries = entries(transcript.section("readings"));
    task.script().steps().stream().flatMap(Aftermath::single).forEach(step -> put(entries, step));
    entries.putAll(entries(transcript.section("read back")));
    List<String> lines = new ArrayList<>();
    entries.values().forEach(lines::addAll);
    TaskResult result = Planner.verify(task, answer(lines));
    String status = result.status().name().toLowerCase(Locale.ROOT);
    return List.of(result.message().map(message -> status + ": " + message).orElse(status));
  }

  /** A file that was put in place has its content. */
  private static void put(Map<String, List<String>> entries, Step step) {
    if (step instanceof Step.ReplaceFile file) {
      String entry = "file " + file.path();
      List<String> lines = new ArrayList<>(List.of(entry + ":"));
      lines.addAll(Block.show(file.content()));
      entries.put(entry, lines);
    }
  }

  private static Map<String, List<String>> entries(List<String> lines) {
    Map<String, List<String>> entries = new LinkedHashMap<>();
    List<String> current = new ArrayList<>();
    for (String line : lines) {
      boolean more =
          line.isEmpty() || "|!>@".indexOf(line.charAt(0)) >= 0 || line.matches("(pid|inner) .*");
      if (!more) {
        current = new ArrayList<>();
        entries.put((line + " ").split(": ", 2)[0], current);
      }
      current.add(line);
    }
    return entries;
  }

  private static boolean holds(Step step, String command) {
    return single(step).anyMatch(one -> firstLine(one).equals(command));
  }

  private static Stream<Step> single(Step step) {
    if (step instanceof Step.Attempt attempt) {
      return attempt.body().stream().flatMap(Aftermath::single);
    }
    return step instanceof Step.Each each
        ? each.steps().stream().flatMap(Aftermath::single)
        : Stream.of(step);
  }

  private static String firstLine(Step step) {
    return step.show().lines().findFirst().orElse("");
  }
}
