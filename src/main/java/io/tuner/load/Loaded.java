package io.tuner.load;

import io.tuner.text.Diagnostics;
import io.tuner.text.Tree;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A playbook with its inventory, without errors as far as they can be seen without facts. */
public final class Loaded {

  private final Inventory inventory;
  private final List<Play> plays;
  private final String digest;

  Loaded(Inventory inventory, List<Play> plays, String digest) {
    this.inventory = inventory;
    this.plays = List.copyOf(plays);
    this.digest = digest;
  }

  public Inventory inventory() {
    return inventory;
  }

  /** The plays in order, those of imported playbooks in their place. */
  public List<Play> plays() {
    return plays;
  }

  /** SHA-256 over every file that was read, in hexadecimal: what a report or plan was made from. */
  public String digest() {
    return digest;
  }

  /**
   * Expands a play for one of its hosts.
   *
   * @param facts of this host; empty: not known yet, and what reads them is NEEDS_FACTS
   * @param otherFacts of other hosts by name, for {@code hostvars[x].facts}
   * @param diagnostics gets what is wrong; then the expansion is incomplete and must not be used
   */
  public Expansion expand(
      Play play,
      String host,
      Optional<Map<String, Object>> facts,
      Map<String, Map<String, Object>> otherFacts,
      Diagnostics diagnostics) {
    return new Expansion(List.of(), List.of(), Map.of());
  }

  /** How a host is reached in a play: its variables named ansible_* and tuner_*, rendered. */
  public Map<String, Tree> connection(Play play, String host, Diagnostics diagnostics) {
    return inventory.connection(host, diagnostics);
  }
}
