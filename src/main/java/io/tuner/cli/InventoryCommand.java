package io.tuner.cli;

import io.tuner.load.Inventory;
import io.tuner.load.Loader;
import io.tuner.report.Json;
import io.tuner.text.Diagnostics;
import io.tuner.text.Printable;
import io.tuner.text.Suggestion;
import java.util.Map;
import java.util.Optional;

/** {@code tuner inventory --list|--graph|--host NAME}. */
final class InventoryCommand implements Command {

  private final InventoryOptions options = new InventoryOptions();
  private final Console console;
  private boolean list;
  private boolean graph;
  private Optional<String> host = Optional.empty();

  InventoryCommand(Console console) {
    this.console = console;
  }

  @Override
  public void declare(Syntax syntax) {
    syntax.flag(
        () -> list = true,
        "Everything as JSON, which is an inventory that can be read again.",
        "--list");
    syntax.flag(
        () -> graph = true, "Groups and hosts as a tree; so without any of these.", "--graph");
    syntax.option(
        "NAME", name -> host = Optional.of(name), "The variables of one host as JSON.", "--host");
    options.declare(syntax);
  }

  @Override
  public int call() throws Stop {
    if ((list ? 1 : 0) + (graph ? 1 : 0) + (host.isPresent() ? 1 : 0) > 1) {
      throw Stop.usage("only one of `--list`, `--graph` and `--host`", "choose one");
    }
    Diagnostics diagnostics = new Diagnostics();
    Optional<Inventory> inventory = Loader.inventory(Loading.of(options, console), diagnostics);
    if (inventory.isEmpty() || diagnostics.hasErrors()) {
      throw Stop.usage(diagnostics);
    }
    console.err().print(diagnostics.render());
    console.out().print(shown(inventory.get()));
    return ExitCode.OK;
  }

  private String shown(Inventory inventory) throws Stop {
    if (list) {
      return Json.write(inventory.toJson());
    }
    return host.isPresent()
        ? Json.write(variables(inventory, host.get()))
        : Printable.lines(inventory.graph());
  }

  /** From the listing, where secrets are asterisks already. */
  private static Map<String, ?> variables(Inventory inventory, String name) throws Stop {
    if (!inventory.hosts().contains(name)) {
      throw Stop.usage(
          "no host `" + name + "` in the inventory",
          Suggestion.didYouMean(name, inventory.hosts())
              .orElse("`tuner inventory --graph` shows the hosts"));
    }
    Map<?, ?> meta = (Map<?, ?>) inventory.toJson().get("_meta");
    Map<?, ?> all = (Map<?, ?>) meta.get("hostvars");
    Map<String, Object> own = new java.util.LinkedHashMap<>();
    ((Map<?, ?>) all.get(name)).forEach((key, value) -> own.put(key.toString(), value));
    return own;
  }
}
