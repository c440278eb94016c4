package io.tuner.host;

import com.jcraft.jsch.ChannelDirectTCPIP;
import com.jcraft.jsch.JSchException;
import com.jcraft.jsch.Proxy;
import com.jcraft.jsch.Session;
import com.jcraft.jsch.SocketFactory;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.net.Socket;

/** A way through a server that is logged in at already, in place of a TCP connection. */
final class Tunnel implements Proxy {

  private static final int MOST_HELD = 1 << 20;

  private final Session through;
  private final Wire wire;
  private final Pipe pipe = new Pipe();
  private ChannelDirectTCPIP channel;
  private OutputStream out;

  Tunnel(Session through, Wire wire) {
    this.through = through;
    this.wire = wire;
  }

  @Override
  public void connect(SocketFactory ignored, String host, int port, int limit)
      throws JSchException, IOException {
    channel = (ChannelDirectTCPIP) through.openChannel("direct-tcpip");
    if (channel == null) {
      throw new IOException("the connection to the jump host is gone");
    }
    channel.setHost(host);
    channel.setPort(port);
    channel.setOutputStream(pipe);
    try {
      channel.connect(limit);
    } catch (JSchException e) {
      throw new JumpRefused(channel.getExitStatus(), e);
    }
    if (!channel.isConnected()) {
      throw new IOException("the connection to the jump host is gone");
    }
    out = channel.getOutputStream();
  }

  /** The jump host opened no way; with the reason it gave (RFC 4254, 5.1). */
  static final class JumpRefused extends IOException {
    private static final long serialVersionUID = 1L;

    JumpRefused(int reason, Throwable cause) {
      super(
          switch (reason) {
            case 1 -> "it forbids forwarding (AllowTcpForwarding)";
            case 2 -> "it cannot connect there";
            default -> "it opens no way there";
          },
          cause);
    }
  }

  @Override
  public InputStream getInputStream() {
    return pipe.reader;
  }

  @Override
  public OutputStream getOutputStream() {
    return out;
  }

  @Override
  public Socket getSocket() {
    return null;
  }

  @Override
  public void close() {
    pipe.close();
    if (channel != null) {
      channel.disconnect();
    }
  }

  /** Written by the thread of the jump host's connection, read by that of the target's. */
  private final class Pipe extends OutputStream {
    private final byte[] ring = new byte[MOST_HELD];
    private int from;
    private int held;
    private boolean closed;

    private final InputStream reader =
        new InputStream() {
          @Override
          public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
          }

          @Override
          public int read(byte[] bytes, int offset, int length) throws IOException {
            return take(bytes, offset, length);
          }

          @Override
          public void close() {
            Pipe.this.close();
          }
        };

    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public synchronized void write(byte[] bytes, int offset, int length) throws IOException {
      for (int done = 0; done < length; ) {
        while (held == ring.length && !closed) {
          await();
        }
        if (closed) {
          throw new IOException("closed");
        }
        int at = (from + held) % ring.length;
        int part = Math.min(Math.min(length - done, ring.length - held), ring.length - at);
        System.arraycopy(bytes, offset + done, ring, at, part);
        held += part;
        done += part;
        notifyAll();
      }
    }

    private synchronized int take(byte[] bytes, int offset, int length) throws IOException {
      while (held == 0 && !closed) {
        await();
      }
      if (held == 0) {
        wire.received(-1);
        return -1;
      }
      int part = Math.min(Math.min(length, held), ring.length - from);
      System.arraycopy(ring, from, bytes, offset, part);
      from = (from + part) % ring.length;
      held -= part;
      wire.received(part);
      notifyAll();
      return part;
    }

    private void await() throws IOException {
      try {
        wait();
      } catch (InterruptedException stopped) {
        Thread.currentThread().interrupt();
        throw new InterruptedIOException("interrupted");
      }
    }

    @Override
    public synchronized void close() {
      closed = true;
      notifyAll();
    }
  }
}
