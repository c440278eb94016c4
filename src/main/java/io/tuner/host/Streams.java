package io.tuner.host;

import java.time.Duration;

/**
 * What a command has written so far, on both streams, within a limit: what is held and was not
 * taken never grows beyond it. Safe for several threads.
 */
public final class Streams {

  /** How much may be held, in bytes. */
  public static final int LIMIT = 64 << 20;

  /** How a wait ended. */
  public enum Outcome {
    /** What was waited for is there. */
    FENCE,
    /** Both streams ended without it. */
    CLOSED,
    /** The time is over. */
    TIMEOUT,
    /** The command wrote more than the limit; what came later is lost. */
    FLOODED
  }

  /**
   * Something to wait for. It is asked again whenever more has come, with no byte coming between.
   */
  @FunctionalInterface
  public interface Fence {
    boolean reached(Received out, Received err);

    /** These bytes on standard output. */
    static Fence out(byte[] pattern) {
      Search search = new Search(pattern);
      return (out, err) -> search.foundIn(out);
    }

    /** These bytes on standard error. */
    static Fence err(byte[] pattern) {
      Search search = new Search(pattern);
      return (out, err) -> search.foundIn(err);
    }

    /** These bytes on the one, and those on the other. */
    static Fence both(byte[] onOut, byte[] onErr) {
      Fence first = out(onOut);
      Fence second = err(onErr);
      return (out, err) -> first.reached(out, err) & second.reached(out, err);
    }

    /** Either of two. */
    default Fence or(Fence other) {
      return (out, err) -> reached(out, err) | other.reached(out, err);
    }
  }

  private static final class Search {
    private final byte[] pattern;
    private long from = -1;
    private boolean found;

    Search(byte[] pattern) {
      this.pattern = pattern.clone();
    }

    boolean foundIn(Received stream) {
      if (!found) {
        from = Math.max(from, stream.taken());
        found = stream.find(pattern, from) >= 0;
        from = Math.max(from, stream.received() - pattern.length + 1);
      }
      return found;
    }
  }

  private final Object lock = new Object();
  private final int limit;
  private final Received out = new Received(lock);
  private final Received err = new Received(lock);
  private boolean closed;
  private boolean flooded;

  Streams(int limit) {
    this.limit = limit;
  }

  /** Standard output. */
  public Received out() {
    return out;
  }

  /** Standard error. */
  public Received err() {
    return err;
  }

  /**
   * Waits until the fence is reached, the command has ended, the limit is passed, or there is too
   * much output. A fence that is there already wins over all of them.
   */
  public Outcome await(Fence fence, Duration limit) throws InterruptedException {
    long end = System.nanoTime() + limit.toNanos();
    synchronized (lock) {
      while (true) {
        if (fence.reached(out, err)) {
          return Outcome.FENCE;
        }
        if (flooded) {
          return Outcome.FLOODED;
        }
        if (closed) {
          return Outcome.CLOSED;
        }
        long left = end - System.nanoTime();
        if (left <= 0) {
          return Outcome.TIMEOUT;
        }
        lock.wait(left / 1_000_000, (int) (left % 1_000_000));
      }
    }
  }

  /** True where the bytes were taken; false where they are too many, and lost. */
  boolean append(Received stream, byte[] bytes, int offset, int length) {
    synchronized (lock) {
      if (closed || flooded) {
        return false;
      }
      if (out.size() + err.size() + length > limit) {
        flooded = true;
      } else {
        stream.append(bytes, offset, length);
      }
      lock.notifyAll();
      return !flooded;
    }
  }

  void close() {
    synchronized (lock) {
      closed = true;
      lock.notifyAll();
    }
  }
}
