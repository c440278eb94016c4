package io.tuner.resource;

import java.util.Optional;
import java.util.function.Function;

/**
 * What one reading gave: a value, the knowledge that there is none, or a refusal. The three are
 * never mixed up.
 *
 * @param <T> the value
 */
public sealed interface Reading<T> {

  /** Read. */
  record Present<T>(T value) implements Reading<T> {}

  /** It is not there: no such file, no such tool. */
  record Absent<T>() implements Reading<T> {}

  /** Not known, for the reason the host gave: permission, time, size. */
  record Refused<T>(String reason) implements Reading<T> {}

  /**
   * The value, or empty where there is none.
   *
   * @throws ProbeFailed where it was refused
   */
  default Optional<T> known(String what) throws ProbeFailed {
    if (this instanceof Refused<T> refused) {
      throw new ProbeFailed("cannot read " + what + ": " + refused.reason());
    }
    return this instanceof Present<T> present ? Optional.of(present.value()) : Optional.empty();
  }

  /** The same reading of another form. */
  default <U> Reading<U> map(Function<T, U> form) {
    if (this instanceof Present<T> present) {
      return new Present<>(form.apply(present.value()));
    }
    return this instanceof Refused<T> refused
        ? new Refused<>(refused.reason())
        : new Absent<>();
  }
}
