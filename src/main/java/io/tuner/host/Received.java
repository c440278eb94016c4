package io.tuner.host;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * One of the two streams a command writes: a growing run of bytes, known by their position from the
 * stream's start. What was taken is let go. Safe for several threads.
 */
public final class Received {

  private static final int FIRST = 8192;
  private static final int HEAD = 4096;

  private final Object lock;
  private byte[] held = new byte[FIRST];
  private int start;
  private int end;
  private long taken;
  private final ByteArrayOutputStream head = new ByteArrayOutputStream();

  Received(Object lock) {
    this.lock = lock;
  }

  /** How many bytes came, from the start. */
  public long received() {
    synchronized (lock) {
      return taken + end - start;
    }
  }

  /** Up to which position bytes were taken. */
  public long taken() {
    synchronized (lock) {
      return taken;
    }
  }

  /**
   * Where a pattern begins, at or after a position; -1 where it has not come. A caller that waits
   * goes on at {@code received() - pattern.length + 1} of the last look, so that no byte is looked
   * at twice.
   */
  public long find(byte[] pattern, long from) {
    synchronized (lock) {
      int first = start + (int) Math.max(0, from - taken);
      outer:
      for (int i = first; i <= end - pattern.length; i++) {
        for (int j = 0; j < pattern.length; j++) {
          if (held[i + j] != pattern[j]) {
            continue outer;
          }
        }
        return taken + i - start;
      }
      return -1;
    }
  }

  /** The bytes from a position (not taken yet) to another (received already); they stay. */
  public byte[] copy(long from, long to) {
    synchronized (lock) {
      if (from < taken || to < from || to > received()) {
        throw new IndexOutOfBoundsException(from + " to " + to + " of " + received());
      }
      int first = start + (int) (from - taken);
      return Arrays.copyOfRange(held, first, first + (int) (to - from));
    }
  }

  /** The bytes up to a position, which are let go. */
  public byte[] take(long to) {
    synchronized (lock) {
      byte[] bytes = copy(taken, to);
      start += bytes.length;
      taken = to;
      if (start == end) {
        start = 0;
        end = 0;
        held = held.length > FIRST * 16 ? new byte[FIRST] : held;
      }
      return bytes;
    }
  }

  /** All that came and was not taken, which is let go. */
  public byte[] takeAll() {
    synchronized (lock) {
      return take(received());
    }
  }

  /** The first words on the stream, whatever was taken since: at most 4 KiB. */
  public String head() {
    synchronized (lock) {
      return head.toString(StandardCharsets.UTF_8);
    }
  }

  int size() {
    return end - start;
  }

  void append(byte[] bytes, int offset, int length) {
    if (end + length > held.length) {
      int size = size();
      byte[] target =
          size + length > held.length / 2 ? new byte[Math.max(size + length, size * 2)] : held;
      System.arraycopy(held, start, target, 0, size);
      held = target;
      start = 0;
      end = size;
    }
    System.arraycopy(bytes, offset, held, end, length);
    end += length;
    head.write(bytes, offset, Math.min(length, HEAD - head.size()));
  }
}
