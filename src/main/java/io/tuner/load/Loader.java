package io.tuner.load;

import io.tuner.resource.Described;
import io.tuner.resources.Resources;
import io.tuner.text.Diagnostic;
import io.tuner.text.Diagnostics;
import io.tuner.text.Source;
import io.tuner.text.Span;
import io.tuner.text.Tree;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Supplier;

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

  private final Options options;
  private final Diagnostics diagnostics;
  private final SourceFiles files;
  private boolean mayStandIn;

  private Loader(Options options, Diagnostics diagnostics) {
    this.options = options;
    this.diagnostics = diagnostics;
    this.files = new SourceFiles(options.workingDirectory());
  }

  /**
   * Everything of a playbook, expanded once for every host; empty where there are errors.
   *
   * @param further checks of what is no matter of this package; made of what could be read where
   *     there are errors already, so that all are told at once
   */
  public static Optional<Loaded> load(
      Options options, BiConsumer<Loaded, Diagnostics> further, Diagnostics diagnostics) {
    return load(options, Resources::find, Resources::all, further, diagnostics);
  }

  /** As {@link #load(Options, BiConsumer, Diagnostics)}, without further checks. */
  public static Optional<Loaded> load(Options options, Diagnostics diagnostics) {
    return load(options, (loaded, none) -> {}, diagnostics);
  }

  /**
   * As {@link #load(Options, Diagnostics)}, with types of one's own.
   *
   * @param lookup a type or an action by its YAML key
   * @param all every type and action, asked only for suggestions
   */
  public static Optional<Loaded> load(
      Options options,
      Function<String, Optional<Described>> lookup,
      Supplier<Collection<Described>> all,
      Diagnostics diagnostics) {
    return load(options, lookup, all, (loaded, none) -> {}, diagnostics);
  }

  private static Optional<Loaded> load(
      Options options,
      Function<String, Optional<Described>> lookup,
      Supplier<Collection<Described>> all,
      BiConsumer<Loaded, Diagnostics> further,
      Diagnostics diagnostics) {
    Diagnostics own = new Diagnostics();
    Loaded loaded = new Loader(options, own).load(new Types(lookup, all));
    further.accept(loaded, own);
    own.sorted().forEach(diagnostics::add);
    return own.hasErrors() ? Optional.empty() : Optional.of(loaded);
  }

  /**
   * As {@link #load(Options, BiConsumer, Diagnostics)}; where no inventory was given at all,
   * whatever does not depend on one is checked, and that is told.
   */
  public static Optional<Loaded> lint(
      Options options, BiConsumer<Loaded, Diagnostics> further, Diagnostics diagnostics) {
    Diagnostics own = new Diagnostics();
    Loader loader = new Loader(options, own);
    loader.mayStandIn = true;
    Loaded loaded = loader.load(new Types(Resources::find, Resources::all));
    further.accept(loaded, own);
    own.sorted().forEach(diagnostics::add);
    return own.hasErrors() ? Optional.empty() : Optional.of(loaded);
  }

  /** The inventory alone; {@code playbook} is not read, and nothing but its place matters. */
  public static Optional<Inventory> inventory(Options options, Diagnostics diagnostics) {
    Diagnostics own = new Diagnostics();
    Loader loader = new Loader(options, own);
    Inventory inventory = loader.inventory();
    if (inventory.hosts().isEmpty() && !own.hasErrors()) {
      own.add(
          Diagnostic.error(
                  new Span(new Source("", ""), 0, 0, 1), "there is no host in any inventory")
              .hint("give one with `-i FILE` or TUNER_INVENTORY, or write inventories/hosts.yml"));
    }
    loader.limit(inventory).ifPresent(inventory::select);
    own.sorted().forEach(diagnostics::add);
    return own.hasErrors() ? Optional.empty() : Optional.of(inventory);
  }

  private Loaded load(Types types) {
    Inventory inventory = inventory();
    if (mayStandIn && InventoryReader.isGiven(options, files)) {
      mayStandIn = false;
    }
    if (mayStandIn) {
      inventory.standIn();
      diagnostics.add(
          Diagnostic.warning(Span.NONE, "no inventory: hosts and their variables are not checked")
              .hint("give one with `-i FILE` or TUNER_INVENTORY"));
    }
    Optional<Set<String>> limit = mayStandIn ? Optional.empty() : limit(inventory);
    List<Play> plays =
        new PlaybookReader(files, types, inventory, limit, diagnostics).read(options.playbook());
    Tags tags = new Tags(options.tags(), options.skipTags());
    Loaded loaded = new Loaded(inventory, plays, files, types, tags);
    if (!diagnostics.hasErrors()) {
      tags.refuseUnknown(plays, diagnostics);
      refuseNoHosts(plays);
    }
    loaded.check(diagnostics);
    return loaded;
  }

  private Inventory inventory() {
    Map<String, Tree> extra = ExtraVariables.read(options.extraVars(), files, diagnostics);
    Path directory = Imports.directory(options.playbook());
    Templates templates = new Templates(new TemplateDirectory(directory, files));
    return new InventoryReader(files, options, diagnostics)
        .read(List.of(directory), extra, templates);
  }

  private Optional<Set<String>> limit(Inventory inventory) {
    if (options.limit().isEmpty()) {
      return Optional.empty();
    }
    String pattern = options.limit().get();
    Span span = new Span(new Source("--limit", pattern), 1, 1, Math.max(1, pattern.length()));
    try {
      return Optional.of(new LinkedHashSet<>(HostPattern.hosts(pattern, inventory, span)));
    } catch (Unrendered e) {
      if (!inventory.isIncomplete()) {
        diagnostics.add(e.diagnostic());
      }
      return Optional.of(Set.of());
    }
  }

  private void refuseNoHosts(List<Play> plays) {
    if (options.limit().isPresent() && plays.stream().allMatch(play -> play.hosts().isEmpty())) {
      String pattern = options.limit().get();
      Span span = new Span(new Source("--limit", pattern), 1, 1, Math.max(1, pattern.length()));
      diagnostics.error(span, "no play has a host within `" + pattern + "`");
    }
  }
}
