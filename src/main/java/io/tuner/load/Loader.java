package io.tuner.load;

import io.tuner.text.Diagnostics;
import io.tuner.text.Source;
import io.tuner.text.Span;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads playbook, inventory and variables, and says everything that is wrong with them at once. */
public final class Loader {

  /**
   * What to load.
   *
   * @param playbook as the operator gave it
   * @param inventories files, directories, or {@code host1,host2,}; empty: TUNER_INVENTORY, else
   *     inventories/hosts.yml or inventories/hosts
   * @param limit a host pattern
   * @param tags only tasks with one of them; empty for all
   * @param skipTags not tasks with one of them
   * @param extraVars {@code k=v …}, YAML or JSON text, or {@code @file}
   * @param environment of the process
   * @param workingDirectory what relative paths are relative to
   */
  public record Options(
      Path playbook,
      List<Path> inventories,
      Optional<String> limit,
      Set<String> tags,
      Set<String> skipTags,
      List<String> extraVars,
      Map<String, String> environment,
      Path workingDirectory) {}

  private Loader() {}

  /** Everything of a playbook, expanded once for every host; empty where there are errors. */
  public static Optional<Loaded> load(Options options, Diagnostics diagnostics) {
    diagnostics.error(
        Span.start(new Source(options.playbook().toString(), "")), "cannot be read yet");
    return Optional.empty();
  }

  /** The inventory alone, within the limit; {@code playbook} is not read. */
  public static Optional<Inventory> inventory(Options options, Diagnostics diagnostics) {
    diagnostics.error(Span.start(new Source("inventory", "")), "cannot be read yet");
    return Optional.empty();
  }
}
