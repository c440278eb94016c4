package io.tuner.resources;

import static org.assertj.core.api.Assertions.assertThat;

import io.tuner.Goldens;
import io.tuner.TestClasses;
import io.tuner.Trap;
import io.tuner.resource.Described;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** docs/traps.md lists what the tests that are run, and the transcripts, say that they watch. */
class TrapsPageTest {
  private static final Path PAGE = Path.of("docs/traps.md");

  /** Headings that are no types: traps of all, and of what others write. */
  private static final Set<String> ALSO = Set.of(Trap.EVERY_TYPE, Trap.CONFLICTS);

  private static final String HEAD =
      """
      # Traps of the field, and the tests that watch them

      Made from the tests (`Trap`, and lines `trap: …` of transcripts) by `mvn test -Dtest=TrapsPageTest -Dgoldens=write`. A name
      with a slash is a transcript below `src/test/resources/transcripts`, run by `TranscriptsTest`; the others are methods.
      """;

  /** Tests by trap by type. */
  private final Map<String, Map<String, Set<String>>> found = new TreeMap<>();

  @Test
  void thePageIsWhatTheTestsSay() throws IOException {
    methods();
    transcripts();
    Goldens.check(PAGE, page());
  }

  @Test
  void everyTypeHasATrapAndEveryTrapItsType() {
    methods();
    transcripts();
    Set<String> types = new TreeSet<>(ALSO);
    Resources.all().stream().map(Described::name).forEach(types::add);
    assertThat(types).containsAll(found.keySet());
    Resources.all().stream()
        .filter(type -> !type.isAction())
        .forEach(type -> assertThat(found).containsKey(type.name()));
  }

  private String page() {
    StringBuilder out = new StringBuilder(HEAD);
    found.forEach(
        (type, traps) -> {
          out.append("\n## ").append(type).append("\n\n| trap | tests |\n|---|---|\n");
          traps.forEach(
              (trap, tests) ->
                  out.append("| ")
                      .append(trap.replace("|", "\\|"))
                      .append(" | ")
                      .append(String.join(", ", tests))
                      .append(" |\n"));
        });
    return out.toString();
  }

  private void add(String type, String trap, String test) {
    found
        .computeIfAbsent(type, key -> new TreeMap<>())
        .computeIfAbsent(trap, key -> new TreeSet<>())
        .add("`" + test + "`");
  }

  private void methods() {
    for (Class<?> type : TestClasses.run()) {
      for (Method test : TestClasses.tests(type)) {
        for (Trap trap : test.getAnnotationsByType(Trap.class)) {
          List.of(trap.types())
              .forEach(t -> add(t, trap.value(), type.getSimpleName() + "." + test.getName()));
        }
      }
    }
  }

  private void transcripts() {
    List<Path> folders = new ArrayList<>(listed(TranscriptsTest.FOLDER));
    folders.addAll(listed(TranscriptsTest.FOLDER.resolve("writers")));
    for (Path folder : folders) {
      String name = TranscriptsTest.FOLDER.relativize(folder).toString();
      for (Transcript transcript : TranscriptsTest.transcripts(name)) {
        for (String trap : transcript.traps()) {
          add(
              name.startsWith("writers/") ? Trap.CONFLICTS : name,
              trap,
              name + "/" + transcript.caseName());
        }
      }
    }
  }

  private static List<Path> listed(Path folder) {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(Files::isDirectory).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
