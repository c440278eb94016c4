package io.tuner;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the pages of the project point at is there. */
class ReadmeTest {

  private static final Pattern LINK = Pattern.compile("\\]\\((?!https?:)([^)#]+)\\)");
  private static final Pattern TEST = Pattern.compile("`([A-Z][A-Za-z]+Test)`");

  static Stream<Path> pages() throws IOException {
    Stream<Path> own = Stream.of("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md").map(Path::of);
    return Stream.concat(own, Stream.of(Path.of("docs/verified.md")));
  }

  @ParameterizedTest
  @MethodSource("pages")
  void linksLeadSomewhere(Path page) throws IOException {
    Path directory = page.toAbsolutePath().getParent();
    assertThat(matches(LINK, page))
        .allSatisfy(link -> assertThat(directory.resolve(link)).exists());
  }

  @ParameterizedTest
  @MethodSource("pages")
  void namedTestsExist(Path page) throws IOException {
    List<String> tests;
    try (Stream<Path> files = Files.walk(Path.of("src/test/java"))) {
      tests = files.map(file -> file.getFileName().toString().replace(".java", "")).toList();
    }
    assertThat(tests).containsAll(matches(TEST, page));
  }

  private static List<String> matches(Pattern pattern, Path page) throws IOException {
    return pattern.matcher(Files.readString(page)).results().map(m -> m.group(1)).toList();
  }
}
