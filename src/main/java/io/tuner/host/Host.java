package io.tuner.host;

/** A machine that can be reached, however that is done. */
public interface Host {

  /** As the inventory names it. */
  String name();

  /**
   * Reaches it; blocks until that is done or the connect limit has passed.
   *
   * @throws Unreachable with where, what, and what next
   */
  Connection connect() throws Unreachable;

  /** True where it can be booted: not the machine that tuner runs on, and no directory. */
  default boolean boots() {
    return false;
  }
}
