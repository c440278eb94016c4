package io.tuner.probe;

import java.security.SecureRandom;
import java.util.HexFormat;

/** A random word of 128 bits that no host can guess beforehand: what fences are made of. */
public final class Token {

  private static final SecureRandom RANDOM = new SecureRandom();

  private Token() {}

  public static String random() {
    byte[] bytes = new byte[16];
    RANDOM.nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }
}
