package io.tuner.load;

import io.tuner.resource.Action;
import io.tuner.text.Span;
import java.util.Map;
import java.util.Optional;

/**
 * A handler on one host.
 *
 * @param name what {@code notify} says
 * @param address {@code restart[observer]}
 * @param type {@code restart}
 * @param span where it is written
 * @param kind READY, SKIPPED or NEEDS_FACTS
 * @param reason why it is skipped, or which fact is needed
 * @param action where READY
 * @param parameters in plain values, secrets left out
 * @param become with whose rights
 */
public record HandlerInstance(
    String name,
    String address,
    String type,
    Span span,
    Instance.Kind kind,
    Optional<String> reason,
    Optional<Action> action,
    Map<String, Object> parameters,
    Become become) {}
