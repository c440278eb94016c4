package io.tuner.load;

import io.tuner.resource.Described;
import io.tuner.text.Secret;
import io.tuner.text.Tree;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Rendered parameters in plain values, for journals and saved plans. */
final class Parameters {

  private Parameters() {}

  /** Without secrets: values that are, and parameters that take one. */
  static Map<String, Object> plain(Described described, Tree.Mapping parameters) {
    Map<String, Object> plain = new LinkedHashMap<>();
    for (Tree.Entry entry : parameters.entries()) {
      String name = entry.key().text();
      boolean secret =
          described.parameters().stream()
              .anyMatch(p -> p.name().equals(name) && p.inner() == Secret.class);
      if (!secret && !isSecret(entry.value())) {
        plain.put(name, plain(entry.value()));
      }
    }
    return plain;
  }

  private static Object plain(Tree tree) {
    if (tree instanceof Tree.Sequence sequence) {
      List<Object> items = new ArrayList<>();
      for (Tree item : sequence.items()) {
        if (!isSecret(item)) {
          items.add(plain(item));
        }
      }
      return items;
    }
    if (tree instanceof Tree.Mapping mapping) {
      Map<String, Object> map = new LinkedHashMap<>();
      for (Tree.Entry entry : mapping.entries()) {
        if (!isSecret(entry.value())) {
          map.put(entry.key().text(), plain(entry.value()));
        }
      }
      return map;
    }
    return Tree.plain(tree);
  }

  private static boolean isSecret(Tree tree) {
    return tree instanceof Tree.Scalar scalar && scalar.kind() == Tree.Scalar.Kind.SECRET;
  }
}
