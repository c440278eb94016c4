package io.tuner.report;

import io.tuner.resource.Content;
import io.tuner.text.Printable;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;

/** Values of a state on one line of a report; what is long is cut, and says so. */
final class Values {

  private static final int WIDTH = 120;

  private Values() {}

  /** One line, without control characters. */
  static String show(Object value) {
    if (value instanceof Content content) {
      return digest(content);
    }
    if (value instanceof List<?> list) {
      return cut("[" + list.stream().map(Values::quoted).collect(Collectors.joining(", ")) + "]");
    }
    return cut(quoted(value));
  }

  /** Size and digest, for what cannot be shown. */
  static String digest(Content content) {
    byte[] bytes = content.bytes();
    return bytes.length + " bytes, sha256 " + sha256(bytes);
  }

  /** One line of a text, cut where it is too long to be read. */
  static String cut(String text) {
    if (text.length() <= WIDTH) {
      return text;
    }
    int end = Character.isHighSurrogate(text.charAt(WIDTH - 1)) ? WIDTH - 1 : WIDTH;
    return text.substring(0, end) + "… (" + text.length() + " characters)";
  }

  /** In quotes where its ends could not be seen without. */
  private static String quoted(Object value) {
    String text = Printable.of(String.valueOf(value));
    return text.isEmpty() || !text.equals(text.strip()) ? '"' + text + '"' : text;
  }

  private static String sha256(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException everyRuntimeHasIt) {
      throw new IllegalStateException(everyRuntimeHasIt);
    }
  }
}
