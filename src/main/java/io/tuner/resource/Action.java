package io.tuner.resource;

import java.util.Optional;

/**
 * What a handler does: something that has no state of its own (a restart, a reload, a command).
 * Allowed only under {@code handlers}; journalled, outside the laws of resources.
 */
public interface Action extends Validated {

  /** The name half of the address: {@code observer} in {@code restart[observer]}. */
  String name();

  Script script();

  /** What is read afterwards, to know that it took. */
  default Probe probe() {
    return Probe.NOTHING;
  }

  /** Why it did not take; empty where it did. */
  default Optional<String> failure(Readings after) throws ProbeFailed {
    return Optional.empty();
  }
}
