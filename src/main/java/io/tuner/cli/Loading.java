package io.tuner.cli;

import io.tuner.load.Loader;
import java.nio.file.Path;
import java.util.Set;

/** What the command line says of what is to be loaded. */
final class Loading {

  private Loading() {}

  /** A playbook with its inventory. */
  static Loader.Options of(
      Path playbook, InventoryOptions inventory, TagOptions tasks, Console console) throws Stop {
    return new Loader.Options(
        playbook,
        inventory.inventories.stream().map(Path::of).toList(),
        Limit.pattern(inventory.limit, StoredRuns.ours()),
        Set.copyOf(tasks.tags),
        Set.copyOf(tasks.skipTags),
        inventory.extraVars,
        console.environment(),
        Path.of("").toAbsolutePath());
  }

  /** An inventory alone. */
  static Loader.Options of(InventoryOptions inventory, Console console) throws Stop {
    return of(Path.of(""), inventory, new TagOptions(), console);
  }
}
