package io.tuner.format;

import io.tuner.text.Suggestion;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a firmware says of its settings: their types and the values they take (DMTF schema
 * AttributeRegistry).
 *
 * @param attributes by name
 */
public record BiosRegistry(Map<String, Attribute> attributes) {

  /**
   * One setting.
   *
   * @param type {@code Enumeration}, {@code Integer}, {@code Boolean}, {@code String}, {@code
   *     Password}, or nothing
   * @param readOnly true where it cannot be set
   * @param values of an enumeration
   * @param least the least whole number, or the least length of a text
   * @param most the most
   * @param step of a whole number, counted from the least
   * @param help what it does, for people; empty where nothing is said
   */
  public record Attribute(
      String type,
      boolean readOnly,
      List<String> values,
      Optional<Long> least,
      Optional<Long> most,
      long step,
      String help) {

    /** Why it cannot have this value, in the form it is written in; empty where it can. */
    public Optional<String> fault(String value) {
      if (type.equals("Enumeration") && !values.isEmpty() && !values.contains(value)) {
        String near =
            values.stream()
                .filter(value::equalsIgnoreCase)
                .findFirst()
                .map(word -> "did you mean `" + word + "`?")
                .or(() -> Suggestion.didYouMean(value, values))
                .orElse("it takes " + String.join(", ", values));
        return Optional.of("it is never `" + value + "`: " + near);
      }
      if (type.equals("Integer")) {
        return number(value);
      }
      long length = value.length();
      boolean outside =
          least.filter(n -> length < n).or(() -> most.filter(n -> length > n)).isPresent();
      return type.equals("String") && outside
          ? Optional.of("its text has " + range() + " characters")
          : Optional.empty();
    }

    private Optional<String> number(String value) {
      if (!value.matches("-?[0-9]{1,18}")) {
        return Optional.of("`" + value + "` is not a whole number");
      }
      long number = Long.parseLong(value);
      if (least.filter(n -> number < n).or(() -> most.filter(n -> number > n)).isPresent()) {
        return Optional.of("`" + value + "` is not " + range());
      }
      return step > 1 && (number - least.orElse(0L)) % step != 0
          ? Optional.of("`" + value + "` is none of its steps of " + step)
          : Optional.empty();
    }

    private String range() {
      return least.map(n -> n + " to ").orElse("at most ") + most.map(n -> "" + n).orElse("any");
    }
  }

  /**
   * Reads one.
   *
   * @throws Refusal where it is none
   */
  public static BiosRegistry parse(String text) throws Refusal {
    Map<?, ?> document = JsonText.object(text);
    Map<String, Attribute> attributes = new LinkedHashMap<>();
    for (Object item : JsonText.list(JsonText.at(document, "RegistryEntries", "Attributes"))) {
      String name = JsonText.text(JsonText.at(item, "AttributeName"));
      if (!name.isEmpty()) {
        attributes.put(name, attribute(JsonText.map(item)));
      }
    }
    if (attributes.isEmpty()) {
      throw new Refusal("the attribute registry names no settings");
    }
    return new BiosRegistry(attributes);
  }

  private static Attribute attribute(Map<?, ?> item) {
    List<String> values = new ArrayList<>();
    for (Object value : JsonText.list(item.get("Value"))) {
      Object name = JsonText.at(value, "ValueName");
      if (name != null) {
        values.add(name.toString());
      }
    }
    String type = JsonText.text(item.get("Type"));
    boolean text = type.equals("String");
    return new Attribute(
        type,
        Boolean.TRUE.equals(item.get("ReadOnly")) || Boolean.TRUE.equals(item.get("Immutable")),
        List.copyOf(values),
        number(item.get(text ? "MinLength" : "LowerBound")),
        number(item.get(text ? "MaxLength" : "UpperBound")),
        number(item.get("ScalarIncrement")).orElse(1L),
        JsonText.text(item.get("HelpText")));
  }

  private static Optional<Long> number(Object value) {
    return value instanceof Number number ? Optional.of(number.longValue()) : Optional.empty();
  }
}
