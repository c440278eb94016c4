package io.tuner.load;

import java.util.Collection;
import java.util.Optional;

/** The names a template can use. */
interface Names {

  /** What a name stands for; empty where it is not defined. */
  Optional<Value> resolve(String name) throws Unrendered, FactsWanted;

  /** All names there are, for suggestions. */
  Collection<String> names();
}
