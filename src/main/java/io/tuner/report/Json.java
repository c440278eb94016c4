package io.tuner.report;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.Map;

/**
 * JSON for people and programs: indented, keys in the order they were put, absent values null.
 * Written with Jackson's generator alone, for what Jackson-jr loads besides costs every report 5
 * ms.
 */
public final class Json {

  private static final JsonFactory FACTORY = new JsonFactory();

  private Json() {}

  /** One document of plain Java values, with a line end after it. */
  public static String write(Map<String, ?> document) {
    StringWriter text = new StringWriter();
    try (JsonGenerator out = FACTORY.createGenerator(text)) {
      value(document, out.useDefaultPrettyPrinter());
      out.flush();
      return escaped(text.toString()) + "\n";
    } catch (IOException onlyInMemory) {
      throw new UncheckedIOException(onlyInMemory);
    }
  }

  private static void value(Object value, JsonGenerator out) throws IOException {
    if (value instanceof Map<?, ?> map) {
      out.writeStartObject();
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        out.writeFieldName(entry.getKey().toString());
        value(entry.getValue(), out);
      }
      out.writeEndObject();
    } else if (value instanceof Iterable<?> items) {
      out.writeStartArray();
      for (Object item : items) {
        value(item, out);
      }
      out.writeEndArray();
    } else if (value == null || value instanceof Boolean || value instanceof Number) {
      out.writeRawValue(String.valueOf(value));
    } else {
      out.writeString(value.toString());
    }
  }

  /**
   * What JSON leaves raw and a terminal may act on (C1 controls, bidirectional overrides) is
   * written as JSON's own escapes: outside strings there is none of it, so that the document stays
   * the same.
   */
  private static String escaped(String json) {
    int plain = 0;
    while (plain < json.length() && json.charAt(plain) < 0x7f) {
      plain++;
    }
    return plain == json.length() ? json : escapedOutsideAscii(json);
  }

  private static String escapedOutsideAscii(String json) {
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
