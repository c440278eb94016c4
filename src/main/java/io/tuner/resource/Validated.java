package io.tuner.resource;

/** What can say of its own parameters that no host could satisfy them; {@link Binder} asks it. */
public interface Validated {

  /** Says what no host could satisfy. */
  default void validate(Problems problems) {}
}
