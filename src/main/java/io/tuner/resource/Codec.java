package io.tuner.resource;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * States as plain maps, for journals and saved plans, and back. Encoding what was decoded gives the
 * same; an absent value has no key.
 *
 * <p>Scalars are String, whole numbers, Boolean, enums, and any class with a static {@code
 * parse(String)} that reads its own {@code toString()}.
 */
public final class Codec {

  private Codec() {}

  /** A state as Map, List, String, Number and Boolean. */
  public static Map<String, Object> toMap(Record state) {
    Map<String, Object> map = new LinkedHashMap<>();
    for (Shape.Component component : Shape.of(state.getClass()).components()) {
      Object value = encode(component.of(state));
      if (value != null) {
        map.put(component.name(), value);
      }
    }
    return map;
  }

  /** As {@link #toMap}, with every component marked {@link Context} emptied of texts that were read. */
  public static Map<String, Object> withoutContext(Record state) {
    Map<String, Object> map = toMap(state);
    for (Shape.Component component : Shape.of(state.getClass()).components()) {
      Object value = component.of(state);
      if (component.isContext()) {
        map.put(component.name(), emptied(value));
      } else if (value instanceof Record inner && !isScalar(inner.getClass())) {
        map.put(component.name(), withoutContext(inner));
      }
    }
    map.values().removeIf(java.util.Objects::isNull);
    return map;
  }

  private static Object emptied(Object value) {
    if (value instanceof Optional<?> optional) {
      return optional.filter(held -> !isText(held)).map(Codec::emptied).orElse(null);
    }
    if (value instanceof Map<?, ?>) {
      return Map.of();
    }
    if (value instanceof Iterable<?>) {
      return List.of();
    }
    if (value instanceof Record record && !isScalar(record.getClass())) {
      Map<String, Object> map = new LinkedHashMap<>();
      for (Shape.Component component : Shape.of(record.getClass()).components()) {
        Object inner = emptied(component.of(record));
        if (inner != null) {
          map.put(component.name(), inner);
        }
      }
      return map;
    }
    return isText(value) ? "" : encode(value);
  }

  private static boolean isText(Object value) {
    return value instanceof String || value instanceof Content;
  }

  /**
   * A state from what {@link #toMap} gave.
   *
   * @throws IllegalArgumentException where the map is not of that form
   */
  public static <S extends Record> S fromMap(Class<S> type, Map<?, ?> map) {
    List<Object> values = new ArrayList<>();
    for (Shape.Component component : Shape.of(type).components()) {
      values.add(decode(component.type(), map.get(component.name())));
    }
    return construct(type, values.toArray());
  }

  static Object encode(Object value) {
    if (value == null || value instanceof Number || value instanceof Boolean) {
      return value;
    }
    if (value instanceof Optional<?> optional) {
      return optional.map(Codec::encode).orElse(null);
    }
    if (value instanceof Record record && !isScalar(record.getClass())) {
      return toMap(record);
    }
    if (value instanceof Map<?, ?> map) {
      Map<String, Object> out = new LinkedHashMap<>();
      map.forEach((key, inner) -> out.put(key.toString(), encode(inner)));
      return out;
    }
    if (value instanceof Iterable<?> items) {
      List<Object> out = new ArrayList<>();
      items.forEach(item -> out.add(encode(item)));
      return out;
    }
    return value instanceof Enum<?> constant
        ? constant.name().toLowerCase(Locale.ROOT)
        : value.toString();
  }

  private static Object decode(Type type, Object value) {
    if (type instanceof ParameterizedType parameterized) {
      Type[] arguments = parameterized.getActualTypeArguments();
      Type raw = parameterized.getRawType();
      if (raw == Optional.class) {
        return value == null ? Optional.empty() : Optional.of(decode(arguments[0], value));
      }
      if (raw == List.class && value instanceof List<?> list) {
        return list.stream().map(item -> decode(arguments[0], item)).toList();
      }
      if (Map.class.isAssignableFrom((Class<?>) raw) && value instanceof Map<?, ?> map) {
        Map<String, Object> out =
            raw == Map.class ? new LinkedHashMap<>() : new java.util.TreeMap<>();
        map.forEach((key, inner) -> out.put(key.toString(), decode(arguments[1], inner)));
        return out;
      }
      throw new IllegalArgumentException("not a " + type + ": " + value);
    }
    Class<?> target = (Class<?>) type;
    if (target.isRecord() && !isScalar(target)) {
      if (!(value instanceof Map<?, ?> map)) {
        throw new IllegalArgumentException("not a " + target.getSimpleName() + ": " + value);
      }
      return fromMap(target.asSubclass(Record.class), map);
    }
    if (value == null) {
      throw new IllegalArgumentException("a value of type " + target.getSimpleName() + " is missing");
    }
    return scalar(target, value.toString());
  }

  /**
   * A scalar from its text.
   *
   * @throws IllegalArgumentException with a message for people, where the text is none
   */
  public static Object scalar(Class<?> type, String text) {
    if (type == String.class || type == Object.class) {
      return text;
    }
    if (type == int.class || type == Integer.class) {
      return Math.toIntExact(wholeNumber(text, Integer.MIN_VALUE, Integer.MAX_VALUE));
    }
    if (type == long.class || type == Long.class) {
      return wholeNumber(text, Long.MIN_VALUE, Long.MAX_VALUE);
    }
    if (type == boolean.class || type == Boolean.class) {
      return switch (text.strip().toLowerCase(Locale.ROOT)) {
        case "true", "yes", "on" -> true;
        case "false", "no", "off" -> false;
        default -> throw new IllegalArgumentException("`" + text + "` is neither true nor false");
      };
    }
    if (type.isEnum()) {
      return Arrays.stream(type.getEnumConstants())
          .filter(constant -> spelling(constant).equals(text))
          .findFirst()
          .orElseThrow(() -> notOneOf(type, text));
    }
    return parse(type, text);
  }

  /** How a playbook spells an enum constant: in lower case. */
  public static String spelling(Object constant) {
    return ((Enum<?>) constant).name().toLowerCase(Locale.ROOT);
  }

  static boolean isScalar(Class<?> type) {
    return Shape.of(type).isScalar();
  }

  static <S extends Record> S construct(Class<S> type, Object[] values) {
    try {
      return Shape.constructor(type).newInstance(values);
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw new IllegalStateException(e);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Object parse(Class<?> type, String text) {
    try {
      return type.getMethod("parse", String.class).invoke(null, text);
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw new IllegalStateException(e);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("a state cannot hold a " + type, e);
    }
  }

  private static long wholeNumber(String text, long least, long most) {
    try {
      long number = Long.parseLong(text.strip());
      if (number >= least && number <= most) {
        return number;
      }
    } catch (NumberFormatException notOne) {
      // Said below, with the text.
    }
    throw new IllegalArgumentException("`" + text + "` is not a whole number");
  }

  private static IllegalArgumentException notOneOf(Class<?> type, String text) {
    List<String> words = Arrays.stream(type.getEnumConstants()).map(Codec::spelling).toList();
    return new IllegalArgumentException("`" + text + "` is not one of " + String.join(", ", words));
  }
}
