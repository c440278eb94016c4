package io.tuner.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.tuner.Goldens;
import io.tuner.text.Diagnostic;
import io.tuner.text.Diagnostics;
import io.tuner.text.Source;
import io.tuner.text.Span;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every kind of error, as people read it: a directory each, with what is wrong and what is said.
 */
class ErrorGoldensTest {

  private static final Path ALL = Path.of("src/test/resources/errors");

  static Stream<String> kinds() throws IOException {
    try (Stream<Path> directories = Files.list(ALL)) {
      return directories.map(d -> d.getFileName().toString()).sorted().toList().stream();
    }
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void saysWhatIsWrong(String kind) throws IOException {
    Path directory = ALL.resolve(kind);
    Diagnostics diagnostics = new Diagnostics();
    Optional<Loaded> loaded =
        Loader.load(options(directory), TestTypes::find, TestTypes::all, diagnostics);

    assertThat(loaded).isEmpty();
    assertThat(diagnostics.sorted())
        .isNotEmpty()
        .allSatisfy(ErrorGoldensTest::hasPlace)
        .allSatisfy(ErrorGoldensTest::isForPeople);
    Goldens.check(directory.resolve("expected.txt"), diagnostics.render());
  }

  static void hasPlace(Diagnostic diagnostic) {
    Span span = diagnostic.span();
    assertThat(span.source().name()).as(diagnostic.message()).isNotEmpty();
    Source source = span.source();
    if (span.isPlace()) {
      long lines = Math.max(1, source.text().lines().count());
      assertThat((long) span.line()).as(diagnostic.message()).isBetween(1L, lines + 1);
      assertThat(span.column()).isBetween(1, source.line(span.line()).length() + 1);
    }
  }

  static void isForPeople(Diagnostic diagnostic) {
    String all = diagnostic.message() + diagnostic.note().orElse("") + diagnostic.hint().orElse("");
    assertThat(all)
        .doesNotContain("Exception", "io.tuner", "org.yaml", "java.", "wrapper", "null", "FTL")
        .doesNotContainIgnoringCase("freemarker.core");
    assertThat(diagnostic.message()).doesNotEndWith(".").doesNotMatch("^[A-Z][a-z].*");
  }

  private static Loader.Options options(Path directory) throws IOException {
    Path file = directory.resolve("arguments.txt");
    List<String> words = Files.exists(file) ? words(Files.readString(file).strip()) : List.of();
    List<Path> inventories = new ArrayList<>();
    List<String> extra = new ArrayList<>();
    Set<String> tags = new LinkedHashSet<>();
    Optional<String> limit = Optional.empty();
    for (int i = 0; i + 1 < words.size(); i += 2) {
      String value = words.get(i + 1);
      switch (words.get(i)) {
        case "-i" -> inventories.add(Path.of(value));
        case "-e" -> extra.add(value);
        case "-t" -> tags.add(value);
        default -> limit = Optional.of(value);
      }
    }
    if (inventories.isEmpty() && Files.exists(directory.resolve("inventory"))) {
      inventories.add(Path.of("inventory"));
    }
    return new Loader.Options(
        Path.of("playbook.yml"), inventories, limit, tags, Set.of(), extra, Map.of(), directory);
  }

  private static List<String> words(String line) {
    List<String> words = new ArrayList<>();
    for (String part : line.split(" (?=-)|(?<=^-[a-z]) |(?<= -[a-z]) ")) {
      words.add(part.replace("\"", ""));
    }
    return words;
  }
}
