package io.tuner.load;

import io.tuner.text.Diagnostics;
import io.tuner.text.Tree;
import java.util.List;
import java.util.Map;

/** The hosts there are, their groups and variables. */
public final class Inventory {

  /** The names in the order they were written. */
  public List<String> hosts() {
    return List.of();
  }

  /** Every group with all its hosts, those of its children included; {@code all} first. */
  public Map<String, List<String>> groups() {
    return Map.of();
  }

  /** The variables of a host, merged by precedence, as written: templates are not rendered. */
  public Map<String, Tree> variables(String host) {
    return Map.of();
  }

  /** How a host is reached: its variables named ansible_* and tuner_*, rendered. */
  public Map<String, Tree> connection(String host, Diagnostics diagnostics) {
    return Map.of();
  }

  /** What {@code --list} prints, secrets as three asterisks. */
  public Map<String, Object> toJson() {
    return Map.of();
  }

  /** What {@code --graph} prints. */
  public String graph() {
    return "";
  }
}
