package io.tuner.load;

import io.tuner.text.Diagnostic;
import io.tuner.text.Tree;
import java.util.List;

/** Reads Ansible's YAML inventories: groups with hosts, children and vars. */
final class YamlInventory {

  private static final List<String> KEYS = List.of("hosts", "children", "vars");

  private final InventoryBuilder builder;

  private YamlInventory(InventoryBuilder builder) {
    this.builder = builder;
  }

  static void read(Tree tree, InventoryBuilder builder) {
    if (tree instanceof Tree.Mapping mapping) {
      YamlInventory reader = new YamlInventory(builder);
      mapping.entries().forEach(entry -> reader.group(entry, 0));
    } else if (!(tree instanceof Tree.Scalar scalar && scalar.isNull())) {
      builder
          .diagnostics()
          .add(
              Diagnostic.error(
                      tree.span(), "an inventory is a mapping of groups, not " + tree.describe())
                  .hint("it begins with `all:`, with `hosts:` below it"));
    }
  }

  private Group group(Tree.Entry entry, int depth) {
    Group group = builder.group(entry.key().text(), entry.key().span());
    if (entry.value() instanceof Tree.Mapping mapping) {
      mapping.entries().forEach(inner -> part(group, inner, depth));
    } else if (!isNull(entry.value())) {
      builder
          .diagnostics()
          .error(
              entry.value().span(),
              "the group `" + group.name() + "` takes a mapping, not " + entry.value().describe());
    }
    return group;
  }

  private void part(Group group, Tree.Entry entry, int depth) {
    String key = entry.key().text();
    if (!KEYS.contains(key)) {
      builder
          .diagnostics()
          .add(
              Suggestions.error(
                      entry.key().span(),
                      "unknown key `" + key + "` of the group `" + group.name() + "`",
                      key,
                      KEYS)
                  .hint(
                      "a group has hosts, children and vars; its subgroups stand under children"));
      return;
    }
    if (isNull(entry.value())) {
      return;
    }
    if (!(entry.value() instanceof Tree.Mapping mapping)) {
      builder
          .diagnostics()
          .error(
              entry.value().span(),
              "`" + key + "` takes a mapping, not " + entry.value().describe());
      return;
    }
    switch (key) {
      case "hosts" -> mapping.entries().forEach(host -> host(group, host));
      case "children" ->
          mapping
              .entries()
              .forEach(
                  child -> {
                    group(child, depth + 1);
                    group.children().put(child.key().text(), child.key().span());
                  });
      default -> mapping.entries().forEach(e -> builder.groupVariable(group, e.key(), e.value()));
    }
  }

  private void host(Group group, Tree.Entry entry) {
    try {
      for (String name : HostRange.expand(entry.key().text(), entry.key().span())) {
        builder.host(name, group, entry.key().span());
        if (entry.value() instanceof Tree.Mapping variables) {
          variables.entries().forEach(v -> builder.hostVariable(name, v.key(), v.value()));
        } else if (!isNull(entry.value())) {
          builder
              .diagnostics()
              .error(
                  entry.value().span(),
                  "the variables of a host are a mapping, not " + entry.value().describe());
        }
      }
    } catch (Unrendered e) {
      builder.diagnostics().add(e.diagnostic());
    }
  }

  private static boolean isNull(Tree tree) {
    return tree instanceof Tree.Scalar scalar && scalar.isNull();
  }
}
