package io.tuner.cli;

import java.nio.file.Path;
import java.util.Optional;

/** How a command tells its result. */
final class OutputOptions {

  boolean json;

  /** Where the stored report goes, in place of {@code .tuner/runs/RUN}. */
  Optional<Path> report = Optional.empty();

  boolean verbose;

  void declare(Syntax syntax) {
    syntax.option(
        "text|json", this::form, "Form of the result on standard output (text).", "--output");
    syntax.option(
        "DIR",
        directory -> report = Optional.of(Path.of(directory)),
        "Where the reports of the run go, in every form (.tuner/runs/RUN).",
        "--report");
    syntax.flag(
        () -> verbose = true, "Show what is as declared too, and the commands.", "-v", "--verbose");
  }

  private void form(String text) {
    if (!text.equals("text") && !text.equals("json")) {
      throw new IllegalArgumentException(text);
    }
    json = text.equals("json");
  }
}
