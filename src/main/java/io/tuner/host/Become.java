package io.tuner.host;

/**
 * As whom a script runs.
 *
 * @param enabled false runs it as the user who logged in
 * @param user whom to become
 */
public record Become(boolean enabled, String user) {

  /** As the user who logged in. */
  public static final Become NO = new Become(false, "root");

  /** As root. */
  public static final Become ROOT = new Become(true, "root");
}
