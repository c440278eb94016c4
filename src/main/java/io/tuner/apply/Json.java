package io.tuner.apply;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Optional;

/** JSON of journals and saved plans. */
final class Json {

  private static final JSON WRITER = JSON.std.with(JSON.Feature.WRITE_NULL_PROPERTIES);

  private Json() {}

  static String write(Map<String, ?> map) {
    try {
      return WRITER.asString(map);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A JSON object; empty where the text is none. */
  static Optional<Map<String, Object>> read(String text) {
    try {
      return Optional.ofNullable(JSON.std.mapFrom(text));
    } catch (IOException notOne) {
      return Optional.empty();
    }
  }
}
