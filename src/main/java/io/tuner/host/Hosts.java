package io.tuner.host;

/**
 * The hosts of one run, and what they share: secrets that were asked for, keys that were read, the
 * server of the sandboxes. Closing it closes every connection.
 */
public final class Hosts implements AutoCloseable {

  private final Prompts prompts;
  private final Watch watch = new Watch();

  public Hosts(Prompts prompts) {
    this.prompts = prompts;
  }

  /** A host of that name; nothing is contacted yet. */
  public Host of(String name, ConnectionSettings settings) {
    return switch (settings.kind()) {
      case LOCAL -> new LocalHost(name, settings, watch);
      default -> throw new UnsupportedOperationException(settings.kind() + " " + prompts);
    };
  }

  @Override
  public void close() {
    watch.close();
  }
}
