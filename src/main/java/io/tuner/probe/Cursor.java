package io.tuner.probe;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A place in what a host sent, moved from fence to fence. */
final class Cursor {

  private final byte[] bytes;
  private final int end;
  private int position;

  Cursor(byte[] bytes) {
    this.bytes = bytes;
    this.end = bytes.length;
  }

  /** Everything up to the next {@code fence}, which is passed; null where there is none. */
  byte[] until(String fence) {
    byte[] wanted = fence.getBytes(StandardCharsets.ISO_8859_1);
    int found = indexOf(bytes, wanted, position, end);
    if (found < 0) {
      return null;
    }
    byte[] before = Arrays.copyOfRange(bytes, position, found);
    position = found + wanted.length;
    return before;
  }

  /** True, and passed, where {@code text} stands right here. */
  boolean take(String text) {
    byte[] wanted = text.getBytes(StandardCharsets.ISO_8859_1);
    boolean here =
        position + wanted.length <= end
            && Arrays.equals(bytes, position, position + wanted.length, wanted, 0, wanted.length);
    if (here) {
      position += wanted.length;
    }
    return here;
  }

  /** What is left. */
  byte[] rest() {
    byte[] rest = Arrays.copyOfRange(bytes, position, end);
    position = end;
    return rest;
  }

  static int indexOf(byte[] bytes, byte[] wanted, int from, int to) {
    outer:
    for (int i = from; i <= to - wanted.length; i++) {
      for (int j = 0; j < wanted.length; j++) {
        if (bytes[i + j] != wanted[j]) {
          continue outer;
        }
      }
      return i;
    }
    return -1;
  }
}
