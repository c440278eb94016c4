package io.tuner.load;

import io.tuner.text.Span;
import io.tuner.text.Tree;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** The variables that tuner itself sets for a host. */
final class Magic {

  private final Inventory inventory;
  private final String host;
  private final Value facts;
  private final Map<String, Optional<Value>> known = new HashMap<>();

  /**
   * @param hostvars the variables of all hosts; null: from the inventory alone
   * @param playHosts the hosts of the play
   */
  Magic(Inventory inventory, String host, Value facts, Value hostvars, List<String> playHosts) {
    this.inventory = inventory;
    this.host = host;
    this.facts = facts;
    known.put(
        "hostvars", Optional.of(hostvars == null ? new Others(inventory, name -> null) : hostvars));
    known.put("play_hosts", Optional.of(tree(playHosts)));
  }

  /** True where variables may be missing only because no inventory was given. */
  boolean standsIn() {
    return inventory.standsIn();
  }

  void playbookDirectory(String directory) {
    known.put("playbook_dir", Optional.of(tree(directory)));
  }

  Optional<Value> get(String name) {
    return VariableNames.MAGIC.contains(name)
        ? known.computeIfAbsent(name, this::compute)
        : Optional.empty();
  }

  private Optional<Value> compute(String name) {
    return switch (name) {
      case "facts" -> Optional.of(facts);
      case "inventory_hostname" -> Optional.of(tree(host));
      case "inventory_hostname_short" -> Optional.of(tree(host.split("\\.", 2)[0]));
      case "group_names" -> Optional.of(tree(inventory.groupNames(host)));
      case "groups" -> Optional.of(inventory.groupsValue());
      default -> Optional.empty();
    };
  }

  private static Value tree(Object plain) {
    return new Value.Known(Tree.of(plain, Span.NONE));
  }

  /** The variables of every host, and its facts where they are known. */
  record Others(Inventory inventory, Function<String, Value> facts) implements Value.Keyed {
    @Override
    public Optional<Value> get(String key) {
      boolean known = inventory.isHost(key) || key.equals(Inventory.LOCALHOST);
      return known
          ? Optional.of(new Other(inventory.scope(key, Optional.ofNullable(facts.apply(key)))))
          : Optional.empty();
    }

    @Override
    public Collection<String> keys() {
      return inventory.hosts();
    }

    @Override
    public Tree whole() throws Unrendered {
      throw new Unrendered(
          Span.NONE, "`hostvars` as a whole is no value; write `hostvars[\"db1\"].name`");
    }
  }

  /** The variables of one other host. */
  record Other(Scope scope) implements Value.Keyed {
    @Override
    public Optional<Value> get(String key) throws Unrendered, FactsWanted {
      return scope.resolve(key);
    }

    @Override
    public Collection<String> keys() {
      return scope.names();
    }

    @Override
    public Tree whole() throws Unrendered {
      throw new Unrendered(
          Span.NONE, "the variables of a host as a whole are no value; name one of them");
    }
  }
}
