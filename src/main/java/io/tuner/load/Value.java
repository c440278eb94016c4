package io.tuner.load;

import io.tuner.text.Tree;
import java.util.Collection;
import java.util.Optional;

/** What a name in a template stands for. */
sealed interface Value {

  /** A rendered value. */
  record Known(Tree tree) implements Value {}

  /** Keys whose values are found when they are asked for: the facts, the variables of hosts. */
  non-sealed interface Keyed extends Value {
    Optional<Value> get(String key) throws Unrendered, FactsWanted;

    Collection<String> keys() throws Unrendered, FactsWanted;

    /** What can be a key here, for suggestions. */
    default Collection<String> names() throws Unrendered, FactsWanted {
      return keys();
    }

    /** All of it. */
    Tree whole() throws Unrendered, FactsWanted;
  }
}
