package io.tuner.load;

import io.tuner.text.Diagnostics;
import io.tuner.text.Span;
import io.tuner.text.Tree;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** The hosts there are, their groups and variables. */
public final class Inventory {

  /** The host that needs no inventory: this machine. */
  static final String LOCALHOST = "localhost";

  private final Map<String, Group> groups;
  private final List<String> hosts;
  private final Map<String, List<String>> members = new LinkedHashMap<>();
  private final Map<String, Set<String>> groupsOfHost = new LinkedHashMap<>();
  private final HostVariables variables;
  private final Map<String, Tree> extra;
  private final Templates templates;
  private final Map<String, Map<String, Tree>> merged = new LinkedHashMap<>();
  private final Value groupsValue;
  private final boolean incomplete;
  private Set<String> selected;
  private boolean standsIn;

  Inventory(
      Map<String, Group> groups,
      Map<String, Map<String, Tree>> hostVariables,
      VariableFiles files,
      Map<String, Tree> extra,
      Templates templates,
      boolean incomplete) {
    this.groups = groups;
    this.hosts = List.copyOf(hostVariables.keySet());
    this.extra = extra;
    this.templates = templates;
    this.incomplete = incomplete;
    hosts.forEach(host -> groupsOfHost.put(host, new TreeSet<>()));
    for (String name : groups.keySet()) {
      Set<String> found = new LinkedHashSet<>();
      collect(name, found);
      List<String> ordered =
          found.size() == hosts.size() ? hosts : hosts.stream().filter(found::contains).toList();
      members.put(name, ordered);
      ordered.forEach(host -> groupsOfHost.get(host).add(name));
    }
    this.variables = new HostVariables(groups, groupsOfHost, hostVariables, files);
    this.groupsValue = new Value.Known(Tree.of(members, Span.NONE));
    this.selected = groupsOfHost.keySet();
  }

  /**
   * The names of the hosts within the limit of the command line, in the order of {@link #hosts}.
   */
  public List<String> selected() {
    return hosts.stream().filter(selected::contains).toList();
  }

  void select(Set<String> within) {
    selected = within;
  }

  /** The names in the order they were written. */
  public List<String> hosts() {
    return hosts;
  }

  /**
   * The hosts that a pattern matches, in inventory order.
   *
   * @param span where it is written
   * @param diagnostics is told where it matches nothing
   */
  public List<String> matching(String pattern, Span span, Diagnostics diagnostics) {
    try {
      return HostPattern.hosts(pattern, this, span);
    } catch (Unrendered e) {
      diagnostics.add(e.diagnostic());
      return List.of();
    }
  }

  /** Every group with all its hosts, those of its children included; {@code all} first. */
  public Map<String, List<String>> groups() {
    return members;
  }

  /** The groups of a host in alphabetical order, without {@code all}. */
  public List<String> groupNames(String host) {
    return groupsOfHost.getOrDefault(host, Set.of()).stream()
        .filter(name -> !name.equals(InventoryBuilder.ALL))
        .toList();
  }

  /** The variables of a host, merged by precedence, as written: templates are not rendered. */
  public Map<String, Tree> variables(String host) {
    return merged.computeIfAbsent(host, variables::of);
  }

  /**
   * How a host is reached: its variables named ansible_* and tuner_*, and sandbox_tree, rendered.
   *
   * @param diagnostics gets what cannot be rendered
   */
  public Map<String, Tree> connection(String host, Diagnostics diagnostics) {
    return Connections.of(scope(host, Optional.empty()), variables(host), diagnostics);
  }

  /**
   * A variable of a host, rendered; empty where there is none.
   *
   * @throws IllegalArgumentException where it cannot be rendered; facts are not known here
   */
  public synchronized Optional<Tree> variable(String host, String name) {
    Scope scope = scope(host, Optional.empty());
    try {
      return scope.resolve(name).isPresent()
          ? Optional.of(scope.render(scope.written(name)))
          : Optional.empty();
    } catch (Unrendered e) {
      throw new IllegalArgumentException("`" + name + "`: " + e.diagnostic().message());
    } catch (FactsWanted e) {
      throw new IllegalArgumentException(
          "`" + name + "` reads " + e.getMessage() + ", which is not known here");
    }
  }

  /** What {@code --list} prints, secrets as three asterisks. */
  public Map<String, Object> toJson() {
    return InventoryListing.json(this, groups);
  }

  /** What {@code --graph} prints. */
  public String graph() {
    return InventoryListing.graph(groups, selected);
  }

  /** True where it was read with errors: what is not in it may be meant to be. */
  public boolean isIncomplete() {
    return incomplete;
  }

  /** No inventory was given: one host stands for all, and variables it may have are not known. */
  void standIn() {
    standsIn = true;
  }

  public boolean standsIn() {
    return standsIn;
  }

  boolean isHost(String name) {
    return groupsOfHost.containsKey(name);
  }

  Templates templates() {
    return templates;
  }

  Map<String, Tree> extra() {
    return extra;
  }

  Value groupsValue() {
    return groupsValue;
  }

  /** What templates of the inventory see: variables of the host and of the command line. */
  Scope scope(String host, Optional<Value> facts) {
    return new Scope(
        templates,
        List.of(extra, variables(host)),
        new Magic(this, host, facts.orElseGet(() -> Facts.wanted("facts")), null, List.of()));
  }

  /** The hosts and groups below a group. */
  private void collect(String group, Set<String> found) {
    Group known = groups.get(group);
    found.addAll(known.hosts());
    known.children().keySet().forEach(child -> collect(child, found));
  }

  /** All names that a pattern can be made of. */
  Collection<String> patternNames() {
    List<String> names = new ArrayList<>(members.keySet());
    names.addAll(hosts);
    return names;
  }
}
