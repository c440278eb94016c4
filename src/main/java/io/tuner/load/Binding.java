package io.tuner.load;

import io.tuner.resource.Action;
import io.tuner.resource.Binder;
import io.tuner.resource.Described;
import io.tuner.resource.Resource;
import io.tuner.text.Diagnostics;
import io.tuner.text.Tree;
import java.nio.file.Path;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Renders the parameters of a task, reads its local files, and makes its resource. What is the same
 * on all hosts is made once.
 */
final class Binding {

  /** A resource or an action; none where there were errors. */
  record Bound(String type, Optional<Record> record, Map<String, Object> parameters) {

    String address() {
      Record made = record.orElseThrow();
      return type + "[" + (made instanceof Action action ? action.name() : resource().name()) + "]";
    }

    Resource<?> resource() {
      return (Resource<?>) record.orElseThrow();
    }

    Action action() {
      return (Action) record.orElseThrow();
    }
  }

  /** What is the same on all hosts, and what is wrong with it, which is so on each of them. */
  private record Literal(Bound bound, Diagnostics faults) {
    Bound told(Diagnostics diagnostics) {
      faults.sorted().forEach(diagnostics::add);
      return bound;
    }
  }

  private final Types types;
  private final LocalFiles localFiles;
  private final Templates templates;
  private final Path directory;
  private final Map<Task, Literal> literal = new IdentityHashMap<>();

  Binding(Types types, LocalFiles localFiles, Templates templates, Path directory) {
    this.types = types;
    this.localFiles = localFiles;
    this.templates = templates;
    this.directory = directory;
  }

  Bound resource(Task task, Scope scope, Diagnostics diagnostics) throws Unrendered, FactsWanted {
    Described described = types.find(task.type()).orElseThrow();
    if (isLiteral(task, described)) {
      return literal(task, described).told(diagnostics);
    }
    Tree parameters = scope.render(task.parameters());
    if (parameters instanceof Tree.Mapping mapping && localFiles.any(described)) {
      List<Path> directories =
          task.directory().equals(directory)
              ? List.of(directory)
              : List.of(task.directory(), directory);
      parameters = localFiles.read(described, mapping, directories, scope, templates);
    }
    return bind(described, parameters, diagnostics);
  }

  /** Says what is wrong with parameters that are the same on all hosts, though no host has them. */
  void checkLiteral(Task task, Diagnostics diagnostics) {
    Optional<Described> described = types.find(task.type());
    if (described.isPresent() && isLiteral(task, described.get())) {
      literal(task, described.get()).told(diagnostics);
    }
  }

  private Literal literal(Task task, Described described) {
    return literal.computeIfAbsent(
        task,
        t -> {
          Diagnostics faults = new Diagnostics();
          return new Literal(bind(described, t.parameters(), faults), faults);
        });
  }

  /** The address where it can be known, though the task is skipped. */
  String address(Task task, Scope scope) {
    if (task.type().equals(TaskReader.ASSERT)) {
      return label(task);
    }
    try {
      Bound bound = resource(task, scope, new Diagnostics());
      return bound.record().isPresent() ? bound.address() : label(task);
    } catch (Unrendered | FactsWanted unknown) {
      return label(task);
    }
  }

  /** What stands for an address that is not known. */
  String label(Task task) {
    return task.type()
        + "["
        + task.name().map(Tree.Scalar::text).orElseGet(() -> task.span().toString())
        + "]";
  }

  private boolean isLiteral(Task task, Described described) {
    return !Templates.isTemplate(task.parameters()) && !localFiles.any(described);
  }

  private static Bound bind(Described described, Tree parameters, Diagnostics diagnostics) {
    Optional<Record> made = Binder.bind(described, parameters, diagnostics);
    Map<String, Object> plain =
        parameters instanceof Tree.Mapping mapping
            ? Parameters.plain(described, mapping)
            : Map.of();
    return new Bound(described.name(), made, plain);
  }
}
