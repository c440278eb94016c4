package io.tuner.cli;

import java.nio.file.Path;
import java.util.Optional;

/** How a command tells its result. */
final class OutputOptions {

  boolean json;

  /** Where the stored report goes, in place of {@code .tuner/runs/RUN}. */
  Optional<Path> report = Optional.empty();

  boolean verbose;

  /** Of a command that keeps reports of its run, once hosts were changed or measured. */
  void declare(Syntax syntax) {
    declare(syntax, ".tuner/runs/RUN");
  }

  /** Of a command that only reads: it keeps reports where it is asked to. */
  void declareReading(Syntax syntax) {
    declare(syntax, "nowhere");
  }

  /** Of a command that makes no report. */
  void declareForm(Syntax syntax) {
    syntax.option(
        "text|json", this::form, "Form of the result on standard output (text).", "--output");
    syntax.flag(
        () -> verbose = true, "Show what is as declared too, and the commands.", "-v", "--verbose");
  }

  private void declare(Syntax syntax, String otherwise) {
    declareForm(syntax);
    syntax.option(
        "DIR",
        directory -> report = Optional.of(Path.of(directory)),
        "Where the reports of the run go, in every form (" + otherwise + ").",
        "--report");
  }

  private void form(String text) {
    if (!text.equals("text") && !text.equals("json")) {
      throw new IllegalArgumentException(text);
    }
    json = text.equals("json");
  }
}
