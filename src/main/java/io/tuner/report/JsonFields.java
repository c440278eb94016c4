package io.tuner.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * An object of a JSON document that ought to be of a known form: what is not, is told with its
 * place in the document.
 *
 * @param place {@code hosts[0].tasks[2]}; empty at the top
 * @param fields by name
 */
record JsonFields(String place, Map<?, ?> fields) {

  /** Something is not of the form it ought to have; the message says what and where. */
  static final class Unexpected extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Unexpected(String message) {
      super(message);
    }
  }

  /** A text that has to be there. */
  String text(String name) {
    return optionalText(name).orElseThrow(() -> unexpected(name, "a text"));
  }

  /** A text; empty where it is null or lacks. */
  Optional<String> optionalText(String name) {
    Object value = fields.get(name);
    if (value != null && !(value instanceof String)) {
      throw unexpected(name, "a text");
    }
    return Optional.ofNullable((String) value);
  }

  int whole(String name) {
    if (fields.get(name) instanceof Integer number) {
      return number;
    }
    throw unexpected(name, "a whole number");
  }

  boolean truth(String name) {
    if (fields.get(name) instanceof Boolean value) {
      return value;
    }
    throw unexpected(name, "true or false");
  }

  /** A truth that older documents lack. */
  boolean truth(String name, boolean without) {
    return fields.containsKey(name) ? truth(name) : without;
  }

  /** A number; empty where it is null or lacks. */
  OptionalDouble number(String name) {
    Object value = fields.get(name);
    if (value == null) {
      return OptionalDouble.empty();
    }
    return OptionalDouble.of(number(name, value));
  }

  /** Numbers; null among them is none. */
  List<Double> numbers(String name) {
    List<Double> out = new ArrayList<>();
    for (Object value : list(name)) {
      out.add(value == null ? Double.NaN : number(name, value));
    }
    return out;
  }

  List<String> texts(String name) {
    List<String> out = new ArrayList<>();
    for (Object value : list(name)) {
      if (!(value instanceof String text)) {
        throw unexpected(name, "a list of texts");
      }
      out.add(text);
    }
    return out;
  }

  /** Texts by name, in their order; none where they lack. */
  Map<String, String> textsByName(String name) {
    Map<String, String> out = new LinkedHashMap<>();
    object(name)
        .ifPresent(
            inner ->
                inner.fields.keySet().stream()
                    .map(Object::toString)
                    .forEach(key -> out.put(key, inner.optionalText(key).orElse(""))));
    return out;
  }

  /** An object; empty where it is null or lacks. */
  Optional<JsonFields> object(String name) {
    Object value = fields.get(name);
    if (value == null) {
      return Optional.empty();
    }
    if (value instanceof Map<?, ?> map) {
      return Optional.of(new JsonFields(at(name), map));
    }
    throw unexpected(name, "an object");
  }

  /** What a reader makes of each object of a list; of none where the list lacks. */
  <T> List<T> each(String name, Function<JsonFields, T> reader) {
    List<T> out = new ArrayList<>();
    for (Object value : list(name)) {
      if (!(value instanceof Map<?, ?> map)) {
        throw unexpected(name, "a list of objects");
      }
      out.add(reader.apply(new JsonFields(at(name) + "[" + out.size() + "]", map)));
    }
    return out;
  }

  /** A constant by the word that reports have for it. */
  <E extends Enum<E>> E constant(String name, E[] all, Function<E, String> word) {
    String text = text(name);
    return Arrays.stream(all)
        .filter(one -> word.apply(one).equals(text))
        .findFirst()
        .orElseThrow(
            () ->
                unexpected(
                    name,
                    "one of " + Arrays.stream(all).map(word).collect(Collectors.joining(", "))));
  }

  static String lower(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  Unexpected unexpected(String name, String wanted) {
    Object value = fields.get(name);
    String found = fields.containsKey(name) ? "is `" + value + "`" : "lacks";
    return new Unexpected("`" + at(name) + "` " + found + ", and ought to be " + wanted);
  }

  private List<?> list(String name) {
    Object value = fields.get(name);
    if (value != null && !(value instanceof List)) {
      throw unexpected(name, "a list");
    }
    return value == null ? List.of() : (List<?>) value;
  }

  private double number(String name, Object value) {
    if (value instanceof Number number) {
      return number.doubleValue();
    }
    throw unexpected(name, "a number");
  }

  private String at(String name) {
    return place.isEmpty() ? name : place + "." + name;
  }
}
