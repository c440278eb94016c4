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
   * Does once what a login will do, so that a new process has loaded it when the first host answers;
   * best called in a thread of its own, beside what is done before hosts are contacted.
   */
  public static void warmUp() {
    new WarmUp().run();
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
