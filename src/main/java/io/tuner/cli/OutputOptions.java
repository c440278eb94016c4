package io.tuner.cli;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.Option;

/** How a command tells its result. */
final class OutputOptions {

  /** The forms of a result on standard output. */
  enum Form {
    TEXT,
    JSON;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  @Option(
      names = "--output",
      paramLabel = "text|json",
      description = "Form of the result on standard output (${DEFAULT-VALUE}).")
  Form form = Form.TEXT;

  @Option(
      names = "--report",
      paramLabel = "DIR",
      description = "Where report.txt and report.json go (.tuner/runs/RUN).")
  Optional<Path> report = Optional.empty();

  @Option(
      names = {"-v", "--verbose"},
      description = "Show what is as declared too, and the commands.")
  boolean verbose;

  boolean json() {
    return form == Form.JSON;
  }
}
