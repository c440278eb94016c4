package io.tuner.resources;

import static org.assertj.core.api.Assertions.assertThat;

import io.tuner.Goldens;
import io.tuner.report.ReferencePage;
import io.tuner.resource.Described;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The pages below docs/reference are those that the types' annotations and transcripts make. */
class ReferencePagesTest {

  private static final Path PAGES = Path.of("docs/reference");
  private static final Path TRANSCRIPTS = Path.of("src/test/resources/transcripts");

  @Test
  void everyTypeHasItsPageAndNothingElseDoes() throws IOException {
    Set<String> expected = new TreeSet<>(Set.of("README.md"));
    Goldens.check(PAGES.resolve("README.md"), index());
    for (Described type : Resources.all()) {
      expected.add(type.name() + ".md");
      Goldens.check(PAGES.resolve(type.name() + ".md"), page(type));
    }
    try (Stream<Path> files = Files.list(PAGES)) {
      assertThat(files.map(file -> file.getFileName().toString())).hasSameElementsAs(expected);
    }
  }

  private static String index() {
    StringBuilder out = new StringBuilder("# Resource types\n\n");
    for (Described type : Resources.all()) {
      String kind = type.isAction() ? " (under `handlers`)" : "";
      out.append("- [").append(type.name()).append("](").append(type.name()).append(".md)");
      out.append(kind).append(": ").append(type.type().summary()).append('\n');
    }
    return out + "\nMade from the types by `mvn test -Dtest=ReferencePagesTest -Dgoldens=write`.\n";
  }

  private static String page(Described type) throws IOException {
    StringBuilder out = new StringBuilder(ReferencePage.page(type));
    for (Transcript transcript : examples(type.name())) {
      out.append("\n## Worked example\n\n");
      out.append(block(indented(type.name(), transcript.section("task")), "yaml"));
      for (String section : List.of("plan", "apply", "rollback", "outcome")) {
        List<String> lines = transcript.section(section);
        if (!lines.isEmpty()) {
          out.append("\n### ").append(section).append("\n\n").append(block(lines, "text"));
        }
      }
    }
    return out.toString();
  }

  private static List<Transcript> examples(String type) throws IOException {
    if (!Files.isDirectory(TRANSCRIPTS.resolve(type))) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(TRANSCRIPTS.resolve(type))) {
      return files.sorted().map(Transcript::read).filter(Transcript::isExample).toList();
    }
  }

  private static List<String> indented(String type, List<String> task) {
    List<String> lines = new ArrayList<>(List.of("- " + type + ":"));
    task.forEach(line -> lines.add(line.isEmpty() ? "" : "    " + line));
    return lines;
  }

  private static String block(List<String> lines, String language) {
    return lines.stream().collect(Collectors.joining("\n", "```" + language + "\n", "\n```\n"));
  }
}
