package io.tuner.load;

import io.tuner.text.Diagnostics;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A directory with a playbook and what belongs to it, written by a test and loaded. */
final class Written {

  private final Path directory;
  private final Diagnostics diagnostics = new Diagnostics();
  private List<Path> inventories = List.of(Path.of("hosts"));
  private Optional<String> limit = Optional.empty();
  private Set<String> tags = Set.of();
  private Set<String> skipTags = Set.of();
  private List<String> extra = List.of();
  private Map<String, String> environment = Map.of();

  Written(Path directory) {
    this.directory = directory;
  }

  Written file(String name, String text) {
    try {
      Path path = directory.resolve(name);
      Files.createDirectories(path.getParent());
      Files.writeString(path, text);
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** An inventory with one host, and a playbook with one play of these tasks. */
  Written tasks(String tasks) {
    return file("hosts", "db1\n").file("site.yml", "- hosts: all\n  tasks:\n" + tasks.indent(4));
  }

  Written inventories(String... paths) {
    inventories = List.of(paths).stream().map(Path::of).toList();
    return this;
  }

  Written limit(String pattern) {
    limit = Optional.of(pattern);
    return this;
  }

  Written tags(String... names) {
    tags = Set.of(names);
    return this;
  }

  Written skipTags(String... names) {
    skipTags = Set.of(names);
    return this;
  }

  Written extra(String... variables) {
    extra = List.of(variables);
    return this;
  }

  Written environment(Map<String, String> variables) {
    environment = variables;
    return this;
  }

  Loader.Options options() {
    return new Loader.Options(
        Path.of("site.yml"), inventories, limit, tags, skipTags, extra, environment, directory);
  }

  Optional<Loaded> load() {
    return Loader.load(options(), TestTypes::find, TestTypes::all, diagnostics);
  }

  /** What was loaded; a failure that shows the errors where there are some. */
  Loaded loaded() {
    return load().orElseThrow(() -> new AssertionError(diagnostics.render()));
  }

  Inventory inventory() {
    return Loader.inventory(options(), diagnostics)
        .orElseThrow(() -> new AssertionError(diagnostics.render()));
  }

  /** The errors as people read them; a failure where there are none. */
  String errors() {
    Optional<Loaded> loaded = load();
    if (loaded.isPresent()) {
      throw new AssertionError("no errors");
    }
    return diagnostics.render();
  }

  /** The instances of the first play on a host, without facts. */
  List<Instance> instances(String host) {
    return expansion(host, Optional.empty()).instances();
  }

  Expansion expansion(String host, Optional<Map<String, Object>> facts) {
    Loaded loaded = loaded();
    Expansion expansion = loaded.expand(loaded.plays().get(0), host, facts, Map.of(), diagnostics);
    if (diagnostics.hasErrors()) {
      throw new AssertionError(diagnostics.render());
    }
    return expansion;
  }

  Diagnostics diagnostics() {
    return diagnostics;
  }
}
