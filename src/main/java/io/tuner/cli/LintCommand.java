package io.tuner.cli;

import io.tuner.load.GivenProfiles;
import io.tuner.load.Loaded;
import io.tuner.load.Loader;
import io.tuner.text.Diagnostic;
import io.tuner.text.Diagnostics;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** {@code tuner lint PLAYBOOK… [--profiles DIR]}. */
final class LintCommand implements Command {

  private final InventoryOptions inventory = new InventoryOptions();
  private final List<Path> playbooks = new ArrayList<>();
  private Optional<Path> profiles = Optional.empty();
  private final Console console;

  LintCommand(Console console) {
    this.console = console;
  }

  @Override
  public void declare(Syntax syntax) {
    syntax.manyArguments(
        "PLAYBOOK", path -> playbooks.add(Path.of(path)), "The playbooks to check.");
    syntax.option(
        "DIR",
        directory -> profiles = Optional.of(Path.of(directory)),
        "TuneD profiles that must not set otherwise what the tasks set.",
        "--profiles");
    inventory.declare(syntax);
  }

  /** What was found is the result, and so goes to standard output. */
  @Override
  public int call() throws Stop, IOException {
    Diagnostics diagnostics = new Diagnostics();
    for (Path playbook : playbooks) {
      Optional<Loaded> valid =
          Loader.lint(
              Loading.of(playbook, inventory, new TagOptions(), console), this::check, diagnostics);
      if (valid.isPresent()) {
        runs(valid.get(), diagnostics);
      }
    }
    console.out().print(diagnostics.render());
    long errors =
        diagnostics.sorted().stream()
            .filter(d -> d.severity() == Diagnostic.Severity.ERROR)
            .count();
    long warnings = diagnostics.sorted().size() - errors;
    console.out().println(count(errors, "error") + ", " + count(warnings, "warning"));
    return errors == 0 ? ExitCode.OK : ExitCode.USAGE;
  }

  /** Stored runs lie where runs are started, and a playbook may be checked elsewhere. */
  private static void runs(Loaded loaded, Diagnostics diagnostics) throws Stop, IOException {
    Diagnostics found = new Diagnostics();
    Measuring.stored(loaded, new TagOptions(), Optional.empty(), found);
    for (Diagnostic one : found.sorted()) {
      diagnostics.add(
          new Diagnostic(
              Diagnostic.Severity.WARNING, one.span(), one.message(), one.note(), one.hint()));
    }
  }

  private static String count(long number, String noun) {
    return number + " " + noun + (number == 1 ? "" : "s");
  }

  /** Benchmarks are checked beside other errors; profiles only against tasks that have none. */
  private void check(Loaded loaded, Diagnostics diagnostics) {
    boolean valid = !diagnostics.hasErrors();
    Measuring.check(loaded, diagnostics);
    if (valid) {
      profiles.ifPresent(directory -> GivenProfiles.check(directory, loaded, diagnostics));
    }
  }
}
