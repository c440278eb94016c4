package io.tuner.load;

import io.tuner.text.Tree;
import java.util.List;
import java.util.Map;

/**
 * A play on one host.
 *
 * @param instances in declared order
 * @param handlers in declared order
 * @param environment of every command
 * @param benchmarks as written, rendered; not validated
 * @param needsFacts true where any of these can be known only with the host's facts; what is not an
 *     instance or a handler is left out then
 */
public record Expansion(
    List<Instance> instances,
    List<HandlerInstance> handlers,
    Map<String, String> environment,
    List<Tree> benchmarks,
    boolean needsFacts) {

  /** Of a host that has no part in a play. */
  public static final Expansion NONE =
      new Expansion(List.of(), List.of(), Map.of(), List.of(), false);
}
