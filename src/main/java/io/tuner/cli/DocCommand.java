package io.tuner.cli;

import io.tuner.bench.Benchmarks;
import io.tuner.bench.Observers;
import io.tuner.bench.Settings;
import io.tuner.report.ReferencePage;
import io.tuner.resource.Described;
import io.tuner.resources.Resources;
import io.tuner.text.Suggestion;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** {@code tuner doc [TYPE]}. */
final class DocCommand implements Command {

  private final Console console;
  private Optional<String> type = Optional.empty();

  DocCommand(Console console) {
    this.console = console;
  }

  @Override
  public void declare(Syntax syntax) {
    syntax.optionalArgument(
        "TYPE", name -> type = Optional.of(name), "A type's page; without it, the list of all.");
  }

  @Override
  public int call() throws Stop {
    console
        .out()
        .print(
            type.isEmpty()
                ? ReferencePage.list(Resources.all(), Benchmarks.all(), Observers.all())
                : page(type.get()));
    return ExitCode.OK;
  }

  private static String page(String name) throws Stop {
    Optional<Described> found = Resources.find(name).or(() -> benchmark(name));
    if (found.isPresent()) {
      return ReferencePage.page(found.get()) + namesake(name, found.get());
    }
    List<String> names =
        Stream.of(Resources.all(), Benchmarks.all(), Observers.all())
            .flatMap(Collection::stream)
            .map(Described::name)
            .toList();
    throw Stop.usage(
        "unknown type `" + name + "`",
        Suggestion.didYouMean(name, names).orElse("`tuner doc` lists the types"));
  }

  /** Where a benchmark has the name of a type too. */
  private static String namesake(String name, Described found) {
    boolean other = found.isResource() || found.isAction();
    return other && Benchmarks.find(name).isPresent()
        ? "\nA benchmark has this name too: `tuner doc " + Settings.NAME + "." + name + "`.\n"
        : "";
  }

  /** {@code fio}, {@code benchmark} for what all take, {@code benchmark.command} for a namesake. */
  private static Optional<Described> benchmark(String name) {
    return name.equals(Settings.NAME)
        ? Optional.of(Described.of(Settings.class))
        : Benchmarks.find(name.replaceFirst("^" + Settings.NAME + "\\.", ""))
            .or(() -> Observers.find(name));
  }
}
