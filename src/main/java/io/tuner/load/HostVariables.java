package io.tuner.load;

import io.tuner.text.Span;
import io.tuner.text.Tree;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Merges a host's variables by Ansible's precedence: groups of the inventory, group_vars/all beside
 * inventory and playbook, other group_vars, the host's own in the inventory, host_vars. Among
 * groups, parents come before children, then lower ansible_group_priority, then the alphabet.
 */
final class HostVariables {

  private static final String PRIORITY = "ansible_group_priority";

  private final Map<String, Group> groups;
  private final Map<String, Set<String>> groupsOfHost;
  private final Map<String, Map<String, Tree>> own;
  private final VariableFiles files;
  private final Map<String, Integer> depths = new HashMap<>();

  HostVariables(
      Map<String, Group> groups,
      Map<String, Set<String>> groupsOfHost,
      Map<String, Map<String, Tree>> own,
      VariableFiles files) {
    this.groups = groups;
    this.groupsOfHost = groupsOfHost;
    this.own = own;
    this.files = files;
    deepen(InventoryBuilder.ALL, 0);
  }

  Map<String, Tree> of(String host) {
    if (!own.containsKey(host)) {
      Map<String, Tree> implicit = new LinkedHashMap<>();
      implicit.put(
          "ansible_connection", new Tree.Scalar(Span.NONE, "local", Tree.Scalar.Kind.PLAIN));
      implicit.put("ansible_host", Tree.text(Span.NONE, host));
      return implicit;
    }
    Map<String, Tree> merged = new LinkedHashMap<>();
    merged.put("ansible_host", Tree.text(Span.NONE, host));
    List<Group> ordered = ordered(groupsOfHost.get(host));
    ordered.forEach(group -> merged.putAll(group.variables()));
    for (boolean all : List.of(true, false)) {
      files.ofGroups().forEach(read -> merge(ordered, all, read, merged));
    }
    merged.putAll(own.get(host));
    files.ofHosts().forEach(read -> merged.putAll(read.getOrDefault(host, Map.of())));
    merged.remove(PRIORITY);
    return merged;
  }

  private static void merge(
      List<Group> ordered,
      boolean all,
      Map<String, Map<String, Tree>> read,
      Map<String, Tree> merged) {
    for (Group group : ordered) {
      if (group.name().equals(InventoryBuilder.ALL) == all) {
        merged.putAll(read.getOrDefault(group.name(), Map.of()));
      }
    }
  }

  private List<Group> ordered(Collection<String> names) {
    List<Group> ordered = new ArrayList<>();
    names.forEach(name -> ordered.add(groups.get(name)));
    ordered.sort(this::compare);
    return ordered;
  }

  private int compare(Group one, Group other) {
    int byDepth = depths.getOrDefault(one.name(), 0) - depths.getOrDefault(other.name(), 0);
    int byPriority = byDepth == 0 ? Integer.compare(priority(one), priority(other)) : byDepth;
    return byPriority == 0 ? one.name().compareTo(other.name()) : byPriority;
  }

  private int priority(Group group) {
    Tree given = group.variables().get(PRIORITY);
    for (Map<String, Map<String, Tree>> read : files.ofGroups()) {
      given = read.getOrDefault(group.name(), Map.of()).getOrDefault(PRIORITY, given);
    }
    boolean number = given instanceof Tree.Scalar scalar && Typed.number(scalar.text()).isPresent();
    return number ? Typed.number(((Tree.Scalar) given).text()).get().intValue() : 1;
  }

  private void deepen(String group, int depth) {
    if (depths.getOrDefault(group, -1) < depth) {
      depths.put(group, depth);
      groups.get(group).children().keySet().forEach(child -> deepen(child, depth + 1));
    }
  }
}
