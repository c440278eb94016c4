package io.tuner.host;

import io.tuner.text.Durations;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** A script's shell as a process of this machine. */
final class LocalExec implements Exec {

  private final String name;
  private final Process process;
  private final LocalHost host;
  private final Consumer<LocalExec> ended;
  private final OutputStream input;
  private volatile boolean killed;
  private final Streams streams = new Streams(Streams.LIMIT);
  private final AtomicInteger open = new AtomicInteger(2);

  LocalExec(String name, Process process, LocalHost host, Consumer<LocalExec> ended) {
    this.name = name;
    this.process = process;
    this.host = host;
    this.ended = ended;
    this.input = process.getOutputStream();
    pump("out", process.getInputStream(), streams.out());
    pump("err", process.getErrorStream(), streams.err());
  }

  private void pump(String what, InputStream from, Received to) {
    Pump pump = new Pump(from, (bytes, count) -> take(to, bytes, count), this::ended);
    Watch.daemon("tuner " + name + " " + what, pump).start();
  }

  private boolean take(Received to, byte[] bytes, int count) {
    boolean taken = streams.append(to, bytes, 0, count);
    if (!taken) {
      endOfInput();
    }
    return taken;
  }

  private void ended() {
    if (open.decrementAndGet() == 0) {
      streams.close();
    }
  }

  @Override
  public void send(byte[] bytes) throws IOException {
    Duration limit = host.settings().commandTimeout();
    Future<?> end = host.watch().after(limit, this::kill);
    try {
      input.write(bytes);
      input.flush();
    } catch (IOException gone) {
      if (killed) {
        throw new IOException("it did not take its input within " + Durations.show(limit), gone);
      }
    } finally {
      end.cancel(false);
    }
  }

  /**
   * Its children too: as long as one of them could read, a write would wait. By its handle, for the
   * process itself would wait for the write.
   */
  @Override
  public void kill() {
    killed = true;
    List<ProcessHandle> children = process.descendants().toList();
    process.toHandle().destroyForcibly();
    children.forEach(ProcessHandle::destroyForcibly);
  }

  @Override
  public void endOfInput() {
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
    String end = "its shell ended";
    try {
      if (process.waitFor(2, TimeUnit.SECONDS)) {
        end += " with exit " + process.exitValue();
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
    return Ending.of(name, end, streams.err().head());
  }

  @Override
  public void close() {
    streams.close();
    endOfInput();
    ended.accept(this);
  }
}
