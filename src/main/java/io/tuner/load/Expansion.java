package io.tuner.load;

import java.util.List;
import java.util.Map;

/**
 * A play on one host.
 *
 * @param instances in declared order
 * @param handlers in declared order
 * @param environment of every command
 */
public record Expansion(
    List<Instance> instances, List<HandlerInstance> handlers, Map<String, String> environment) {

  /** True where something can be known only with the host's facts. */
  public boolean needsFacts() {
    return instances.stream().anyMatch(i -> i.kind() == Instance.Kind.NEEDS_FACTS)
        || handlers.stream().anyMatch(h -> h.kind() == Instance.Kind.NEEDS_FACTS);
  }
}
