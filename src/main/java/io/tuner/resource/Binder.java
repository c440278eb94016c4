package io.tuner.resource;

import io.tuner.text.Diagnostic;
import io.tuner.text.Diagnostics;
import io.tuner.text.Secret;
import io.tuner.text.Span;
import io.tuner.text.Suggestion;
import io.tuner.text.Tree;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Makes a resource, an action or a benchmark from what a playbook, a saved plan or a journal says
 * of it. Every fault becomes a diagnostic at its place; with faults there is no resource.
 */
public final class Binder {

  private final Described described;
  private final Diagnostics diagnostics;
  private boolean faulty;

  private Binder(Described described, Diagnostics diagnostics) {
    this.described = described;
    this.diagnostics = diagnostics;
  }

  /**
   * Binds and validates.
   *
   * @param described the type
   * @param task the value of its key: a mapping of parameters
   */
  public static Optional<Record> bind(Described described, Tree task, Diagnostics diagnostics) {
    return new Binder(described, diagnostics).bind(task);
  }

  private Optional<Record> bind(Tree task) {
    if (!(task instanceof Tree.Mapping mapping)) {
      fault(task.span(), described.name() + " takes a mapping, not " + task.describe(), takes());
      return Optional.empty();
    }
    for (Tree.Entry entry : mapping.entries()) {
      if (!described.takes(entry.key().text())) {
        unknown(entry.key());
      }
    }
    List<Object> values = new ArrayList<>();
    for (Described.Named parameter : described.parameters()) {
      values.add(value(parameter, mapping));
    }
    if (faulty) {
      return Optional.empty();
    }
    try {
      Record resource = Codec.construct(described.record(), values.toArray());
      return validated(resource, task);
    } catch (IllegalArgumentException e) {
      fault(task.span(), String.valueOf(e.getMessage()), takes());
      return Optional.empty();
    }
  }

  private Optional<Record> validated(Record resource, Tree task) {
    Diagnostics found = new Diagnostics();
    Problems problems = new Problems(task, found);
    if (resource instanceof Validated declared) {
      declared.validate(problems);
    }
    found.sorted().forEach(diagnostics::add);
    return found.hasErrors() ? Optional.empty() : Optional.of(resource);
  }

  private Object value(Described.Named parameter, Tree.Mapping mapping) {
    boolean optional = parameter.inner() != parameter.type();
    Optional<Tree> given = mapping.get(parameter.name()).filter(tree -> !isNull(tree));
    if (given.isPresent()) {
      boolean before = faulty;
      faulty = false;
      Object value = convert(parameter.name(), parameter.inner(), given.get());
      if (!faulty
          && parameter.annotation().required()
          && (List.of().equals(value) || Map.of().equals(value))) {
        fault(given.get().span(), "`" + parameter.name() + "` is empty", takes());
      }
      faulty |= before;
      return optional ? Optional.ofNullable(value) : value;
    }
    if (parameter.annotation().required()) {
      fault(mapping.span(), described.name() + " needs `" + parameter.name() + "`", takes());
      return null;
    }
    if (optional) {
      return Optional.empty();
    }
    String fallback = parameter.annotation().byDefault();
    if (raw(parameter.inner()) == List.class && fallback.isEmpty()) {
      return List.of();
    }
    if (raw(parameter.inner()) == Map.class) {
      return Map.of();
    }
    return convert(
        parameter.name(),
        parameter.inner(),
        new Tree.Scalar(mapping.span(), fallback, Tree.Scalar.Kind.PLAIN));
  }

  private Object convert(String name, Type type, Tree tree) {
    Class<?> raw = raw(type);
    if (raw == Tree.class) {
      return tree;
    }
    if (raw == List.class) {
      Type element = ((ParameterizedType) type).getActualTypeArguments()[0];
      List<Tree> items = tree instanceof Tree.Sequence sequence ? sequence.items() : List.of(tree);
      List<Object> out = new ArrayList<>();
      for (Tree item : items) {
        Object value = convert(name, element, item);
        if (value != null) {
          out.add(value);
        }
      }
      return out;
    }
    if (raw == Map.class) {
      return map(name, type, tree);
    }
    return tree instanceof Tree.Scalar scalar && !scalar.isNull()
        ? scalar(name, raw, scalar)
        : faulted(tree.span(), "`" + name + "` takes " + nounOf(raw) + ", not " + tree.describe());
  }

  private Object map(String name, Type type, Tree tree) {
    if (!(tree instanceof Tree.Mapping mapping)) {
      return faulted(tree.span(), "`" + name + "` takes a mapping, not " + tree.describe());
    }
    Type element = ((ParameterizedType) type).getActualTypeArguments()[1];
    Map<String, Object> out = new LinkedHashMap<>();
    for (Tree.Entry entry : mapping.entries()) {
      Object value = convert(name + "." + entry.key().text(), element, entry.value());
      if (value != null) {
        out.put(entry.key().text(), value);
      }
    }
    return out;
  }

  private Object scalar(String name, Class<?> raw, Tree.Scalar scalar) {
    if (raw == Secret.class) {
      return Secret.of(scalar.text());
    }
    try {
      return Codec.scalar(raw, scalar.text());
    } catch (IllegalArgumentException e) {
      return faulted(scalar.span(), "`" + name + "`: " + e.getMessage());
    }
  }

  private void unknown(Tree.Scalar key) {
    Diagnostic error =
        Diagnostic.error(
            key.span(), "unknown parameter `" + key.text() + "` of " + described.name());
    faulty = true;
    diagnostics.add(
        Suggestion.didYouMean(key.text(), described.parameterNames())
            .map(error::note)
            .orElse(error)
            .hint(takes()));
  }

  private Object faulted(Span span, String message) {
    fault(span, message, takes());
    return null;
  }

  private void fault(Span span, String message, String hint) {
    faulty = true;
    diagnostics.add(Diagnostic.error(span, message).hint(hint));
  }

  private String takes() {
    return described.takes();
  }

  private static boolean isNull(Tree tree) {
    return tree instanceof Tree.Scalar scalar && scalar.isNull();
  }

  private static Class<?> raw(Type type) {
    return type instanceof ParameterizedType parameterized
        ? (Class<?>) parameterized.getRawType()
        : (Class<?>) type;
  }

  private static String nounOf(Class<?> raw) {
    if (raw == boolean.class || raw == Boolean.class) {
      return "true or false";
    }
    return Number.class.isAssignableFrom(raw) || raw.isPrimitive() ? "a number" : "one value";
  }
}
