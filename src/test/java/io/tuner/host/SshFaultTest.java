package io.tuner.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Connections that break, at every stage of their life. */
class SshFaultTest {

  @TempDir static Path directory;
  private static Sshd sshd;

  @BeforeAll
  static void start() throws Exception {
    sshd = new Sshd(directory.resolve("sshd"));
  }

  @AfterAll
  static void stop() {
    if (sshd != null) {
      sshd.close();
    }
  }

  /** Passes bytes on, and after so many from the server cuts the connection or goes silent. */
  private static final class Relay implements AutoCloseable {
    private final ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    private final CountDownLatch end = new CountDownLatch(1);
    private final CountDownLatch reached = new CountDownLatch(1);
    private volatile long left;
    private final boolean cut;

    Relay(long bytes, boolean cut) throws IOException {
      this.left = bytes;
      this.cut = cut;
      Watch.daemon("relay", this::accept).start();
    }

    int port() {
      return socket.getLocalPort();
    }

    private void accept() {
      try (Socket client = socket.accept();
          Socket server = new Socket(InetAddress.getLoopbackAddress(), sshd.port())) {
        Watch.daemon("relay up", () -> copy(client, server, false)).start();
        copy(server, client, true);
        reached.countDown();
        if (!cut) {
          end.await();
        }
      } catch (IOException closed) {
        reached.countDown();
      } catch (InterruptedException stopped) {
        Thread.currentThread().interrupt();
      }
    }

    private void copy(Socket from, Socket to, boolean counted) {
      byte[] bytes = new byte[4096];
      try {
        InputStream in = from.getInputStream();
        OutputStream out = to.getOutputStream();
        while (!counted || left > 0) {
          int count =
              in.read(bytes, 0, counted ? (int) Math.min(left, bytes.length) : bytes.length);
          if (count < 0) {
            break;
          }
          out.write(bytes, 0, count);
          left -= counted ? count : 0;
        }
      } catch (IOException closed) {
        // One side has gone, and so does the other.
      }
    }

    @Override
    public void close() throws IOException {
      end.countDown();
      socket.close();
    }
  }

  private static Map<String, Object> through(Relay relay) {
    Map<String, Object> variables = sshd.variables("-o HostKeyAlias=[127.0.0.1]:" + sshd.port());
    variables.put("ansible_port", relay.port());
    return variables;
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 20, 500, 1000, 1500, 1800, 2000, 2200, 2400, 2600, 2800, 3200, 5000})
  void aConnectionThatBreaksAnywhereEndsWithItsReason(long bytes) throws Exception {
    try (Relay relay = new Relay(bytes, true);
        Hosts hosts = new Hosts(Prompts.none())) {
      try (Connection db1 = sshd.host(hosts, through(relay)).connect();
          Exec exec = db1.start(Become.NO)) {
        exec.send(Scripts.framed("head -c 100000 /dev/zero; read x"));
        assertThat(exec.streams().await(Scripts.NEVER, Scripts.LIMIT))
            .isEqualTo(Streams.Outcome.CLOSED);
        assertThat(exec.lost().kind()).isEqualTo(Unreachable.Kind.CLOSED);
      } catch (Unreachable e) {
        assertThat(e.kind()).isEqualTo(Unreachable.Kind.CLOSED);
        assertThat(e).hasMessageStartingWith("db1: ").hasMessageNotContaining("Exception");
      }
    }
  }

  @Test
  void aServerThatFallsSilentIsGivenUp() throws Exception {
    try (Relay relay = new Relay(4000, false);
        Hosts hosts = new Hosts(Prompts.none())) {
      Map<String, Object> variables = through(relay);
      variables.merge(
          "ansible_ssh_common_args",
          "-o ServerAliveInterval=1 -o ServerAliveCountMax=1 ",
          (old, more) -> more.toString() + old);
      try (Connection db1 = sshd.host(hosts, variables).connect();
          Exec exec = db1.start(Become.NO)) {
        exec.send(Scripts.framed("head -c 100000 /dev/zero; read x"));
        assertThat(relay.reached.await(30, TimeUnit.SECONDS)).isTrue();
        assertThat(exec.streams().await(Scripts.NEVER, Scripts.LIMIT))
            .isEqualTo(Streams.Outcome.CLOSED);
        assertThat(exec.lost()).hasMessage("db1: it no longer answers");
      }
    }
  }

  @Test
  void aQuietConnectionThatAnswersLivesOn() throws Exception {
    try (Hosts hosts = new Hosts(Prompts.none());
        Connection db1 =
            sshd.host(hosts, sshd.variables("-o ServerAliveInterval=1", "-o ServerAliveCountMax=1"))
                .connect();
        Exec exec = db1.start(Become.NO)) {
      // Longer than the silence that would end it, were nobody to ask and to answer.
      exec.send(Scripts.framed("sleep 4; echo alive"));
      assertThat(exec.streams().await(Streams.Fence.out(Scripts.bytes("alive\n")), Scripts.LIMIT))
          .isEqualTo(Streams.Outcome.FENCE);
    }
  }
}
