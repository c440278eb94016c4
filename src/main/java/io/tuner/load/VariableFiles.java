package io.tuner.load;

import io.tuner.text.Diagnostic;
import io.tuner.text.Diagnostics;
import io.tuner.text.Span;
import io.tuner.text.Tree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Reads group_vars/ and host_vars/ beside inventories and playbook, and other files of variables.
 */
final class VariableFiles {

  private static final List<String> ENDINGS = List.of("", ".yml", ".yaml", ".json");
  private static final int MOST_DEPTH = 16;

  private final SourceFiles files;
  private final Diagnostics diagnostics;
  private final List<Map<String, Map<String, Tree>>> ofGroups = new ArrayList<>();
  private final List<Map<String, Map<String, Tree>>> ofHosts = new ArrayList<>();

  VariableFiles(SourceFiles files, Diagnostics diagnostics) {
    this.files = files;
    this.diagnostics = diagnostics;
  }

  /** Per directory, in ascending precedence: group name to variables. */
  List<Map<String, Map<String, Tree>>> ofGroups() {
    return ofGroups;
  }

  /** Per directory, in ascending precedence: host name to variables. */
  List<Map<String, Map<String, Tree>>> ofHosts() {
    return ofHosts;
  }

  /** Reads what lies beside an inventory or a playbook, for these groups and hosts. */
  void readBeside(Path directory, Set<String> groups, Set<String> hosts) {
    ofGroups.add(read(directory.resolve("group_vars"), groups));
    ofHosts.add(read(directory.resolve("host_vars"), hosts));
  }

  /** One file of variables. */
  Optional<Map<String, Tree>> file(Path path, Span asked) {
    return files
        .text(path, asked, diagnostics)
        .filter(text -> !isVault(text))
        .flatMap(text -> YamlReader.read(text, diagnostics))
        .flatMap(this::variables);
  }

  private Map<String, Map<String, Tree>> read(Path directory, Set<String> names) {
    Map<String, Map<String, Tree>> read = new LinkedHashMap<>();
    if (!files.isDirectory(directory)) {
      return read;
    }
    for (String name : names) {
      if (name.indexOf('/') >= 0) {
        continue;
      }
      Map<String, Tree> variables = new LinkedHashMap<>();
      for (String ending : ENDINGS) {
        Path path = directory.resolve(name + ending);
        if (files.isFile(path)) {
          file(path, Span.NONE).ifPresent(variables::putAll);
        } else if (ending.isEmpty() && files.isDirectory(path)) {
          below(path, 0, variables);
        }
      }
      if (!variables.isEmpty()) {
        read.put(name, variables);
      }
    }
    return read;
  }

  private void below(Path directory, int depth, Map<String, Tree> variables) {
    for (Path path : sorted(directory)) {
      String name = path.getFileName().toString();
      if (name.startsWith(".") || name.endsWith("~")) {
        continue;
      }
      if (files.isDirectory(path)) {
        if (depth < MOST_DEPTH) {
          below(path, depth + 1, variables);
        }
      } else if (ENDINGS.stream().skip(1).anyMatch(name::endsWith) || name.indexOf('.') < 0) {
        file(path, Span.NONE).ifPresent(variables::putAll);
      }
    }
  }

  private List<Path> sorted(Path directory) {
    try (Stream<Path> entries = Files.list(files.actual(directory))) {
      return entries.map(e -> directory.resolve(e.getFileName())).sorted().toList();
    } catch (IOException e) {
      diagnostics.add(
          Diagnostic.error(Span.NONE, "`" + directory + "` cannot be read")
              .hint("check that its mode lets this user list it"));
      return List.of();
    }
  }

  private boolean isVault(Text text) {
    boolean vault = text.content().startsWith("$ANSIBLE_VAULT");
    if (vault) {
      diagnostics.add(
          Diagnostic.error(text.start(), "this version cannot read vaulted files")
              .hint(
                  "take secrets from an executable inventory that reads environment variables, or"
                      + " from `-e @FILE` with a file of mode 0600"));
    }
    return vault;
  }

  private Optional<Map<String, Tree>> variables(Tree tree) {
    if (tree instanceof Tree.Mapping mapping) {
      return Optional.of(VariableNames.of(mapping, diagnostics));
    }
    if (!(tree instanceof Tree.Scalar scalar && scalar.isNull())) {
      diagnostics.add(
          Diagnostic.error(tree.span(), "variables are a mapping, not " + tree.describe())
              .hint("write `name: value` lines"));
    }
    return Optional.of(Map.of());
  }
}
