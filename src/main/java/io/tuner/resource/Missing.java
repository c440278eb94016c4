package io.tuner.resource;

/**
 * Something this task needs is not there (a tool, a file, a unit, a user). Where an earlier task of
 * the play is going to change the host, that may bring it, and what this task does is known after
 * apply; otherwise it is an error.
 */
public final class Missing extends Unsupported {
  private static final long serialVersionUID = 1L;

  public Missing(String message) {
    super(message);
  }
}
