package io.tuner.cli;

import io.tuner.report.Reference;
import io.tuner.resource.Described;
import io.tuner.resources.Resources;
import io.tuner.text.Suggestion;
import java.util.List;
import java.util.Optional;

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
    console.out().print(type.isEmpty() ? Reference.list(Resources.all()) : page(type.get()));
    return ExitCode.OK;
  }

  private static String page(String name) throws Stop {
    Optional<Described> found = Resources.find(name);
    if (found.isPresent()) {
      return Reference.page(found.get());
    }
    List<String> names = Resources.all().stream().map(Described::name).toList();
    throw Stop.usage(
        "unknown type `" + name + "`",
        Suggestion.didYouMean(name, names).orElse("`tuner doc` lists the types"));
  }
}
