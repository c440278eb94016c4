package io.tuner.load;

import io.tuner.text.Diagnostic;
import io.tuner.text.Diagnostics;
import io.tuner.text.Span;
import io.tuner.text.Tree;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** The keys of a mapping, each taken in the form it must have; other forms are told. */
record Fields(Tree.Mapping mapping, Diagnostics diagnostics) {

  /** The value of a key; empty where it is not there or has no value. */
  Optional<Tree> get(String key) {
    return mapping.get(key).filter(tree -> !(tree instanceof Tree.Scalar s && s.isNull()));
  }

  Optional<Tree.Scalar> scalar(String key) {
    Optional<Tree> tree = get(key);
    if (tree.isPresent() && !(tree.get() instanceof Tree.Scalar)) {
      wrong(key, "one value", tree.get());
      return Optional.empty();
    }
    return tree.map(Tree.Scalar.class::cast);
  }

  boolean truth(String key, boolean otherwise) {
    Optional<Tree.Scalar> scalar = scalar(key);
    if (scalar.isEmpty()) {
      return otherwise;
    }
    Optional<Boolean> truth = Typed.truth(scalar.get());
    if (truth.isEmpty()) {
      diagnostics.error(
          scalar.get().span(), "`" + key + "` takes true or false, not " + scalar.get().describe());
    }
    return truth.orElse(otherwise);
  }

  /** A value read by a parser that throws IllegalArgumentException with a message for people. */
  <T> Optional<T> parsed(String key, Function<String, T> parser) {
    return scalar(key).flatMap(scalar -> parsed(key, scalar, parser));
  }

  <T> Optional<T> parsed(String key, Tree.Scalar scalar, Function<String, T> parser) {
    try {
      return Optional.of(parser.apply(scalar.text()));
    } catch (IllegalArgumentException e) {
      diagnostics.error(scalar.span(), "`" + key + "`: " + e.getMessage());
      return Optional.empty();
    }
  }

  /** One of a few words. */
  <E extends Enum<E>> E choice(String key, Class<E> type, E otherwise) {
    Optional<Tree.Scalar> scalar = scalar(key);
    if (scalar.isEmpty()) {
      return otherwise;
    }
    Map<String, E> words = new LinkedHashMap<>();
    for (E constant : type.getEnumConstants()) {
      words.put(io.tuner.resource.Codec.spelling(constant), constant);
    }
    E chosen = words.get(scalar.get().text());
    if (chosen == null) {
      diagnostics.add(
          Suggestions.error(
                  scalar.get().span(),
                  "`" + key + "` cannot be " + scalar.get().describe(),
                  scalar.get().text(),
                  words.keySet())
              .hint("it is one of " + String.join(", ", words.keySet())));
      return otherwise;
    }
    return chosen;
  }

  /** A list of values; a single one is a list of one. */
  List<Tree.Scalar> scalars(String key) {
    List<Tree.Scalar> scalars = new ArrayList<>();
    for (Tree item : list(key)) {
      if (item instanceof Tree.Scalar scalar && !scalar.isNull()) {
        scalars.add(scalar);
      } else {
        wrong(key, "a word or a list of words", item);
      }
    }
    return scalars;
  }

  /** A list; a single value is a list of one. */
  List<Tree> list(String key) {
    Optional<Tree> tree = get(key);
    if (tree.isEmpty()) {
      return List.of();
    }
    return tree.get() instanceof Tree.Sequence sequence ? sequence.items() : List.of(tree.get());
  }

  /** Words of a list, or between commas. */
  Set<String> words(String key) {
    Set<String> words = new LinkedHashSet<>();
    for (Tree.Scalar scalar : scalars(key)) {
      Arrays.stream(scalar.text().split(","))
          .map(String::strip)
          .filter(word -> !word.isEmpty())
          .forEach(words::add);
    }
    return words;
  }

  /** A mapping of variables. */
  Map<String, Tree> variables(String key) {
    Optional<Tree> tree = get(key);
    if (tree.isPresent() && tree.get() instanceof Tree.Mapping inner) {
      return VariableNames.of(inner, diagnostics);
    }
    tree.ifPresent(other -> wrong(key, "a mapping of variables", other));
    return Map.of();
  }

  /** Says which keys are not known. */
  void refuseUnknown(Collection<String> known, String of) {
    for (Tree.Entry entry : mapping.entries()) {
      if (!known.contains(entry.key().text())) {
        unknown(entry.key(), known, of);
      }
    }
  }

  void unknown(Tree.Scalar key, Collection<String> known, String of) {
    String name = key.text();
    Diagnostic error =
        Suggestions.error(key.span(), "unknown key `" + name + "` of " + of, name, known);
    diagnostics.add(Foreign.instead(name).map(error::hint).orElse(error));
  }

  void wrong(String key, String takes, Tree found) {
    Span span = found.span();
    diagnostics.error(span, "`" + key + "` takes " + takes + ", not " + found.describe());
  }
}
