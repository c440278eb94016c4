package io.tuner.format;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.jr.ob.JSON;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** JSON of tools and controllers, as Map, List, String, Number, Boolean and null. */
public final class JsonText {

  /** Tools write a key twice where their user gave an option twice: the last one counts. */
  private static final JSON OF_TOOLS = JSON.std.without(JSON.Feature.FAIL_ON_DUPLICATE_MAP_KEYS);

  private static final JsonFactory FACTORY = new JsonFactory();

  private JsonText() {}

  /**
   * Reads a JSON object.
   *
   * @throws Refusal where the text is none
   */
  public static Map<?, ?> object(String text) throws Refusal {
    Object value;
    try {
      value = JSON.std.anyFrom(text);
    } catch (Exception malformed) {
      // The library declares an input-output error for a text that is in memory.
      throw new Refusal("the answer is not JSON");
    }
    if (value instanceof Map<?, ?> map) {
      return map;
    }
    throw new Refusal("the answer is not a JSON object");
  }

  /** Any value of JSON that the whole text is; empty where it is none, or null. */
  public static Optional<Object> value(String text) {
    try {
      return Optional.ofNullable(OF_TOOLS.anyFrom(text));
    } catch (Exception malformed) {
      return Optional.empty();
    }
  }

  /**
   * The objects of a text that other lines stand between, in their order: each begins a line. What
   * is cut off or malformed is passed over.
   */
  public static List<Map<?, ?>> objectsIn(String text) {
    List<Map<?, ?>> found = new ArrayList<>();
    char[] all = text.toCharArray();
    int at = beginning(text, 0);
    while (at >= 0) {
      int end = at + 1;
      try (JsonParser parser = FACTORY.createParser(all, at, all.length - at)) {
        if (OF_TOOLS.anyFrom(parser) instanceof Map<?, ?> map) {
          found.add(map);
          end = at + (int) parser.currentLocation().getCharOffset();
        }
      } catch (Exception malformed) {
        // The library declares an input-output error for a text that is in memory.
      }
      at = beginning(text, end);
    }
    return found;
  }

  private static int beginning(String text, int from) {
    int at = text.indexOf('{', from);
    while (at > 0 && text.charAt(at - 1) != '\n' && text.charAt(at - 1) != '\r') {
      at = text.indexOf('{', at + 1);
    }
    return at;
  }

  /** A value as JSON, its keys in their order. */
  public static String write(Map<String, ?> value) {
    try {
      return JSON.std.asString(value);
    } catch (Exception e) {
      throw new IllegalArgumentException("not a value of JSON: " + value, e);
    }
  }

  /** The object there; an empty one where something else is. */
  public static Map<?, ?> map(Object value) {
    return value instanceof Map<?, ?> map ? map : Map.of();
  }

  /** The list there; an empty one where something else is. */
  public static List<?> list(Object value) {
    return value instanceof List<?> list ? list : List.of();
  }

  /** The value below these keys, one object in the other; null where there is none. */
  public static Object at(Object value, String... keys) {
    Object here = value;
    for (String key : keys) {
      here = map(here).get(key);
    }
    return here;
  }

  /** The text there; an empty one where something else is. */
  public static String text(Object value) {
    return value instanceof String text ? text : "";
  }
}
