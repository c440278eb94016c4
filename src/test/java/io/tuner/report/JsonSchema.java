package io.tuner.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The part of JSON Schema, draft 2020-12, that the playbooks' schema is written in. A keyword
 * beyond it is an error, so that nothing goes unchecked.
 */
final class JsonSchema {

  private static final Set<String> KNOWN =
      Set.of(
          "$schema",
          "title",
          "$defs",
          "$ref",
          "type",
          "properties",
          "required",
          "items",
          "enum",
          "additionalProperties",
          "anyOf",
          "oneOf",
          "if",
          "then",
          "else",
          "pattern",
          "description",
          "default",
          "examples");

  private final Map<?, ?> root;

  JsonSchema(Map<?, ?> root) {
    this.root = root;
  }

  /** Every fault of a document, with its place; none where it keeps the schema. */
  List<String> faults(Object document) {
    List<String> faults = new ArrayList<>();
    check(root, document, "$", faults);
    return faults;
  }

  private boolean holds(Object schema, Object value) {
    List<String> faults = new ArrayList<>();
    check(schema, value, "", faults);
    return faults.isEmpty();
  }

  private void check(Object at, Object value, String place, List<String> faults) {
    if (at instanceof Boolean allowed) {
      fault(allowed, place + " is not allowed", faults);
      return;
    }
    Map<?, ?> schema = (Map<?, ?>) at;
    if (!KNOWN.containsAll(schema.keySet())) {
      throw new IllegalStateException("unknown keywords among " + schema.keySet());
    }
    if (schema.get("$ref") instanceof String reference) {
      Map<?, ?> definitions = (Map<?, ?>) root.get("$defs");
      Object target = definitions.get(reference.replace("#/$defs/", ""));
      if (target == null) {
        throw new IllegalStateException("nothing at " + reference);
      }
      check(target, value, place, faults);
    }
    if (schema.containsKey("type")) {
      Object type = schema.get("type");
      List<?> types = type instanceof List<?> list ? list : List.of(type);
      fault(types.stream().anyMatch(t -> is(t, value)), place + " is no " + type, faults);
    }
    if (schema.get("enum") instanceof List<?> words) {
      fault(words.contains(value), place + " is none of " + words, faults);
    }
    if (schema.get("pattern") instanceof String pattern && value instanceof String text) {
      fault(Pattern.compile(pattern).matcher(text).find(), place + " is not " + pattern, faults);
    }
    choices(schema, value, place, faults);
    if (value instanceof Map<?, ?> map) {
      object(schema, map, place, faults);
    }
    if (value instanceof List<?> list && schema.containsKey("items")) {
      for (int i = 0; i < list.size(); i++) {
        check(schema.get("items"), list.get(i), place + "[" + i + "]", faults);
      }
    }
  }

  private void choices(Map<?, ?> schema, Object value, String place, List<String> faults) {
    if (schema.get("anyOf") instanceof List<?> any) {
      fault(any.stream().anyMatch(s -> holds(s, value)), place + " fits nothing of " + any, faults);
    }
    if (schema.get("oneOf") instanceof List<?> one) {
      long fitting = one.stream().filter(s -> holds(s, value)).count();
      fault(fitting == 1, place + " fits " + fitting + " of what it must fit one", faults);
    }
    if (schema.containsKey("if")) {
      String branch = holds(schema.get("if"), value) ? "then" : "else";
      check(schema.get(branch), value, place, faults);
    }
  }

  private void object(Map<?, ?> schema, Map<?, ?> map, String place, List<String> faults) {
    Map<?, ?> properties = schema.get("properties") instanceof Map<?, ?> known ? known : Map.of();
    if (schema.get("required") instanceof List<?> required) {
      required.forEach(key -> fault(map.containsKey(key), place + " lacks " + key, faults));
    }
    map.forEach(
        (key, inner) -> {
          Object own = properties.get(key);
          Object rule = own != null ? own : schema.get("additionalProperties");
          if (rule != null) {
            check(rule, inner, place + "." + key, faults);
          }
        });
  }

  private static boolean is(Object type, Object value) {
    return switch ((String) type) {
      case "object" -> value instanceof Map;
      case "array" -> value instanceof List;
      case "string" -> value instanceof String;
      case "boolean" -> value instanceof Boolean;
      case "integer" -> value instanceof Integer || value instanceof Long;
      case "number" -> value instanceof Number;
      default -> throw new IllegalStateException("unknown type " + type);
    };
  }

  private static void fault(boolean holds, String message, List<String> faults) {
    if (!holds) {
      faults.add(message);
    }
  }
}
