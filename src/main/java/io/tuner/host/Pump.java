package io.tuner.host;

import java.io.IOException;
import java.io.InputStream;

/** Reads what a process writes until it ends, also when nobody wants it any more. */
final class Pump implements Runnable {

  /** Takes bytes; false where no more are wanted. */
  @FunctionalInterface
  interface Sink {
    boolean take(byte[] bytes, int length);
  }

  private final InputStream from;
  private final Sink sink;
  private final Runnable ended;

  Pump(InputStream from, Sink sink, Runnable ended) {
    this.from = from;
    this.sink = sink;
    this.ended = ended;
  }

  /**
   * What is not wanted is dropped for a while, so that a change under way can end in order; then
   * the pipe is closed, which ends whoever writes without an end.
   */
  @Override
  public void run() {
    byte[] bytes = new byte[65_536];
    long dropped = 0;
    try (from) {
      for (int count = from.read(bytes);
          count >= 0 && dropped <= Streams.LIMIT;
          count = from.read(bytes)) {
        if (dropped > 0 || !sink.take(bytes, count)) {
          dropped += count;
        }
      }
    } catch (IOException gone) {
      // The process has ended, and its pipe with it.
    } finally {
      ended.run();
    }
  }
}
