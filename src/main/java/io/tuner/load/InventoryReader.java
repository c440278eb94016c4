package io.tuner.load;

import io.tuner.text.Diagnostic;
import io.tuner.text.Diagnostics;
import io.tuner.text.Source;
import io.tuner.text.Span;
import io.tuner.text.Tree;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Finds and reads the inventories of a run. */
final class InventoryReader {

  private static final List<String> IGNORED =
      List.of("~", ".orig", ".bak", ".swp", ".retry", ".cfg", ".md", ".pyc", ".rpmsave", ".rpmnew");
  private static final int MOST_DEPTH = 8;

  private final SourceFiles files;
  private final Loader.Options options;
  private final Diagnostics diagnostics;
  private final InventoryBuilder builder;
  private final Set<Path> besides = new LinkedHashSet<>();

  InventoryReader(SourceFiles files, Loader.Options options, Diagnostics diagnostics) {
    this.files = files;
    this.options = options;
    this.diagnostics = diagnostics;
    this.builder = new InventoryBuilder(diagnostics);
  }

  /**
   * The inventory.
   *
   * @param playbooks directories of playbooks, whose group_vars/ and host_vars/ count too
   */
  Inventory read(List<Path> playbooks, Map<String, Tree> extra, Templates templates) {
    for (Path path : chosen(options, files)) {
      source(path);
    }
    Map<String, Group> groups = builder.finish();
    VariableFiles variables = new VariableFiles(files, diagnostics);
    besides.addAll(playbooks);
    for (Path directory : besides) {
      variables.readBeside(directory, groups.keySet(), builder.hosts().keySet());
    }
    return new Inventory(
        groups, builder.hosts(), variables, extra, templates, diagnostics.hasErrors());
  }

  /** Whether the command line, the environment or the working directory names an inventory. */
  static boolean isGiven(Loader.Options options, SourceFiles files) {
    return !chosen(options, files).isEmpty();
  }

  private static List<Path> chosen(Loader.Options options, SourceFiles files) {
    if (!options.inventories().isEmpty()) {
      return options.inventories();
    }
    String variable = options.environment().getOrDefault("TUNER_INVENTORY", "");
    if (!variable.isBlank()) {
      return List.of(Path.of(variable));
    }
    return Stream.of(Path.of("inventories", "hosts.yml"), Path.of("inventories", "hosts"))
        .filter(files::isFile)
        .findFirst()
        .map(List::of)
        .orElse(List.of());
  }

  private void source(Path path) {
    if (path.toString().contains(",") && !Files.exists(files.actual(path))) {
      listed(path.toString());
    } else if (files.isDirectory(path)) {
      besides.add(path);
      directory(path, 0);
    } else {
      Path parent = path.getParent();
      besides.add(parent == null ? Path.of("") : parent);
      file(path);
    }
  }

  private void listed(String names) {
    Span span = Span.start(new Source("--inventory", names));
    Group all = builder.group(InventoryBuilder.UNGROUPED, span);
    for (String name : names.split(",")) {
      try {
        if (!name.isBlank()) {
          HostRange.expand(name.strip(), span).forEach(host -> builder.host(host, all, span));
        }
      } catch (Unrendered e) {
        diagnostics.add(e.diagnostic());
      }
    }
  }

  private void directory(Path directory, int depth) {
    try (Stream<Path> entries = Files.list(files.actual(directory))) {
      List<Path> sorted = entries.map(e -> directory.resolve(e.getFileName())).sorted().toList();
      for (Path path : sorted) {
        String name = path.getFileName().toString();
        boolean ignored =
            name.startsWith(".")
                || name.equals("group_vars")
                || name.equals("host_vars")
                || IGNORED.stream().anyMatch(name::endsWith);
        if (!ignored && files.isDirectory(path) && depth < MOST_DEPTH) {
          directory(path, depth + 1);
        } else if (!ignored && files.isFile(path)) {
          file(path);
        }
      }
    } catch (IOException e) {
      diagnostics.add(
          Diagnostic.error(
                  new Span(new Source(directory.toString(), ""), 0, 0, 1),
                  "`" + directory + "` cannot be read")
              .hint("check that its mode lets this user list it"));
    }
  }

  private void file(Path path) {
    boolean executable = Files.isExecutable(files.actual(path));
    boolean script = files.isFile(path) && isProgram(files.actual(path));
    if (script && executable) {
      ScriptInventory.read(path, files, options.environment(), builder);
      return;
    }
    Optional<Text> read = files.text(path, Span.NONE, diagnostics);
    if (read.isEmpty()) {
      return;
    }
    Text text = read.get();
    if (script) {
      diagnostics.add(
          Diagnostic.error(text.start(), "this inventory is a program, but not executable")
              .hint("`chmod +x " + path + "`"));
    } else if (isYaml(path.toString(), text.content())) {
      YamlReader.read(text, diagnostics).ifPresent(tree -> YamlInventory.read(tree, builder));
    } else {
      IniInventory.read(text, builder);
    }
  }

  private static boolean isProgram(Path path) {
    try (InputStream in = Files.newInputStream(path)) {
      byte[] start = in.readNBytes(4);
      boolean shebang = start.length >= 2 && start[0] == '#' && start[1] == '!';
      boolean elf = start.length == 4 && start[0] == 0x7f && start[1] == 'E' && start[2] == 'L';
      return shebang || elf;
    } catch (IOException unreadable) {
      return false;
    }
  }

  /** By its ending, else by its first line: INI begins with a section or a host. */
  private static boolean isYaml(String name, String content) {
    if (name.endsWith(".yml") || name.endsWith(".yaml") || name.endsWith(".json")) {
      return true;
    }
    if (name.endsWith(".ini")) {
      return false;
    }
    String first =
        content
            .lines()
            .map(String::strip)
            .filter(line -> !line.isEmpty() && !line.startsWith("#") && !line.startsWith(";"))
            .findFirst()
            .orElse("");
    int comment = first.indexOf(" #");
    String code = comment < 0 ? first : first.substring(0, comment).strip();
    return code.equals("---")
        || code.startsWith("{")
        || (code.endsWith(":") && code.indexOf(' ') < 0);
  }
}
