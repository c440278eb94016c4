package io.tuner.resources;

import static org.assertj.core.api.Assertions.assertThat;

import io.tuner.resource.Described;
import io.tuner.resource.Writer;
import java.io.IOException;
import java.nio.file.Files;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Which transcripts a type must have. The file's name says the case: {@code changes.txt}, {@code
 * changes-two-disks.txt}.
 */
class TranscriptCoverageTest {

  /** The cases, and what the section plan of each must look like. */
  private static final Map<String, Predicate<List<String>>> CASES = new LinkedHashMap<>();

  /** Aspects of what is in effect now, and of what a boot or a start would bring. */
  private static final Set<String> IN_EFFECT =
      Set.of("live", "boot", "restart", "current", "login", "effective", "loaded");

  private static final Set<String> KEPT =
      Set.of("persistent", "starter", "pending", "file", "entries", "effective", "loaded");

  /** What every type has, or says in its file {@code left-out} why it has not. */
  private static final Set<String> REQUIRED =
      Set.of(
          "already-so",
          "changes",
          "absent",
          "zero",
          "refused",
          "rejected",
          "short",
          "persisted-not-live",
          "live-not-persisted");

  static {
    CASES.put("already-so", plan -> changes(plan).isEmpty() && errors(plan).isEmpty());
    CASES.put("changes", plan -> !changes(plan).isEmpty());
    CASES.put("absent", plan -> true);
    CASES.put("zero", plan -> errors(plan).isEmpty());
    CASES.put("rejected", plan -> !changes(plan).isEmpty());
    CASES.put("short", plan -> !changes(plan).isEmpty());
    CASES.put("refused", plan -> starts(plan, "probe failed: "));
    CASES.put("unsupported", plan -> starts(plan, "unsupported: "));
    CASES.put("missing", plan -> starts(plan, "missing: "));
    CASES.put("invalid", plan -> starts(plan, "error: "));
    CASES.put("persisted-not-live", plan -> only(plan, IN_EFFECT));
    CASES.put("live-not-persisted", plan -> only(plan, KEPT));
  }

  @TestFactory
  Stream<DynamicTest> everyTypeHasItsCases() {
    return Resources.all().stream()
        .map(type -> DynamicTest.dynamicTest(type.name(), () -> covered(type)));
  }

  @TestFactory
  Stream<DynamicTest> everyWriterHasTranscripts() {
    return Resources.writers().stream()
        .map(
            writer ->
                DynamicTest.dynamicTest(
                    writer.name(),
                    () ->
                        assertThat(TranscriptsTest.transcripts(folder(writer)))
                            .as("transcripts of " + writer.name())
                            .isNotEmpty()));
  }

  @Test
  void everyFolderIsATypeOrWriter() throws IOException {
    Set<String> known =
        Resources.all().stream()
            .map(Described::name)
            .collect(Collectors.toCollection(TreeSet::new));
    known.add("writers");
    try (Stream<java.nio.file.Path> folders = Files.list(TranscriptsTest.FOLDER)) {
      assertThat(folders.filter(Files::isDirectory).map(f -> f.getFileName().toString()))
          .isSubsetOf(known);
    }
  }

  private static void covered(Described type) throws IOException {
    List<Transcript> all = TranscriptsTest.transcripts(type.name());
    assertThat(all.stream().filter(Transcript::isExample).map(Transcript::caseName))
        .as("the one transcript with `example: true`")
        .hasSize(1);
    if (type.isAction()) {
      assertThat(cases(all)).contains("runs", "failed");
      return;
    }
    Map<String, String> leftOut = leftOut(type.name());
    assertThat(leftOut.values()).as("reasons of " + type.name()).allMatch(why -> why.length() > 20);
    assertThat(leftOut.keySet()).isSubsetOf(REQUIRED).doesNotContainAnyElementsOf(cases(all));
    Set<String> required = new TreeSet<>(REQUIRED);
    required.removeAll(leftOut.keySet());
    assertThat(cases(all)).as("cases of " + type.name()).containsAll(required);
    assertThat(cases(all)).containsAnyOf("unsupported", "missing");
    all.forEach(TranscriptCoverageTest::asNamed);
  }

  private static void asNamed(Transcript transcript) {
    String name = caseOf(transcript);
    assertThat(CASES.keySet()).as("case of " + transcript.path()).contains(name);
    assertThat(CASES.get(name).test(transcript.section("plan")))
        .as(transcript.path() + " is what its name says")
        .isTrue();
    String outcome = String.join("\n", transcript.section("outcome"));
    if (name.equals("rejected")) {
      assertThat(outcome).as(transcript.path() + "").startsWith("failed: command failed");
    } else if (name.equals("short")) {
      assertThat(outcome).as(transcript.path() + "").startsWith("failed: ");
    }
  }

  /** Cases by the beginning of names; zero may stand behind another one. */
  private static Set<String> cases(List<Transcript> all) {
    Set<String> cases =
        all.stream().map(TranscriptCoverageTest::caseOf).collect(Collectors.toSet());
    if (all.stream().anyMatch(one -> one.caseName().matches(".*\\bzero\\b.*"))) {
      cases.add("zero");
    }
    return cases;
  }

  /** Cases that make no sense for a type, with the reason. */
  private static Map<String, String> leftOut(String type) throws IOException {
    java.nio.file.Path file = TranscriptsTest.FOLDER.resolve(type).resolve("left-out");
    Map<String, String> reasons = new LinkedHashMap<>();
    for (String line : Files.exists(file) ? Files.readAllLines(file) : List.<String>of()) {
      String[] words = line.split(": ", 2);
      reasons.put(words[0], words[1]);
    }
    return reasons;
  }

  private static String caseOf(Transcript transcript) {
    String name = transcript.caseName();
    return CASES.keySet().stream()
        .filter(c -> name.equals(c) || name.startsWith(c + "-"))
        .findFirst()
        .orElse(name.replaceFirst("-.*", ""));
  }

  private static String folder(Writer writer) {
    return "writers/" + writer.name().replace(' ', '_');
  }

  private static boolean starts(List<String> plan, String word) {
    return !plan.isEmpty() && plan.get(0).startsWith(word);
  }

  private static List<String> changes(List<String> plan) {
    return plan.stream().filter(line -> line.matches("[~+-] .*")).toList();
  }

  private static List<String> errors(List<String> plan) {
    return plan.stream()
        .filter(line -> line.matches("(error|unsupported|missing|probe failed): .*"))
        .toList();
  }

  private static boolean only(List<String> plan, Set<String> aspects) {
    return !changes(plan).isEmpty() && aspects.containsAll(aspects(plan));
  }

  private static Set<String> aspects(List<String> plan) {
    return changes(plan).stream().map(line -> line.split(" ")[1]).collect(Collectors.toSet());
  }
}
