package io.tuner.load;

import io.tuner.text.Diagnostic;
import io.tuner.text.Span;
import io.tuner.text.Tree;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The variables of one host at one place of a playbook. A value is rendered when it is first read,
 * and may refer to others in whatever order they were written.
 */
final class Scope implements Names {

  private static final Set<String> OF_INVENTORY =
      Set.of(
          "groups",
          "group_names",
          "hostvars",
          "inventory_hostname",
          "inventory_hostname_short",
          "play_hosts");

  private final Templates templates;
  private final List<Map<String, Tree>> layers;
  private final Magic magic;
  private final Map<String, Value> rendered = new HashMap<>();
  private final Set<String> open = new LinkedHashSet<>();

  /**
   * @param layers variables as written, the first wins
   * @param magic what tuner itself sets, before all of them
   */
  Scope(Templates templates, List<Map<String, Tree>> layers, Magic magic) {
    this.templates = templates;
    this.layers = layers;
    this.magic = magic;
  }

  /** This one with more variables over all but those of the command line. */
  Scope with(Map<String, Tree> more) {
    if (more.isEmpty()) {
      return this;
    }
    List<Map<String, Tree>> all = new ArrayList<>(layers);
    all.add(1, more);
    return new Scope(templates, all, magic);
  }

  Magic magic() {
    return magic;
  }

  Tree render(Tree tree) throws Unrendered, FactsWanted {
    return templates.render(tree, this);
  }

  Tree.Scalar text(Tree.Scalar scalar) throws Unrendered, FactsWanted {
    return templates.text(scalar, this);
  }

  boolean holds(Tree.Scalar condition) throws Unrendered, FactsWanted {
    return Condition.holds(condition, templates, this);
  }

  /** A variable as it was written; nothing where there is none. */
  Tree written(String name) {
    for (Map<String, Tree> layer : layers) {
      Tree tree = layer.get(name);
      if (tree != null) {
        return tree;
      }
    }
    return Tree.of(null, Span.NONE);
  }

  @Override
  public Optional<Value> resolve(String name) throws Unrendered, FactsWanted {
    if (magic.standsIn() && OF_INVENTORY.contains(name)) {
      throw new FactsWanted(name);
    }
    Optional<Value> own = magic.get(name);
    if (own.isPresent()) {
      return own;
    }
    Value known = rendered.get(name);
    if (known != null) {
      return Optional.of(known);
    }
    for (Map<String, Tree> layer : layers) {
      Tree tree = layer.get(name);
      if (tree != null) {
        return Optional.of(rendered(name, tree));
      }
    }
    if (magic.standsIn()) {
      throw new FactsWanted(name);
    }
    return Optional.empty();
  }

  @Override
  public Collection<String> names() {
    Set<String> names = new LinkedHashSet<>(VariableNames.MAGIC);
    layers.forEach(layer -> names.addAll(layer.keySet()));
    return names;
  }

  private Value rendered(String name, Tree tree) throws Unrendered, FactsWanted {
    if (!open.add(name)) {
      List<String> cycle = new ArrayList<>(open);
      cycle = new ArrayList<>(cycle.subList(cycle.indexOf(name), cycle.size()));
      cycle.add(name);
      throw new Unrendered(
          Diagnostic.error(
                  tree.span(), "`" + name + "` refers to itself: " + String.join(" -> ", cycle))
              .hint("give one of them a value of its own"));
    }
    try {
      Value value = new Value.Known(templates.render(tree, this));
      rendered.put(name, value);
      return value;
    } finally {
      open.remove(name);
    }
  }
}
