package io.tuner.format;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What benchmark programs tell, in {@code src/test/resources/benchmarks}. */
public final class SavedOutput {

  private SavedOutput() {}

  /** The text of one: {@code fio/3-mixed.txt}. */
  public static String of(String name) {
    try {
      return Files.readString(Path.of("src/test/resources/benchmarks").resolve(name));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
