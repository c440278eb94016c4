package io.tuner.load;

import io.tuner.text.Diagnostics;
import io.tuner.text.Tree;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Makes instances of the tasks and handlers of a play, for one host. */
final class Expander {

  private static final int MOST_ITEMS = 10_000;

  private final Play play;
  private final Scope scope;
  private final Tags tags;
  private final Binding binding;
  private final Diagnostics diagnostics;
  private final List<Instance> instances = new ArrayList<>();
  private boolean needsFacts;

  Expander(Play play, Scope scope, Tags tags, Binding binding, Diagnostics diagnostics) {
    this.play = play;
    this.scope = scope;
    this.tags = tags;
    this.binding = binding;
    this.diagnostics = diagnostics;
  }

  Expansion expand() {
    for (Task task : play.tasks()) {
      if (tags.choose(task.tags())) {
        task(task);
      }
    }
    List<HandlerInstance> handlers = new ArrayList<>();
    for (Task handler : play.handlers()) {
      handlers.add(handler(handler));
    }
    Map<String, String> environment = environment();
    List<Tree> benchmarks = new ArrayList<>();
    play.benchmarks().forEach(tree -> rendered(tree).ifPresent(benchmarks::add));
    DuplicateClaims.check(instances, diagnostics);
    return new Expansion(instances, handlers, environment, benchmarks, needsFacts);
  }

  /** One benchmark alone, for a host that has no part in the tasks. */
  Expansion benchmark(Tree entry) {
    Map<String, String> environment = environment();
    List<Tree> benchmarks = rendered(entry).map(List::of).orElse(List.of());
    return new Expansion(List.of(), List.of(), environment, benchmarks, needsFacts);
  }

  private Map<String, String> environment() {
    Map<String, String> environment = new LinkedHashMap<>();
    play.environment()
        .forEach(
            (name, value) ->
                rendered(value)
                    .map(tree -> ((Tree.Scalar) tree).text())
                    .ifPresent(text -> environment.put(name, text)));
    return environment;
  }

  private Optional<Tree> rendered(Tree tree) {
    try {
      return Optional.of(
          tree instanceof Tree.Scalar scalar ? scope.text(scalar) : scope.render(tree));
    } catch (Unrendered e) {
      diagnostics.add(e.diagnostic());
    } catch (FactsWanted e) {
      needsFacts = true;
    }
    return Optional.empty();
  }

  private void task(Task task) {
    Scope own = scope.with(task.vars());
    if (task.loop().isEmpty()) {
      instances.add(instance(task, own, Optional.empty()));
      return;
    }
    Task.Loop loop = task.loop().get();
    try {
      Tree items = own.render(loop.items());
      if (!(items instanceof Tree.Sequence list)) {
        throw new Unrendered(items.span(), "`loop` takes a list, not " + items.describe());
      }
      if (list.items().size() > MOST_ITEMS) {
        throw new Unrendered(items.span(), "`loop` has more than " + MOST_ITEMS + " items");
      }
      for (int i = 0; i < list.items().size(); i++) {
        Map<String, Tree> variables = new LinkedHashMap<>(task.vars());
        variables.put(loop.variable(), list.items().get(i));
        int index = i;
        loop.index().ifPresent(name -> variables.put(name, Tree.of(index, task.span())));
        instances.add(instance(task, scope.with(variables), Optional.of(list.items().get(i))));
      }
    } catch (FactsWanted e) {
      instances.add(waiting(task, own, e));
    } catch (Unrendered e) {
      skippedInstead(task, own, e).ifPresent(instances::add);
    }
  }

  /** A loop over what is not there is no fault where the condition does not hold. */
  private Optional<Instance> skippedInstead(Task task, Scope own, Unrendered fault) {
    try {
      Optional<String> reason = unmet(task, own);
      if (reason.isPresent()) {
        return Optional.of(skipped(task, name(task, own), binding.label(task), reason.get()));
      }
    } catch (FactsWanted e) {
      return Optional.of(waiting(task, own, e));
    } catch (Unrendered ignored) {
      // The loop's own fault is the one to tell.
    }
    diagnostics.add(fault.diagnostic());
    return Optional.empty();
  }

  private Instance instance(Task task, Scope own, Optional<Tree> item) {
    String name = "";
    try {
      name = name(task, own) + label(task, own, item);
      Optional<String> reason = unmet(task, own);
      if (reason.isPresent()) {
        return skipped(task, name, binding.address(task, own), reason.get());
      }
      return task.type().equals(TaskReader.ASSERT)
          ? Assertions.check(task, own, name)
          : ready(task, own, name);
    } catch (FactsWanted e) {
      return needing(task, name, e);
    } catch (Unrendered e) {
      diagnostics.add(e.diagnostic());
      return skipped(task, name, binding.label(task), "it has errors");
    }
  }

  private Instance ready(Task task, Scope own, String name) throws Unrendered, FactsWanted {
    Binding.Bound bound = binding.resource(task, own, diagnostics);
    if (bound.record().isEmpty()) {
      return skipped(task, name, binding.label(task), "it has errors");
    }
    return new Instance(
        bound.address(),
        task.type(),
        name,
        task.span(),
        Instance.Kind.READY,
        Optional.empty(),
        Optional.of(bound.resource()),
        bound.parameters(),
        notifies(task, own),
        Rights.truth(task.ignoreErrors(), "ignore_errors", own, false),
        Rights.become(task, play, own));
  }

  private HandlerInstance handler(Task task) {
    Scope own = scope.with(task.vars());
    String name = task.name().map(Tree.Scalar::text).orElse("");
    Optional<String> reason = Optional.empty();
    Instance.Kind kind = Instance.Kind.SKIPPED;
    try {
      reason = unmet(task, own);
      if (reason.isEmpty()) {
        Binding.Bound bound = binding.resource(task, own, diagnostics);
        if (bound.record().isPresent()) {
          return new HandlerInstance(
              name,
              bound.address(),
              task.type(),
              task.span(),
              Instance.Kind.READY,
              reason,
              Optional.of(bound.action()),
              bound.parameters(),
              Rights.become(task, play, own));
        }
      }
    } catch (FactsWanted e) {
      needsFacts = true;
      kind = Instance.Kind.NEEDS_FACTS;
      reason = Optional.of(e.getMessage());
    } catch (Unrendered e) {
      diagnostics.add(e.diagnostic());
    }
    return new HandlerInstance(
        name,
        binding.label(task),
        task.type(),
        task.span(),
        kind,
        reason,
        Optional.empty(),
        Map.of(),
        play.become());
  }

  /** The condition that does not hold; empty where all do. */
  private static Optional<String> unmet(Task task, Scope own) throws Unrendered, FactsWanted {
    for (Tree.Scalar condition : task.when()) {
      if (!own.holds(condition)) {
        return Optional.of("`" + condition.text() + "` does not hold");
      }
    }
    return Optional.empty();
  }

  private static String name(Task task, Scope own) throws Unrendered, FactsWanted {
    return task.name().isPresent() ? own.text(task.name().get()).text() : "";
  }

  private static String label(Task task, Scope own, Optional<Tree> item)
      throws Unrendered, FactsWanted {
    if (item.isEmpty()) {
      return "";
    }
    Optional<Tree.Scalar> label = task.loop().flatMap(Task.Loop::label);
    Tree shown = label.isPresent() ? own.text(label.get()) : item.get();
    boolean open = shown instanceof Tree.Scalar s && s.kind() != Tree.Scalar.Kind.SECRET;
    String text = open ? ((Tree.Scalar) shown).text() : "";
    String separator = task.name().isPresent() ? " (" : "(";
    return text.isEmpty() ? "" : separator + text + ")";
  }

  private List<String> notifies(Task task, Scope own) throws Unrendered, FactsWanted {
    List<String> names = new ArrayList<>();
    for (Tree.Scalar wanted : task.notifies()) {
      Tree.Scalar name = own.text(wanted);
      List<String> found = Notifications.resolve(name.text(), play.handlers());
      if (found.isEmpty()) {
        throw new Unrendered(Notifications.unknown(name, play.handlers()));
      }
      found.stream().filter(n -> !names.contains(n)).forEach(names::add);
    }
    return names;
  }

  private Instance waiting(Task task, Scope own, FactsWanted facts) {
    String name = "";
    try {
      name = name(task, own);
    } catch (Unrendered | FactsWanted unnamed) {
      name = task.name().map(Tree.Scalar::text).orElse("");
    }
    return needing(task, name, facts);
  }

  private Instance needing(Task task, String name, FactsWanted facts) {
    needsFacts = true;
    binding.checkLiteral(task, diagnostics);
    return other(task, name, binding.label(task), Instance.Kind.NEEDS_FACTS, facts.getMessage());
  }

  private Instance skipped(Task task, String name, String address, String reason) {
    binding.checkLiteral(task, diagnostics);
    return other(task, name, address, Instance.Kind.SKIPPED, reason);
  }

  private Instance other(
      Task task, String name, String address, Instance.Kind kind, String reason) {
    return new Instance(
        address,
        task.type(),
        name,
        task.span(),
        kind,
        Optional.of(reason),
        Optional.empty(),
        Map.of(),
        List.of(),
        false,
        play.become());
  }
}
