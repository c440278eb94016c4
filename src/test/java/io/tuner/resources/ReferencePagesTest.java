package io.tuner.resources;

import static org.assertj.core.api.Assertions.assertThat;

import io.tuner.Goldens;
import io.tuner.bench.Benchmarks;
import io.tuner.bench.Item;
import io.tuner.bench.ItemReader;
import io.tuner.bench.Observers;
import io.tuner.bench.Settings;
import io.tuner.report.ReferencePage;
import io.tuner.resource.Binder;
import io.tuner.resource.Described;
import io.tuner.text.Diagnostics;
import io.tuner.text.Tree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The pages below docs/reference are those that the types' annotations and transcripts make, and
 * what those of benchmarks and observers show is understood.
 */
class ReferencePagesTest {

  private static final Path PAGES = Path.of("docs/reference");
  private static final Path TRANSCRIPTS = Path.of("src/test/resources/transcripts");

  @Test
  void everyTypeHasItsPageAndNothingElseDoes() throws IOException {
    Map<String, String> types = new TreeMap<>();
    for (Described type : Resources.all()) {
      types.put(type.name(), page(type));
    }
    types.put("README", index());
    check(PAGES, types);
  }

  @Test
  void everyBenchmarkAndObserverHasItsPageAndNothingElseDoes() throws IOException {
    check(PAGES.resolve("benchmarks"), pages(benchmarks()));
    check(PAGES.resolve("observers"), pages(Observers.all()));
  }

  @ParameterizedTest
  @MethodSource("types")
  void theExampleOfEveryTypeIsATask(Described type) {
    Diagnostics diagnostics = new Diagnostics();
    Tree.Sequence tasks = (Tree.Sequence) YamlTree.parse("example", example(type));
    Tree task = ((Tree.Mapping) tasks.items().get(0)).get(type.name()).orElseThrow();
    Binder.bind(type, task, diagnostics);
    assertThat(diagnostics.sorted()).as(example(type) + diagnostics.render()).isEmpty();
  }

  static List<Described> types() {
    return List.copyOf(Resources.all());
  }

  @ParameterizedTest
  @MethodSource("benchmarks")
  void theExampleOfEveryBenchmarkIsUnderstood(Described type) {
    assertThat(read(example(type))).hasSize(1);
  }

  @ParameterizedTest
  @MethodSource("observers")
  void theExampleOfEveryObserverIsUnderstood(Described type) {
    String entry = "- window: {length: 30m}\n  observe:\n" + example(type).indent(4);
    assertThat(read(entry).get(0).observers()).hasSize(1);
  }

  static List<Described> benchmarks() {
    return Stream.concat(Stream.of(Described.of(Settings.class)), Benchmarks.all().stream())
        .toList();
  }

  static List<Described> observers() {
    return Observers.all();
  }

  /** As the page shows it. */
  private static String example(Described type) {
    Matcher example =
        Pattern.compile("(?s)\n## Example\n\n(.*?)\n(?:\n#|$)").matcher(ReferencePage.page(type));
    assertThat(example.find()).isTrue();
    return example.group(1).stripIndent();
  }

  private static List<Item> read(String entries) {
    Diagnostics diagnostics = new Diagnostics();
    Tree.Sequence items = (Tree.Sequence) YamlTree.parse("example", entries);
    List<Item> read = ItemReader.read(items.items(), Map.of(), diagnostics);
    assertThat(diagnostics.sorted()).as(diagnostics.render()).isEmpty();
    return read;
  }

  private static Map<String, String> pages(List<Described> types) {
    Map<String, String> pages = new TreeMap<>();
    types.forEach(type -> pages.put(type.name(), ReferencePage.page(type)));
    return pages;
  }

  private static void check(Path directory, Map<String, String> pages) throws IOException {
    Set<String> expected = new TreeSet<>();
    for (Map.Entry<String, String> page : pages.entrySet()) {
      expected.add(page.getKey() + ".md");
      Goldens.check(directory.resolve(page.getKey() + ".md"), page.getValue());
    }
    try (Stream<Path> files = Files.list(directory).filter(Files::isRegularFile)) {
      assertThat(files.map(file -> file.getFileName().toString())).hasSameElementsAs(expected);
    }
  }

  private static String index() {
    StringBuilder out = new StringBuilder("# Resource types\n\n");
    for (Described type : Resources.all()) {
      out.append(line(type, "", type.isAction() ? " (under `handlers`)" : ""));
    }
    out.append("\n# Benchmarks\n\nWhat they measure, and how: [benchmarks](../benchmarks.md).\n\n");
    benchmarks().forEach(type -> out.append(line(type, "benchmarks/", "")));
    out.append("\n# Observers\n\nWhat they see, and how: [observers](../observers.md).\n\n");
    Observers.all().forEach(type -> out.append(line(type, "observers/", "")));
    return out + "\nMade from the types by `mvn test -Dtest=ReferencePagesTest -Dgoldens=write`.\n";
  }

  private static String line(Described type, String directory, String kind) {
    String link = "[" + type.name() + "](" + directory + type.name() + ".md)";
    return "- " + link + kind + ": " + type.type().summary() + "\n";
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
