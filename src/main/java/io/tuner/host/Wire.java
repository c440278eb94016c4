package io.tuner.host;

import com.jcraft.jsch.SocketFactory;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import jdk.net.ExtendedSocketOptions;

/** The TCP connection below one SSH connection. */
final class Wire implements SocketFactory {

  private final Duration limit;
  private volatile Socket socket;
  private volatile boolean cut;
  private volatile boolean ended;
  private volatile long lastReceived = System.nanoTime();

  Wire(Duration limit) {
    this.limit = limit;
  }

  /** Every address of the name is tried, as ssh does; JSch would try the first alone. */
  @Override
  public Socket createSocket(String host, int port) throws IOException {
    IOException first = null;
    long end = System.nanoTime() + limit.toNanos();
    for (InetAddress address : InetAddress.getAllByName(host)) {
      long left = (end - System.nanoTime()) / 1_000_000;
      if (left <= 0 || cut) {
        break;
      }
      Socket attempt = new Socket();
      try {
        attempt.setTcpNoDelay(true);
        attempt.connect(new InetSocketAddress(address, port), (int) left);
        socket = attempt;
        acknowledgeAtOnce(attempt);
        return attempt;
      } catch (IOException e) {
        attempt.close();
        first = first == null ? e : first;
      }
    }
    throw first == null ? new SocketTimeoutException("connect timed out") : first;
  }

  @Override
  public InputStream getInputStream(Socket connected) throws IOException {
    boolean quick = connected.supportedOptions().contains(ExtendedSocketOptions.TCP_QUICKACK);
    return new FilterInputStream(connected.getInputStream()) {
      @Override
      public int read(byte[] bytes, int offset, int length) throws IOException {
        int count = -1;
        try {
          count = super.read(bytes, offset, length);
        } finally {
          received(count);
        }
        if (quick && count >= 0) {
          acknowledgeAtOnce(connected);
        }
        return count;
      }
    };
  }

  /**
   * The server waits for the acknowledgement of its last small packet (Nagle) while the kernel here
   * holds that back for 40 ms; the kernel forgets the setting again (tcp(7), TCP_QUICKACK).
   */
  private static void acknowledgeAtOnce(Socket connected) throws IOException {
    if (connected.supportedOptions().contains(ExtendedSocketOptions.TCP_QUICKACK)) {
      connected.setOption(ExtendedSocketOptions.TCP_QUICKACK, true);
    }
  }

  @Override
  public OutputStream getOutputStream(Socket connected) throws IOException {
    return connected.getOutputStream();
  }

  /** When a byte last came, on the clock of {@link System#nanoTime}. */
  long lastReceived() {
    return lastReceived;
  }

  /** Notes that bytes came; a negative count is the end of the stream. */
  void received(int count) {
    lastReceived = System.nanoTime();
    ended |= count < 0;
  }

  /** True where nothing can come any more. */
  boolean hasEnded() {
    return ended;
  }

  /** Ends it from outside: whoever reads or writes is let go. */
  void cut() {
    cut = true;
    ended = true;
    Socket connected = socket;
    if (connected != null) {
      try {
        connected.close();
      } catch (IOException closed) {
        // It is gone, which was wanted.
      }
    }
  }
}
