package io.tuner.resources;

import static org.assertj.core.api.Assertions.assertThat;

import io.tuner.Proves;
import io.tuner.resource.Described;
import io.tuner.resource.ProbeFailed;
import io.tuner.resource.Writer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Every type against its transcripts. With {@code -Dtranscripts=write} the expectations are written
 * anew; the difference is then reviewed like code.
 */
@Proves(
    what =
        "a type makes of a host's answers what its transcript says, and its scripts lead there "
            + "and back; every type keeps the contract on the states of its transcripts, and parses "
            + "garbage without crashing",
    against = "readings in text")
class TranscriptsTest {

  static final Path FOLDER = Path.of("src/test/resources/transcripts");

  @TestFactory
  Stream<DynamicTest> types() {
    return Resources.all().stream()
        .flatMap(type -> transcripts(type.name()).stream().map(t -> test(type, t)));
  }

  @TestFactory
  Stream<DynamicTest> writers() {
    return Resources.writers().stream()
        .flatMap(
            writer ->
                transcripts("writers/" + writer.name().replace(' ', '_')).stream()
                    .map(t -> test(writer, t)));
  }

  static DynamicTest test(Described type, Transcript transcript) {
    return DynamicTest.dynamicTest(
        type.name() + " " + transcript.caseName(), () -> verify(type, transcript));
  }

  /** Plays a transcript, checks the contract on it, and compares or writes its expectations. */
  static void verify(Described type, Transcript transcript) {
    Rehearsal rehearsal = Rehearsal.of(type, transcript);
    rehearsal.played().ifPresent(ContractChecks::check);
    compare(transcript, rehearsal.sections());
  }

  private static DynamicTest test(Writer writer, Transcript transcript) {
    return DynamicTest.dynamicTest(
        writer.name() + " " + transcript.caseName(),
        () -> {
          WrittenHost host = new WrittenHost(transcript.section("readings"));
          List<String> claims;
          try {
            claims = Shown.claims(writer.claims(host.answer(writer.probe())));
          } catch (ProbeFailed e) {
            claims = List.of("probe failed: " + e.getMessage());
          }
          assertThat(host.unasked()).as("readings that nobody asks for").isEmpty();
          compare(transcript, Map.of("claims", claims));
        });
  }

  private static void compare(Transcript transcript, Map<String, List<String>> sections) {
    Transcript actual = transcript.with(sections);
    if ("write".equals(System.getProperty("transcripts"))) {
      actual.write();
      return;
    }
    assertThat(actual.text())
        .as(transcript.path() + " (refresh with -Dtranscripts=write)")
        .isEqualTo(transcript.text());
  }

  /** The transcripts of a folder, sorted. */
  static List<Transcript> transcripts(String folder) {
    Path path = FOLDER.resolve(folder);
    if (!Files.isDirectory(path)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(path)) {
      return files
          .filter(file -> file.toString().endsWith(".txt"))
          .sorted()
          .map(Transcript::read)
          .toList();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
