package io.tuner.load;

import io.tuner.text.Diagnostic;
import io.tuner.text.Span;
import io.tuner.text.Tree;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** Names with dots, {@code facts.default_ipv4.interface}: looked up without FreeMarker. */
final class Lookup {

  /** Words of FreeMarker's expressions that cannot be names. */
  private static final Set<String> RESERVED =
      Set.of("true", "false", "gt", "gte", "lt", "lte", "as", "in", "using");

  private Lookup() {}

  /** The names of a path, where the text is nothing but one. */
  static Optional<List<String>> path(String text) {
    List<String> names = new ArrayList<>();
    int from = 0;
    while (true) {
      int to = from;
      while (to < text.length() && isNameCharacter(text.charAt(to), to > from)) {
        to++;
      }
      String name = text.substring(from, to);
      if (name.isEmpty() || RESERVED.contains(name)) {
        return Optional.empty();
      }
      names.add(name);
      if (to == text.length()) {
        return Optional.of(names);
      }
      if (text.charAt(to) != '.') {
        return Optional.empty();
      }
      from = to + 1;
    }
  }

  static boolean isNameCharacter(char c, boolean digits) {
    return c == '_'
        || (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (digits && c >= '0' && c <= '9');
  }

  /** The value of a path, which must be there; {@code place} is asked only for an error. */
  static Value value(List<String> path, Names names, Supplier<Span> place) throws Unrendered, FactsWanted {
    Optional<Value> root = names.resolve(path.get(0));
    if (root.isEmpty()) {
      throw new Unrendered(undefined(path.get(0), names, place.get()));
    }
    Value value = present(root.get(), path.get(0), place);
    for (int i = 1; i < path.size(); i++) {
      String soFar = String.join(".", path.subList(0, i));
      Optional<Value> inner = member(value, path.get(i), soFar, place);
      if (inner.isEmpty()) {
        throw new Unrendered(withoutMember(soFar, path.get(i), keys(value), place.get()));
      }
      value = present(inner.get(), soFar + "." + path.get(i), place);
    }
    return value;
  }

  /** True where the path leads to a value. */
  static boolean isDefined(List<String> path, Names names, Supplier<Span> place)
      throws Unrendered, FactsWanted {
    Optional<Value> value = names.resolve(path.get(0));
    for (int i = 1; i < path.size() && value.isPresent() && !isNull(value.get()); i++) {
      value = member(value.get(), path.get(i), String.join(".", path.subList(0, i)), place);
    }
    return value.isPresent() && !isNull(value.get());
  }

  /** The tree of a value. */
  static Tree tree(Value value, Supplier<Span> place) throws Unrendered, FactsWanted {
    try {
      return value instanceof Value.Known known ? known.tree() : ((Value.Keyed) value).whole();
    } catch (Unrendered e) {
      throw e.at(place.get());
    }
  }

  private static Value present(Value value, String path, Supplier<Span> place) throws Unrendered {
    if (isNull(value)) {
      throw new Unrendered(
          Diagnostic.error(place.get(), "`" + path + "` has no value")
              .hint("give it one, or write a default: `" + path + "!\"text\"`"));
    }
    return value;
  }

  private static boolean isNull(Value value) {
    return value instanceof Value.Known known
        && known.tree() instanceof Tree.Scalar scalar
        && scalar.isNull();
  }

  private static Optional<Value> member(Value value, String key, String path, Supplier<Span> place)
      throws Unrendered, FactsWanted {
    if (value instanceof Value.Keyed keyed) {
      try {
        return keyed.get(key);
      } catch (Unrendered e) {
        throw e.at(place.get());
      }
    }
    Tree tree = ((Value.Known) value).tree();
    if (tree instanceof Tree.Mapping mapping) {
      return mapping.get(key).map(Value.Known::new);
    }
    throw new Unrendered(
        place.get(), "`" + path + "` is " + tree.describe() + ", which has no `" + key + "`");
  }

  private static Collection<String> keys(Value value) throws Unrendered, FactsWanted {
    if (value instanceof Value.Keyed keyed) {
      return keyed.names();
    }
    return ((Value.Known) value).tree() instanceof Tree.Mapping mapping
        ? mapping.entries().stream().map(e -> e.key().text()).toList()
        : List.of();
  }

  private static Diagnostic withoutMember(
      String path, String key, Collection<String> keys, Span span) {
    if (path.equals("facts") && FactNames.ALL.contains(key)) {
      return Diagnostic.error(span, "the host does not tell `facts." + key + "`")
          .hint("a default is written `facts." + key + "!0`");
    }
    if (path.equals("facts")) {
      return Suggestions.error(span, "unknown fact `" + key + "`", key, keys)
          .hint(
              "`tuner facts` lists the facts of a host; a default is written `facts."
                  + key
                  + "!0`");
    }
    if (path.equals("hostvars")) {
      return Suggestions.error(span, "unknown host `" + key + "`", key, keys);
    }
    return Suggestions.error(span, "`" + path + "` has no `" + key + "`", key, keys);
  }

  private static Diagnostic undefined(String name, Names names, Span span) {
    Diagnostic error =
        Suggestions.error(span, "`" + name + "` is not defined", name, names.names());
    if (name.startsWith("ansible_")) {
      String fact = name.equals("ansible_facts") ? "architecture" : name.substring(8);
      return Diagnostic.error(span, error.message())
          .hint("facts carry no prefix here: `facts." + fact + "`");
    }
    if (name.equals("item")) {
      return error.hint("`item` is there in a task with `loop`");
    }
    if (name.equals(name.toUpperCase(Locale.ROOT))) {
      return error.hint(
          "for a variable of a shell write `$" + name + "`, or `${r\"${" + name + "}\"}`");
    }
    return error.note().isPresent()
        ? error
        : error.hint("define it under `vars`, in the inventory or with `-e " + name + "=…`");
  }
}
