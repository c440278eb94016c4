package io.tuner.load;

import io.tuner.text.Diagnostic;
import io.tuner.text.Diagnostics;
import io.tuner.text.Durations;
import io.tuner.text.Span;
import io.tuner.text.Tree;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;

/** Reads playbooks: plays, and the playbooks they import. */
final class PlaybookReader {

  private static final List<String> KEYS =
      List.of(
          "name",
          "hosts",
          "become",
          "become_user",
          "gather_facts",
          "vars",
          "vars_files",
          "environment",
          "serial",
          "max_fail_percentage",
          "any_errors_fatal",
          "tasks",
          "handlers",
          "benchmarks",
          "reboot",
          "on_regression",
          "confirm_timeout",
          "tags");
  private static final List<String> IMPORT =
      List.of("import_playbook", "name", "vars", "when", "tags");

  private final SourceFiles files;
  private final Types types;
  private final Inventory inventory;
  private final Optional<Set<String>> limit;
  private final Diagnostics diagnostics;
  private final List<Play> plays = new ArrayList<>();

  /**
   * @param limit the only hosts to take; empty for all
   */
  PlaybookReader(
      SourceFiles files,
      Types types,
      Inventory inventory,
      Optional<Set<String>> limit,
      Diagnostics diagnostics) {
    this.files = files;
    this.types = types;
    this.inventory = inventory;
    this.limit = limit;
    this.diagnostics = diagnostics;
  }

  List<Play> read(Path playbook) {
    file(
        TaskReader.Inherited.of(List.of(), Set.of(), Map.of(), playbook.normalize()),
        playbook,
        Span.NONE);
    return plays;
  }

  private void file(TaskReader.Inherited inherited, Path path, Span asked) {
    Optional<Text> text = files.text(path, asked, diagnostics);
    Optional<Tree> tree = text.flatMap(t -> YamlReader.read(t, diagnostics));
    if (tree.isEmpty()) {
      return;
    }
    if (tree.get() instanceof Tree.Scalar scalar && scalar.isNull()) {
      diagnostics.add(
          Diagnostic.error(text.get().start(), "the playbook is empty")
              .hint("a playbook is a list of plays: `- hosts: all`"));
      return;
    }
    if (!(tree.get() instanceof Tree.Sequence list)) {
      diagnostics.add(
          Diagnostic.error(
                  tree.get().span(), "a playbook is a list of plays, not " + tree.get().describe())
              .hint("begin each play with `- hosts: …`"));
      return;
    }
    for (Tree item : list.items()) {
      if (!(item instanceof Tree.Mapping mapping)) {
        diagnostics.error(item.span(), "a play is a mapping, not " + item.describe());
      } else if (mapping.get("import_playbook").isPresent()) {
        imported(new Fields(mapping, diagnostics), inherited);
      } else {
        play(new Fields(mapping, diagnostics), inherited);
      }
    }
  }

  private void imported(Fields fields, TaskReader.Inherited inherited) {
    fields.refuseUnknown(IMPORT, "an import of a playbook");
    Optional<Tree.Scalar> name = fields.scalar("import_playbook");
    if (name.isEmpty()) {
      return;
    }
    Path path = Imports.beside(inherited.file(), name.get().text());
    if (inherited.files().contains(path)) {
      diagnostics.error(name.get().span(), Imports.cycle(inherited.files(), path));
      return;
    }
    file(inherited.and(fields).in(path), path, name.get().span());
  }

  private void play(Fields fields, TaskReader.Inherited inherited) {
    fields.refuseUnknown(KEYS, "a play");
    Map<String, Tree> vars = new LinkedHashMap<>(inherited.vars());
    vars.putAll(fields.variables("vars"));
    Set<String> tags = new LinkedHashSet<>(inherited.tags());
    tags.addAll(fields.words("tags"));
    TaskReader.Inherited down =
        TaskReader.Inherited.of(inherited.when(), tags, Map.of(), inherited.file());
    List<Task> handlers = tasks(fields, "handlers", down, true);
    List<Task> tasks = tasks(fields, "tasks", down, false);
    Notifications.check(tasks, handlers, diagnostics);
    Optional<Tree.Entry> hosts = fields.mapping().entry("hosts");
    plays.add(
        new Play(
            fields.scalar("name").map(Tree.Scalar::text).orElseGet(() -> pattern(fields)),
            hosts.map(entry -> entry.key().span()).orElse(fields.mapping().span()),
            hosts(fields, vars),
            new Become(
                fields.truth("become", false),
                fields.scalar("become_user").map(Tree.Scalar::text).orElse("root")),
            fields.truth("gather_facts", true),
            serial(fields),
            fields
                .parsed("max_fail_percentage", PlaybookReader::percentage)
                .map(p -> OptionalDouble.of(p))
                .orElse(OptionalDouble.empty()),
            fields.truth("any_errors_fatal", false),
            fields.choice("reboot", Play.Reboot.class, Play.Reboot.NEVER),
            fields.choice("on_regression", Play.OnRegression.class, Play.OnRegression.REPORT),
            fields.parsed("confirm_timeout", PlaybookReader::confirmTimeout),
            environment(fields),
            vars,
            fields.scalars("vars_files"),
            tasks,
            handlers,
            benchmarks(fields),
            Imports.directory(inherited.file())));
  }

  /** Too short a time is over before the next reading, and a host must not wait for ever. */
  private static Duration confirmTimeout(String text) {
    Duration timeout = Durations.parse(text);
    if (timeout.toSeconds() < 10 || timeout.toHours() >= 1) {
      throw new IllegalArgumentException("`" + text.strip() + "` is not between 10s and 1h");
    }
    return timeout;
  }

  private List<Task> tasks(Fields fields, String key, TaskReader.Inherited down, boolean handlers) {
    return fields
        .get(key)
        .map(list -> TaskReader.read(list, down, handlers, files, types, diagnostics))
        .orElse(List.of());
  }

  private static String pattern(Fields fields) {
    return fields.list("hosts").stream()
        .filter(Tree.Scalar.class::isInstance)
        .map(tree -> ((Tree.Scalar) tree).text())
        .collect(Collectors.joining(","));
  }

  private List<String> hosts(Fields fields, Map<String, Tree> vars) {
    List<Tree.Scalar> patterns = fields.scalars("hosts");
    if (patterns.isEmpty()) {
      if (fields.list("hosts").isEmpty()) {
        diagnostics.add(
            Diagnostic.error(fields.mapping().span(), "a play needs `hosts`")
                .hint("a group, a host or `all`"));
      }
      return List.of();
    }
    if (inventory.standsIn()) {
      return List.of(Inventory.LOCALHOST);
    }
    Magic none = new Magic(inventory, "", Facts.wanted("facts"), null, List.of());
    Scope scope = new Scope(inventory.templates(), List.of(inventory.extra(), vars), none);
    try {
      List<String> parts = new ArrayList<>();
      for (Tree.Scalar pattern : patterns) {
        Tree rendered = scope.render(pattern);
        parts.add(
            rendered instanceof Tree.Sequence list
                ? String.join(
                    ",", list.items().stream().map(t -> String.valueOf(Tree.plain(t))).toList())
                : scope.text(pattern).text());
      }
      List<String> hosts =
          HostPattern.hosts(String.join(",", parts), inventory, patterns.get(0).span());
      return limit.isPresent() ? hosts.stream().filter(limit.get()::contains).toList() : hosts;
    } catch (Unrendered e) {
      if (!inventory.isIncomplete()) {
        diagnostics.add(e.diagnostic());
      }
    } catch (FactsWanted e) {
      diagnostics.error(patterns.get(0).span(), "the hosts of a play cannot depend on facts");
    }
    return List.of();
  }

  private List<Batch> serial(Fields fields) {
    List<Batch> batches = new ArrayList<>();
    for (Tree.Scalar scalar : fields.scalars("serial")) {
      fields.parsed("serial", scalar, PlaybookReader::batch).ifPresent(batches::add);
    }
    return batches;
  }

  private static Batch batch(String text) {
    boolean percent = text.endsWith("%");
    String number = percent ? text.substring(0, text.length() - 1).strip() : text;
    boolean digits = !number.isEmpty() && number.chars().allMatch(c -> c >= '0' && c <= '9');
    int amount = digits && number.length() < 7 ? Integer.parseInt(number) : 0;
    if (amount < 1 || (percent && amount > 100)) {
      throw new IllegalArgumentException(
          "`" + text + "` is neither a number of hosts, at least 1, nor per cents such as \"25%\"");
    }
    return new Batch(amount, percent);
  }

  private static double percentage(String text) {
    return Typed.number(text.endsWith("%") ? text.substring(0, text.length() - 1) : text)
        .map(BigDecimal::doubleValue)
        .filter(number -> number >= 0 && number <= 100)
        .orElseThrow(
            () -> new IllegalArgumentException("`" + text + "` is not a number from 0 to 100"));
  }

  private Map<String, Tree> environment(Fields fields) {
    Optional<Tree> tree = fields.get("environment");
    Map<String, Tree> environment = new LinkedHashMap<>();
    if (tree.isPresent() && tree.get() instanceof Tree.Mapping mapping) {
      for (Tree.Entry entry : mapping.entries()) {
        if (!VariableNames.isName(entry.key().text())) {
          diagnostics.error(
              entry.key().span(), "`" + entry.key().text() + "` cannot be an environment variable");
        } else if (entry.value() instanceof Tree.Scalar) {
          environment.put(entry.key().text(), entry.value());
        } else {
          fields.wrong(entry.key().text(), "one value", entry.value());
        }
      }
    } else {
      tree.ifPresent(other -> fields.wrong("environment", "a mapping", other));
    }
    return environment;
  }

  private List<Tree> benchmarks(Fields fields) {
    Optional<Tree> tree = fields.get("benchmarks");
    if (tree.isPresent() && !(tree.get() instanceof Tree.Sequence)) {
      fields.wrong("benchmarks", "a list", tree.get());
      return List.of();
    }
    return fields.list("benchmarks");
  }
}
