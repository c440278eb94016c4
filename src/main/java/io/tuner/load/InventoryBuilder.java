package io.tuner.load;

import io.tuner.text.Diagnostic;
import io.tuner.text.Diagnostics;
import io.tuner.text.Span;
import io.tuner.text.Tree;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Collects hosts and groups from any number of inventories; later ones win. */
final class InventoryBuilder {

  static final String ALL = "all";
  static final String UNGROUPED = "ungrouped";

  private final Diagnostics diagnostics;
  private final Map<String, Group> groups = new LinkedHashMap<>();
  private final Map<String, Map<String, Tree>> hosts = new LinkedHashMap<>();

  InventoryBuilder(Diagnostics diagnostics) {
    this.diagnostics = diagnostics;
    groups.put(ALL, new Group(ALL, Span.NONE));
    groups.put(UNGROUPED, new Group(UNGROUPED, Span.NONE));
  }

  Diagnostics diagnostics() {
    return diagnostics;
  }

  /** The group of that name, made where it was not known yet. */
  Group group(String name, Span span) {
    Group known = groups.get(name);
    if (known != null) {
      return known;
    }
    if (!isGroupName(name)) {
      diagnostics.add(
          Diagnostic.error(span, "`" + name + "` cannot be the name of a group")
              .hint("letters, digits, `_`, `-` and `.`, as in `db_servers`"));
    }
    Group made = new Group(name, span);
    groups.put(name, made);
    return made;
  }

  boolean hasGroup(String name) {
    return groups.containsKey(name);
  }

  Set<String> groupNames() {
    return groups.keySet();
  }

  /** A host, added to a group. */
  void host(String name, Group group, Span span) {
    if (!isHostName(name)) {
      diagnostics.add(
          Diagnostic.error(span, "`" + name + "` cannot be the name of a host")
              .hint("letters, digits, `.`, `_`, `-` and `:`, as in `db1.example.com`"));
      return;
    }
    hosts.computeIfAbsent(name, n -> new LinkedHashMap<>());
    group.hosts().add(name);
  }

  /** A variable of a host; nothing where there is no such host. */
  void hostVariable(String host, Tree.Scalar key, Tree value) {
    if (hosts.containsKey(host)) {
      VariableNames.check(key, diagnostics);
      hosts.get(host).put(key.text(), Masked.value(key.text(), value));
    }
  }

  void groupVariable(Group group, Tree.Scalar key, Tree value) {
    VariableNames.check(key, diagnostics);
    group.variables().put(key.text(), Masked.value(key.text(), value));
  }

  /** Puts hosts without a group into `ungrouped`, and every group under `all`. */
  Map<String, Group> finish() {
    Group all = groups.get(ALL);
    Group ungrouped = groups.get(UNGROUPED);
    Set<String> grouped = new LinkedHashSet<>();
    groups.values().stream()
        .filter(g -> g != all && g != ungrouped)
        .forEach(g -> grouped.addAll(g.hosts()));
    for (String host : hosts.keySet()) {
      if (!grouped.contains(host)) {
        ungrouped.hosts().add(host);
      }
    }
    ungrouped.hosts().removeIf(grouped::contains);
    all.hosts().clear();
    refuseCycles();
    Set<String> held = new LinkedHashSet<>();
    groups.values().stream().filter(g -> g != all).forEach(g -> held.addAll(g.children().keySet()));
    groups.values().stream()
        .filter(g -> g != all && !held.contains(g.name()))
        .forEach(g -> all.children().putIfAbsent(g.name(), g.span()));
    return groups;
  }

  Map<String, Map<String, Tree>> hosts() {
    return hosts;
  }

  private void refuseCycles() {
    Set<String> done = new LinkedHashSet<>();
    for (String name : List.copyOf(groups.keySet())) {
      visit(name, new ArrayList<>(), done);
    }
  }

  private void visit(String name, List<String> path, Set<String> done) {
    if (done.contains(name)) {
      return;
    }
    path.add(name);
    Map<String, Span> children = groups.get(name).children();
    for (Map.Entry<String, Span> child : List.copyOf(children.entrySet())) {
      if (path.contains(child.getKey())) {
        List<String> cycle =
            new ArrayList<>(path.subList(path.indexOf(child.getKey()), path.size()));
        cycle.add(child.getKey());
        diagnostics.error(
            child.getValue(), "groups hold each other: " + String.join(" -> ", cycle));
        children.remove(child.getKey());
      } else {
        visit(child.getKey(), path, done);
      }
    }
    path.remove(path.size() - 1);
    done.add(name);
  }

  /** Host names become arguments of commands, and names of files. */
  private static boolean isHostName(String name) {
    return !name.isEmpty()
        && name.length() <= 255
        && name.charAt(0) != '-'
        && name.charAt(0) != '.'
        && name.chars().allMatch(c -> Character.isLetterOrDigit(c) || "._-:%@".indexOf(c) >= 0);
  }

  private static boolean isGroupName(String name) {
    return !name.isEmpty()
        && name.length() <= 255
        && name.chars().allMatch(c -> Character.isLetterOrDigit(c) || "_-.".indexOf(c) >= 0);
  }
}
