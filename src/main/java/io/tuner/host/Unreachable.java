package io.tuner.host;

import java.util.Optional;

/**
 * A host, or the rights needed on it, could not be had; the message says where, what, what next.
 */
public class Unreachable extends Exception {
  private static final long serialVersionUID = 1L;

  /** Why. */
  public enum Kind {
    /** The name has no address. */
    NAME,
    /** Nothing listens there, or the network says no. */
    REFUSED,
    /** No answer in time. */
    TIMEOUT,
    /** The host's key is not in any known_hosts file. */
    HOST_KEY_UNKNOWN,
    /** The host has another key than the one that is known, or a revoked one. */
    HOST_KEY_CHANGED,
    /** No key, certificate or password was accepted. */
    AUTHENTICATION,
    /** sudo is not installed, or this user may not. */
    SUDO_REFUSED,
    /** sudo wants a password and none was given. */
    SUDO_PASSWORD_NEEDED,
    /** sudo did not take the password. */
    SUDO_PASSWORD_WRONG,
    /** sudo wants a terminal. */
    SUDO_TERMINAL,
    /** The two sides have no algorithm in common. */
    ALGORITHMS,
    /** The certificate of a management controller is not trusted. */
    CERTIFICATE,
    /** Something on this machine: a key file, an SSH configuration. */
    CONFIGURATION,
    /** It was there, and went. */
    CLOSED
  }

  private final Kind kind;
  private final String hint;

  /**
   * One failure.
   *
   * @param message lower case, no full stop; begins with the place where that is not plain
   * @param hint what to do next; may be empty
   */
  public Unreachable(Kind kind, String message, String hint) {
    super(message);
    this.kind = kind;
    this.hint = hint;
  }

  public Kind kind() {
    return kind;
  }

  /** What to do next. */
  public Optional<String> hint() {
    return Optional.of(hint).filter(text -> !text.isEmpty());
  }
}
