package io.tuner;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A Java file of the project, as rules look at it.
 *
 * @param path from the project's directory
 * @param layer its package below {@code io.tuner}
 * @param text all of it
 */
record SourceFile(Path path, String layer, String text) {

  /** The one package that lies within another. */
  static final String STATISTICS = "bench.statistics";

  private static final Path ROOT = Path.of("src/main/java/io/tuner");

  /** Strings first, so that a path with a star in one is not taken for a comment. */
  private static final Pattern NOT_CODE =
      Pattern.compile(
          "\"\"\"[\\s\\S]*?\"\"\"|\"(?:\\\\.|[^\"\\\\\\n])*\"|'(?:\\\\.|[^'\\\\])+'"
              + "|//[^\\n]*|/\\*[\\s\\S]*?\\*/");

  /** Every file of {@code src/main/java}. */
  static List<SourceFile> all() {
    try (Stream<Path> files = Files.walk(ROOT)) {
      return files
          .filter(file -> file.toString().endsWith(".java"))
          .sorted()
          .map(SourceFile::read)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The text without comments, and with empty strings. */
  String code() {
    return NOT_CODE.matcher(text).replaceAll("\"\"");
  }

  int lines() {
    return (int) text.lines().count();
  }

  String name() {
    return path.getFileName().toString().replace(".java", "");
  }

  private static SourceFile read(Path path) {
    try {
      Path inside = ROOT.relativize(path);
      String folder = inside.getParent() == null ? "" : inside.getParent().toString();
      String layer = folder.replace('/', '.').equals(STATISTICS) ? STATISTICS : first(inside);
      return new SourceFile(path, layer, Files.readString(path));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String first(Path inside) {
    return inside.getNameCount() > 1 ? inside.getName(0).toString() : "";
  }
}
