package io.tuner.load;

import io.tuner.resource.Described;
import io.tuner.text.Diagnostic;
import io.tuner.text.Diagnostics;
import io.tuner.text.Tree;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads tasks and handlers: blocks and imports are resolved, what is wrong is told. */
final class TaskReader {

  static final String ASSERT = "assert";

  private static final List<String> COMMON =
      List.of("name", "when", "vars", "tags", "become", "become_user", "ignore_errors");
  private static final List<String> TASK = with(COMMON, "notify", "loop", "loop_control");
  private static final List<String> HANDLER = with(COMMON, "listen");
  private static final List<String> GROUP = with(COMMON, "notify");
  private static final int MOST_TASKS = 20_000;
  private static final int MOST_DEPTH = 32;

  private final SourceFiles files;
  private final Types types;
  private final Diagnostics diagnostics;
  private final boolean handlers;
  private final List<Task> tasks = new ArrayList<>();

  /** What blocks and imports hand down. */
  record Inherited(
      List<Tree.Scalar> when,
      List<Tree.Scalar> notifies,
      Set<String> tags,
      Map<String, Tree> vars,
      Optional<Tree.Scalar> become,
      Optional<Tree.Scalar> becomeUser,
      Optional<Tree.Scalar> ignoreErrors,
      List<Path> files) {

    static Inherited of(
        List<Tree.Scalar> when, Set<String> tags, Map<String, Tree> vars, Path file) {
      return new Inherited(
          when,
          List.of(),
          tags,
          vars,
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          List.of(file));
    }

    Path file() {
      return files.get(files.size() - 1);
    }

    Inherited and(Fields fields) {
      List<Tree.Scalar> allWhen = new ArrayList<>(when);
      allWhen.addAll(fields.scalars("when"));
      List<Tree.Scalar> allNotifies = new ArrayList<>(notifies);
      allNotifies.addAll(fields.scalars("notify"));
      Set<String> allTags = new LinkedHashSet<>(tags);
      allTags.addAll(fields.words("tags"));
      Map<String, Tree> allVars = new LinkedHashMap<>(vars);
      allVars.putAll(fields.variables("vars"));
      return new Inherited(
          allWhen,
          allNotifies,
          allTags,
          allVars,
          fields.scalar("become").or(() -> become),
          fields.scalar("become_user").or(() -> becomeUser),
          fields.scalar("ignore_errors").or(() -> ignoreErrors),
          files);
    }

    Inherited in(Path file) {
      List<Path> all = new ArrayList<>(files);
      all.add(file);
      return new Inherited(when, notifies, tags, vars, become, becomeUser, ignoreErrors, all);
    }
  }

  private TaskReader(SourceFiles files, Types types, Diagnostics diagnostics, boolean handlers) {
    this.files = files;
    this.types = types;
    this.diagnostics = diagnostics;
    this.handlers = handlers;
  }

  /** The tasks or handlers of a list, in order. */
  static List<Task> read(
      Tree list,
      Inherited inherited,
      boolean handlers,
      SourceFiles files,
      Types types,
      Diagnostics diagnostics) {
    TaskReader reader = new TaskReader(files, types, diagnostics, handlers);
    reader.list(list, inherited, 0);
    return List.copyOf(reader.tasks);
  }

  private void list(Tree list, Inherited inherited, int depth) {
    if (list instanceof Tree.Scalar scalar && scalar.isNull()) {
      return;
    }
    if (!(list instanceof Tree.Sequence sequence)) {
      diagnostics.add(
          Diagnostic.error(list.span(), "tasks are a list, not " + list.describe())
              .hint("begin each with `- `"));
      return;
    }
    if (depth > MOST_DEPTH) {
      diagnostics.error(list.span(), "blocks and imports are nested too deep");
      return;
    }
    for (Tree item : sequence.items()) {
      if (tasks.size() >= MOST_TASKS) {
        diagnostics.error(item.span(), "there are more than " + MOST_TASKS + " tasks");
        return;
      }
      if (item instanceof Tree.Mapping mapping) {
        item(new Fields(mapping, diagnostics), inherited, depth);
      } else {
        diagnostics.error(item.span(), "a task is a mapping, not " + item.describe());
      }
    }
  }

  private void item(Fields fields, Inherited inherited, int depth) {
    Optional<Tree.Entry> block = fields.mapping().entry("block");
    Optional<Tree.Entry> imported = fields.mapping().entry("import_tasks");
    if (block.isPresent()) {
      fields.refuseUnknown(with(GROUP, "block"), "a block");
      list(block.get().value(), inherited.and(fields), depth + 1);
    } else if (imported.isPresent()) {
      fields.refuseUnknown(with(GROUP, "import_tasks"), "an import");
      imported(imported.get(), inherited.and(fields), depth);
    } else {
      task(fields, inherited);
    }
  }

  private void imported(Tree.Entry entry, Inherited inherited, int depth) {
    if (!(entry.value() instanceof Tree.Scalar name) || name.text().isBlank()) {
      diagnostics.error(entry.key().span(), "`import_tasks` takes the path of a file");
      return;
    }
    if (Templates.isTemplate(name.text())) {
      diagnostics.add(
          Diagnostic.error(name.span(), "the path of an import cannot be a template")
              .hint("import every file, each with its own `when`"));
      return;
    }
    Path path = Imports.beside(inherited.file(), name.text());
    if (inherited.files().contains(path)) {
      diagnostics.error(name.span(), Imports.cycle(inherited.files(), path));
      return;
    }
    files
        .text(path, name.span(), diagnostics)
        .flatMap(text -> YamlReader.read(text, diagnostics))
        .ifPresent(tree -> list(tree, inherited.in(path), depth + 1));
  }

  private void task(Fields fields, Inherited inherited) {
    List<String> known = handlers ? HANDLER : TASK;
    List<Tree.Entry> found = new ArrayList<>();
    boolean told = false;
    for (Tree.Entry entry : fields.mapping().entries()) {
      String key = entry.key().text();
      if (known.contains(key)) {
        continue;
      }
      if (key.equals(ASSERT) || types.find(key).isPresent()) {
        found.add(entry);
      } else {
        told = true;
        unknown(entry.key(), fields, known);
      }
    }
    if (found.size() > 1) {
      diagnostics.add(
          Diagnostic.error(
                  found.get(1).key().span(),
                  "a task has one resource; this one has `"
                      + found.get(0).key().text()
                      + "` and `"
                      + found.get(1).key().text()
                      + "`")
              .hint("make two tasks of it"));
    } else if (found.isEmpty() && !told) {
      diagnostics.add(
          Diagnostic.error(fields.mapping().span(), "this task has no resource")
              .hint("name one, such as `sysctl: {settings: {vm.swappiness: 1}}` (tuner doc)"));
    } else if (found.size() == 1 && belongs(found.get(0).key())) {
      TaskParameters.check(found.get(0), types, diagnostics);
      add(fields, inherited.and(fields), found.get(0));
    }
  }

  private void add(Fields fields, Inherited inherited, Tree.Entry resource) {
    Optional<Task.Loop> loop = handlers ? Optional.empty() : Loops.read(fields);
    tasks.add(
        new Task(
            resource.key().span(),
            fields.scalar("name"),
            resource.key().text(),
            resource.value(),
            inherited.when(),
            loop,
            inherited.notifies(),
            handlers ? fields.scalars("listen") : List.of(),
            inherited.tags(),
            inherited.vars(),
            inherited.become(),
            inherited.becomeUser(),
            inherited.ignoreErrors(),
            Imports.directory(inherited.file())));
    if (handlers && fields.scalar("name").isEmpty()) {
      diagnostics.error(fields.mapping().span(), "a handler needs a `name`, which `notify` says");
    }
  }

  private boolean belongs(Tree.Scalar key) {
    boolean action = types.find(key.text()).filter(Described::isAction).isPresent();
    if (action && !handlers) {
      diagnostics.add(
          Diagnostic.error(
                  key.span(), "`" + key.text() + "` is an action and belongs under `handlers`")
              .hint("name it there and write `notify: NAME` in the task that needs it"));
      return false;
    }
    if (!action && handlers) {
      diagnostics.add(
          Diagnostic.error(
                  key.span(), "`" + key.text() + "` is no action and belongs under `tasks`")
              .hint("a handler does one of " + String.join(", ", types.names(true))));
      return false;
    }
    return true;
  }

  private void unknown(Tree.Scalar key, Fields fields, List<String> known) {
    Optional<String> name = Foreign.withoutCollection(key.text());
    if (name.isPresent() && (types.find(name.get()).isPresent() || name.get().equals(ASSERT))) {
      diagnostics.add(
          Diagnostic.error(key.span(), "types have no collection before their name")
              .note("write `" + name.get() + "`"));
      return;
    }
    if (key.text().equals("notify")
        || key.text().equals("loop")
        || key.text().equals("loop_control")) {
      diagnostics.error(key.span(), "a handler has no `" + key.text() + "`");
      return;
    }
    List<String> all = new ArrayList<>(known);
    all.addAll(types.names(handlers));
    all.addAll(handlers ? List.of() : List.of(ASSERT, "block", "import_tasks"));
    fields.unknown(key, all, handlers ? "a handler" : "a task");
  }

  private static List<String> with(List<String> list, String... more) {
    List<String> all = new ArrayList<>(list);
    all.addAll(List.of(more));
    return List.copyOf(all);
  }
}
