package io.tuner.load;

/**
 * With whose rights a task runs.
 *
 * @param enabled false: as the user of the connection
 * @param user whose rights, where enabled
 */
public record Become(boolean enabled, String user) {

  /** As the user of the connection. */
  public static final Become NO = new Become(false, "root");
}
