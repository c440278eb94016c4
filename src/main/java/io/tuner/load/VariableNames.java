package io.tuner.load;

import io.tuner.text.Diagnostic;
import io.tuner.text.Diagnostics;
import io.tuner.text.Tree;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** Which names variables can have. */
final class VariableNames {

  /** What tuner itself sets. */
  static final Set<String> MAGIC =
      Set.of(
          "facts",
          "group_names",
          "groups",
          "hostvars",
          "inventory_hostname",
          "inventory_hostname_short",
          "play_hosts",
          "playbook_dir");

  private VariableNames() {}

  /** Says where a name cannot be that of a variable. */
  static boolean check(Tree.Scalar key, Diagnostics diagnostics) {
    String name = key.text();
    if (MAGIC.contains(name)) {
      diagnostics.error(key.span(), "`" + name + "` is set by tuner and cannot be a variable");
      return false;
    }
    if (!isName(name)) {
      diagnostics.add(
          Diagnostic.error(key.span(), "`" + name + "` cannot be the name of a variable")
              .hint("letters, digits and `_`, no digit first, as in `data_disk`"));
      return false;
    }
    return true;
  }

  static boolean isName(String name) {
    for (int i = 0; i < name.length(); i++) {
      if (!Lookup.isNameCharacter(name.charAt(i), i > 0)) {
        return false;
      }
    }
    return !name.isEmpty();
  }

  /** The variables of a mapping; secrets marked, unusable names told. */
  static Map<String, Tree> of(Tree.Mapping mapping, Diagnostics diagnostics) {
    Map<String, Tree> variables = new LinkedHashMap<>();
    for (Tree.Entry entry : mapping.entries()) {
      if (check(entry.key(), diagnostics)) {
        variables.put(entry.key().text(), Masked.value(entry.key().text(), entry.value()));
      }
    }
    return variables;
  }
}
