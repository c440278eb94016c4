package io.tuner.load;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Paths of files that files name. */
final class Imports {

  private Imports() {}

  /** The directory of a file; the empty path for the working directory. */
  static Path directory(Path file) {
    return file.getParent() == null ? Path.of("") : file.getParent();
  }

  /** A path that a file names, relative to that file. */
  static Path beside(Path file, String name) {
    return directory(file).resolve(name).normalize();
  }

  /** Says how files import each other. */
  static String cycle(List<Path> files, Path again) {
    return "files import each other: "
        + Stream.concat(
                files.subList(files.indexOf(again), files.size()).stream(), Stream.of(again))
            .map(Path::toString)
            .collect(Collectors.joining(" -> "));
  }
}
