package io.tuner.load;

import io.tuner.text.Secret;
import io.tuner.text.Tree;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The inventory as `--list` and `--graph` print it. */
final class InventoryListing {

  private InventoryListing() {}

  /** The form of executable inventories: what is listed can be read again. */
  static Map<String, Object> json(Inventory inventory, Map<String, Group> groups) {
    Map<String, Object> variables = new LinkedHashMap<>();
    for (String host : inventory.selected()) {
      Map<String, Object> own = new LinkedHashMap<>();
      inventory.variables(host).forEach((name, value) -> own.put(name, shown(Tree.plain(value))));
      variables.put(host, own);
    }
    Map<String, Object> out = new LinkedHashMap<>();
    out.put("_meta", Map.of("hostvars", variables));
    for (Group group : groups.values()) {
      Map<String, Object> parts = new LinkedHashMap<>();
      if (!group.children().isEmpty()) {
        parts.put("children", List.copyOf(group.children().keySet()));
      }
      List<String> hosts =
          group.hosts().stream().filter(inventory.selected()::contains).toList();
      if (!hosts.isEmpty()) {
        parts.put("hosts", hosts);
      }
      if (!parts.isEmpty()) {
        out.put(group.name(), parts);
      }
    }
    return out;
  }

  static String graph(Map<String, Group> groups, Set<String> selected) {
    StringBuilder out = new StringBuilder("@all:\n");
    below(groups.get(InventoryBuilder.ALL), groups, selected, 1, out);
    return out.toString();
  }

  private static void below(
      Group group,
      Map<String, Group> groups,
      Set<String> selected,
      int depth,
      StringBuilder out) {
    for (String child : group.children().keySet()) {
      out.append("  |".repeat(depth)).append("--@").append(child).append(":\n");
      below(groups.get(child), groups, selected, depth + 1, out);
    }
    for (String host : group.hosts().stream().filter(selected::contains).toList()) {
      out.append("  |".repeat(depth)).append("--").append(host).append('\n');
    }
  }

  private static Object shown(Object value) {
    if (value instanceof Secret secret) {
      return secret.toString();
    }
    if (value instanceof Map<?, ?> map) {
      Map<String, Object> out = new LinkedHashMap<>();
      map.forEach((k, v) -> out.put(String.valueOf(k), shown(v)));
      return out;
    }
    if (value instanceof List<?> list) {
      List<Object> out = new ArrayList<>();
      list.forEach(item -> out.add(shown(item)));
      return out;
    }
    return value;
  }
}
