package io.tuner.host;

import com.jcraft.jsch.ChannelExec;
import com.jcraft.jsch.JSchException;
import io.tuner.text.Durations;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** A script's shell behind a channel of an SSH connection. */
final class SshExec implements Exec {

  private final String name;
  private final ChannelExec channel;
  private final SshLink link;
  private final Watch watch;
  private final Duration limit;
  private final Streams streams = new Streams(Streams.LIMIT);
  private final CountDownLatch closed = new CountDownLatch(1);
  private final OutputStream input;

  SshExec(String name, ChannelExec channel, SshLink link, Watch watch, Duration limit)
      throws JSchException {
    this.name = name;
    this.channel = channel;
    this.link = link;
    this.watch = watch;
    this.limit = limit;
    channel.setOutputStream(new Sink(streams.out(), false));
    channel.setErrStream(new Sink(streams.err(), true));
    // Without a limit of its own: with one, JSch waits for the answer in steps of 10 ms.
    channel.connect();
    try {
      input = channel.getOutputStream();
    } catch (IOException e) {
      throw new JSchException(e.getMessage(), e);
    }
    if (!link.isAlive()) {
      streams.close();
    }
  }

  /** Called on the one thread that reads the connection; it must never wait, and never throw. */
  private final class Sink extends OutputStream {
    private final Received stream;
    private final boolean last;

    Sink(Received stream, boolean last) {
      this.stream = stream;
      this.last = last;
    }

    @Override
    public void write(int b) {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
      if (!streams.append(stream, bytes, offset, length)) {
        channel.disconnect();
      }
    }

    /** JSch closes the first at the end of the output, the second with the channel. */
    @Override
    public void close() {
      streams.close();
      if (last) {
        closed.countDown();
      }
    }
  }

  @Override
  public synchronized void send(byte[] bytes) throws IOException {
    AtomicBoolean late = new AtomicBoolean();
    Future<?> timer =
        watch.after(
            limit,
            () -> {
              late.set(true);
              channel.disconnect();
            });
    IOException end = null;
    try {
      input.write(bytes);
      input.flush();
    } catch (IOException gone) {
      end = gone;
    } finally {
      timer.cancel(false);
    }
    // JSch may drop what is left without a word where the channel is closed between two packets.
    if (late.get()) {
      throw new IOException("it did not take its input within " + Durations.show(limit), end);
    }
  }

  @Override
  public synchronized void endOfInput() {
    try {
      input.close();
    } catch (IOException gone) {
      // It no longer reads: its input has ended all the same.
    }
  }

  @Override
  public Streams streams() {
    return streams;
  }

  @Override
  public Unreachable lost() {
    try {
      closed.await(2, TimeUnit.SECONDS);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
    int exit = channel.getExitStatus();
    String end = exit >= 0 ? "its shell ended with exit " + exit : "its shell ended";
    return Ending.of(name, link.isAlive() || exit >= 0 ? end : link.end(), streams.err().head());
  }

  /** sshd sends the signal to all of the session's group that is the user's (RFC 4254, 6.9). */
  @Override
  public void kill() {
    try {
      channel.sendSignal("KILL");
    } catch (Exception gone) {
      // Without a connection there is nobody to tell.
    }
  }

  @Override
  public void close() {
    streams.close();
    channel.disconnect();
  }
}
