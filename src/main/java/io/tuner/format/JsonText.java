package io.tuner.format;

import com.fasterxml.jackson.jr.ob.JSON;
import java.util.List;
import java.util.Map;

/** JSON of tools and controllers, as Map, List, String, Number, Boolean and null. */
public final class JsonText {

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
