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

  private Values() {}

  /** One line, without control characters. */
  static String show(Object value) {
    if (value instanceof Content content) {
      return digest(content);
    }
    if (value instanceof List<?> list) {
      return Printable.cut(
          "[" + list.stream().map(Values::quoted).collect(Collectors.joining(", ")) + "]");
    }
    return Printable.cut(quoted(value));
  }

  /** Size and digest, for what cannot be shown. */
  static String digest(Content content) {
    byte[] bytes = content.bytes();
    return bytes.length + " bytes, sha256 " + sha256(bytes);
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
