package io.tuner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The README's commands are those there are. */
class ReadmeCommandsTest {

  private static final Pattern ROW = Pattern.compile("\\| `tuner (\\w+)[^`]*` \\| (.+) \\|");
  private static final Pattern CALL = Pattern.compile("\\./tuner (\\w+)([^#\\n`]*)");

  private final String readme = read();

  @Test
  void theTableListsEveryCommandWithItsSummary() {
    List<String> rows =
        ROW.matcher(readme).results().map(row -> row.group(1) + ": " + row.group(2)).toList();
    assertThat(rows)
        .containsExactlyElementsOf(
            Commands.all().stream().map(e -> e.name() + ": " + e.summary()).toList());
  }

  @Test
  void everyCommandLineCanBeRead() throws Stop {
    Matcher call = CALL.matcher(readme);
    int calls = 0;
    while (call.find()) {
      Syntax syntax = new Syntax(call.group(1));
      Commands.find(call.group(1)).orElseThrow().make().apply(null).declare(syntax);
      syntax.read(List.of(call.group(2).strip().split("\\s+")));
      calls++;
    }
    assertThat(calls).isGreaterThanOrEqualTo(5);
  }

  private static String read() {
    try {
      return Files.readString(Path.of("README.md"));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
