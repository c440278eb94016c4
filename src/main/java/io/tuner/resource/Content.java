package io.tuner.resource;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;

/** The bytes of a file; shown as text where they are text. */
public final class Content {

  private static final String BASE64 = "base64:";

  private final byte[] bytes;

  private Content(byte[] bytes) {
    this.bytes = bytes;
  }

  public static Content of(byte[] bytes) {
    return new Content(bytes.clone());
  }

  public static Content of(String text) {
    return new Content(text.getBytes(StandardCharsets.UTF_8));
  }

  public byte[] bytes() {
    return bytes.clone();
  }

  /** The text, where the bytes are UTF-8 without NUL. */
  public Optional<String> text() {
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      return text.indexOf('\0') >= 0 ? Optional.empty() : Optional.of(text);
    } catch (CharacterCodingException notText) {
      return Optional.empty();
    }
  }

  /** One string that {@link #parse} reads back, for journals and saved plans. */
  @Override
  public String toString() {
    return text()
        .filter(text -> !text.startsWith(BASE64))
        .orElseGet(() -> BASE64 + Base64.getEncoder().encodeToString(bytes));
  }

  /** Reads what {@link #toString} wrote. */
  public static Content parse(String text) {
    return text.startsWith(BASE64)
        ? new Content(Base64.getDecoder().decode(text.substring(BASE64.length())))
        : of(text);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Content that && Arrays.equals(bytes, that.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }
}
