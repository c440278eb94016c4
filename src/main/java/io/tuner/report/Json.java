package io.tuner.report;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;

/** JSON for people and programs: indented, keys in the order they were put, absent values null. */
public final class Json {

  private static final JSON WRITER =
      JSON.builder()
          .enable(JSON.Feature.PRETTY_PRINT_OUTPUT)
          .enable(JSON.Feature.WRITE_NULL_PROPERTIES)
          .build();

  private Json() {}

  /** One document of plain Java values, with a line end after it. */
  public static String write(Map<String, ?> document) {
    try {
      return escaped(WRITER.asString(document)) + "\n";
    } catch (IOException onlyInMemory) {
      throw new UncheckedIOException(onlyInMemory);
    }
  }

  /**
   * What JSON leaves raw and a terminal may act on (C1 controls, bidirectional overrides) is
   * written as JSON's own escapes: outside strings there is none of it, so that the document stays
   * the same.
   */
  private static String escaped(String json) {
    StringBuilder out = new StringBuilder(json.length());
    for (int i = 0; i < json.length(); i++) {
      char c = json.charAt(i);
      boolean paired =
          Character.isHighSurrogate(c)
              && i + 1 < json.length()
              && Character.isLowSurrogate(json.charAt(i + 1));
      if (paired) {
        out.append(c).append(json.charAt(++i));
      } else if (c >= 0x7f && !harmless(c)) {
        out.append(String.format("\\u%04x", (int) c));
      } else {
        out.append(c);
      }
    }
    return out.toString();
  }

  private static boolean harmless(char c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SURROGATE ->
          false;
      default -> true;
    };
  }
}
