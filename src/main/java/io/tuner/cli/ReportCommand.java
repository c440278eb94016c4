package io.tuner.cli;

import io.tuner.report.ReportForm;
import io.tuner.report.RunDifference;
import io.tuner.report.RunReport;
import io.tuner.report.TextReport;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** {@code tuner report RUN [OTHER]}: of what is stored here; no host is contacted. */
final class ReportCommand implements Command {

  private final Console console;
  private final List<String> runs = new ArrayList<>();
  private ReportForm form = ReportForm.TEXT;
  private Optional<Path> file = Optional.empty();

  ReportCommand(Console console) {
    this.console = console;
  }

  @Override
  public void declare(Syntax syntax) {
    syntax.manyArguments(
        "RUN",
        runs::add,
        "A stored run: its name or how that begins, a directory that holds its report.json, or `last`;"
            + " with a second one, the two are compared.");
    syntax.option(
        "text|markdown|html|json|junit", this::form, "Form of the report (text).", "--format");
    syntax.option(
        "FILE",
        path -> file = Optional.of(Path.of(path)),
        "Write it there and not to standard output, for its owner alone.",
        "-o",
        "--out");
  }

  @Override
  public int call() throws Stop, IOException {
    if (runs.size() > 2) {
      throw Stop.usage(
          "`" + runs.get(2) + "` is one run too many: two can be compared",
          "`tuner report --help` tells its options");
    }
    StoredRuns stored = StoredRuns.ours();
    RunReport report = stored.read(runs.get(0));
    if (runs.size() == 2) {
      report = RunDifference.of(report, stored.read(runs.get(1)));
    }
    if (file.isPresent()) {
      PrivateFiles.write(file.get(), form.of(report));
    } else {
      boolean plain = form == ReportForm.TEXT;
      console
          .out()
          .print(plain ? TextReport.of(report, console.outStyle(), true) : form.of(report));
      console.out().flush();
    }
    return ExitCode.OK;
  }

  private void form(String word) {
    form = ReportForm.of(word).orElseThrow(() -> new IllegalArgumentException(word));
  }
}
