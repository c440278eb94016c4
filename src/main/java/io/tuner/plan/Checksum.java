package io.tuner.plan;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a document's content comes to, so that an edited one is known. It speaks of values, not of
 * their spelling: spaces and the order of keys do not matter. It is no signature: who can compute
 * it can forge it.
 */
public final class Checksum {

  static final String KEY = "checksum";

  private Checksum() {}

  /** SHA-256 (FIPS 180-4) of all but the checksum itself, as {@code sha256:} and 64 hex digits. */
  public static String of(Map<String, Object> document) {
    Map<String, Object> content = new LinkedHashMap<>(document);
    content.remove(KEY);
    StringBuilder canonical = new StringBuilder();
    write(content, canonical);
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256")
              .digest(canonical.toString().getBytes(StandardCharsets.UTF_8));
      return "sha256:" + HexFormat.of().formatHex(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  /** True where the document has the checksum of its content. */
  static boolean fits(Map<String, Object> document) {
    return of(document).equals(document.get(KEY));
  }

  private static void write(Object value, StringBuilder out) {
    if (value instanceof Map<?, ?> map) {
      Map<String, Object> sorted = new TreeMap<>();
      map.forEach((key, member) -> sorted.put(String.valueOf(key), member));
      out.append('{');
      sorted.forEach(
          (key, member) -> {
            text(key, out);
            write(member, out);
          });
      out.append('}');
    } else if (value instanceof Iterable<?> items) {
      out.append('[');
      items.forEach(item -> write(item, out));
      out.append(']');
    } else if (value == null || value instanceof Boolean || value instanceof Number) {
      out.append(value).append(' ');
    } else {
      text(value.toString(), out);
    }
  }

  /** With its length before it, no text can be taken for two, or for anything but a text. */
  private static void text(String text, StringBuilder out) {
    out.append(text.length()).append(':').append(text).append(' ');
  }
}
