package io.tuner.format;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.OptionalLong;

/**
 * What the kernel tells a program when it starts, which is {@code /proc/PID/auxv} (getauxval(3),
 * proc_pid_auxv(5)): pairs of a type and a value, two words of the program's each. The file says
 * neither how wide a word is nor in which order its bytes are.
 */
public final class AuxiliaryVector {

  private static final long AT_PAGESZ = 6;
  private static final long LEAST = 1 << 12;
  private static final long MOST = 1 << 20;

  private AuxiliaryVector() {}

  /**
   * Bytes of a page of memory: 4 KiB on x86, 4, 16 or 64 KiB on ARM. Empty where the bytes are no
   * such vector.
   */
  public static OptionalLong pageSize(byte[] auxv) {
    for (int word : List.of(8, 4)) {
      for (ByteOrder order : List.of(ByteOrder.LITTLE_ENDIAN, ByteOrder.BIG_ENDIAN)) {
        ByteBuffer bytes = ByteBuffer.wrap(auxv).order(order);
        for (int at = 0; at + 2 * word <= auxv.length; at += 2 * word) {
          long value = word(bytes, at + word, word);
          // In a form that is not the file's, no value is a power of two of that size.
          if (word(bytes, at, word) == AT_PAGESZ
              && value >= LEAST
              && value <= MOST
              && Long.bitCount(value) == 1) {
            return OptionalLong.of(value);
          }
        }
      }
    }
    return OptionalLong.empty();
  }

  private static long word(ByteBuffer bytes, int at, int width) {
    return width == 8 ? bytes.getLong(at) : Integer.toUnsignedLong(bytes.getInt(at));
  }
}
