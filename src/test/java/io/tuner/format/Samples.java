package io.tuner.format;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Outputs of real tools, in the folder that TUNER_SAMPLES names. */
final class Samples {
  private Samples() {}

  private static Path folder() {
    String name = System.getenv("TUNER_SAMPLES");
    assumeTrue(name != null, "left out: TUNER_SAMPLES names no folder with outputs of real tools");
    return Path.of(name);
  }

  /** The text of one of them; the test is left out where there is no folder. */
  static String read(String name) throws IOException {
    return Files.readString(folder().resolve(name));
  }

  /** The names of those of a directory. */
  static List<String> names(String directory) throws IOException {
    try (Stream<Path> files = Files.list(folder().resolve(directory))) {
      return files.map(file -> directory + "/" + file.getFileName()).sorted().toList();
    }
  }
}
