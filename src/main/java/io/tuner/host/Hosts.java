package io.tuner.host;

/**
 * The hosts of one run, and what they share: secrets that were asked for, keys that were read, the
 * server of the sandboxes. Closing it closes every connection.
 */
public final class Hosts implements AutoCloseable {

  private final Watch watch = new Watch();
  private final SshClient client;
  private Sandboxes sandboxes;

  public Hosts(Prompts prompts) {
    this.client = new SshClient(prompts, new KnownHosts(), watch);
  }

  /**
   * Prepares for the first login, beside what else is done before it; best called first of all in a
   * new process, and only where a host is going to be contacted.
   */
  public static void warmUp() {
    Watch.daemon("tuner warm-up", new WarmUp()).start();
  }

  /** A host of that name; nothing is contacted yet. */
  public Host of(String name, ConnectionSettings settings) {
    return switch (settings.kind()) {
      case LOCAL -> new LocalHost(name, settings, watch);
      case SSH -> new SshHost(name, settings, client, watch);
      case SANDBOX -> new SandboxHost(name, settings, sandboxes(), watch);
    };
  }

  private synchronized Sandboxes sandboxes() {
    if (sandboxes == null) {
      sandboxes = new Sandboxes(watch);
    }
    return sandboxes;
  }

  @Override
  public synchronized void close() {
    if (sandboxes != null) {
      sandboxes.close();
    }
    client.close();
    watch.close();
  }
}
