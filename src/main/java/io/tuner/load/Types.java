package io.tuner.load;

import io.tuner.resource.Described;
import java.util.Collection;
import java.util.Optional;
import java.util.function.Function;

/**
 * The types and actions a playbook can use.
 *
 * @param lookup a type or action by its key
 * @param all every one, asked only for suggestions
 */
record Types(
    Function<String, Optional<Described>> lookup,
    java.util.function.Supplier<Collection<Described>> all) {

  Optional<Described> find(String name) {
    return lookup.apply(name);
  }

  /** The names, of actions or of resources. */
  Collection<String> names(boolean actions) {
    return all.get().stream().filter(d -> d.isAction() == actions).map(Described::name).toList();
  }
}
