package io.tuner.load;

import io.tuner.text.Span;
import io.tuner.text.Tree;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** The facts of a host, and what becomes of a template that reads them before they are known. */
final class Facts {

  private Facts() {}

  /** Facts that were read. */
  static Value known(Object facts) {
    return new Value.Known(Tree.of(facts, Span.NONE));
  }

  /** Facts that a later turn will bring; one of another name is brought by none. */
  static Value wanted(String path) {
    return new Value.Keyed() {
      @Override
      public Optional<Value> get(String key) throws FactsWanted {
        if (!FactNames.ALL.contains(key)) {
          return Optional.empty();
        }
        throw new FactsWanted(path + "." + key);
      }

      @Override
      public Collection<String> names() {
        return FactNames.ALL;
      }

      @Override
      public Collection<String> keys() throws FactsWanted {
        throw new FactsWanted(path);
      }

      @Override
      public Tree whole() throws FactsWanted {
        throw new FactsWanted(path);
      }
    };
  }

  /** Facts that are never read; {@code why} says so. */
  static Value refused(String why) {
    return new Value.Keyed() {
      @Override
      public Optional<Value> get(String key) throws Unrendered {
        throw new Unrendered(Span.NONE, why);
      }

      @Override
      public Collection<String> keys() {
        return List.of();
      }

      @Override
      public Tree whole() throws Unrendered {
        throw new Unrendered(Span.NONE, why);
      }
    };
  }
}
