package io.tuner.host;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * The server of all sandboxes of a run and the client that logs in there. It starts beside whatever
 * else is done before the first connection.
 */
final class Sandboxes implements AutoCloseable {

  private static final Path PINNED = Path.of("sandbox");

  private final KnownHosts key = new KnownHosts();
  private final SshClient client;
  private final FutureTask<SandboxServer> server = new FutureTask<>(SandboxServer::new);

  Sandboxes(Watch watch) {
    client = new SshClient(Prompts.none(), key, watch);
    Watch.daemon("tuner sandbox", server).start();
  }

  SshClient client() {
    return client;
  }

  /** Logs in at a directory that stands for a host. */
  SshLink connect(String name, Path directory, Duration limit) throws Unreachable {
    SandboxServer running = running(name);
    running.serve(name, directory);
    key.pin(PINNED, running.key());
    return client.connect(
        new SshTarget(
            "127.0.0.1",
            running.port(),
            name,
            Optional.of(running.password()),
            Optional.empty(),
            List.of(),
            false,
            false,
            List.of(),
            Optional.empty(),
            List.of(PINNED),
            List.of(),
            false,
            List.of(),
            limit,
            Duration.ofSeconds(15),
            3));
  }

  private SandboxServer running(String name) throws Unreachable {
    try {
      return server.get();
    } catch (ExecutionException e) {
      throw new Unreachable(
          Unreachable.Kind.REFUSED,
          name + ": the sandbox cannot listen on 127.0.0.1: " + e.getCause().getMessage(),
          "");
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new Unreachable(Unreachable.Kind.CLOSED, name + ": interrupted", "");
    }
  }

  @Override
  public void close() {
    client.close();
    try {
      server.get().close();
    } catch (ExecutionException | IOException never) {
      // There is none to close.
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }
}
