package io.tuner.report;

import io.tuner.bench.Terabytes;
import io.tuner.resource.Bound;
import io.tuner.resource.Codec;
import io.tuner.resource.Content;
import io.tuner.resource.Described;
import io.tuner.resource.Upload;
import io.tuner.text.ByteSize;
import io.tuner.text.CpuSet;
import io.tuner.text.Secret;
import io.tuner.text.Tree;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * What may be written for a parameter, once in words and once as JSON Schema.
 *
 * @param words for the reference page
 * @param schema JSON Schema without description
 */
record ParameterForm(String words, Map<String, Object> schema) {

  /** Until it is rendered, a template may stand for a value of any kind. */
  private static final Map<String, Object> TEMPLATE = Map.of("type", "string", "pattern", "\\$\\{");

  private static final Map<String, Object> SCALAR =
      Map.of("type", List.of("string", "number", "boolean"));

  /** True or false, as playbooks write it; editors read YAML 1.2, where {@code on} is a string. */
  static final Map<String, Object> FLAG =
      anyOf(Map.of("enum", List.of(true, false, "yes", "no", "on", "off")), TEMPLATE);

  static ParameterForm of(Described.Named parameter) {
    return parameter.inner() == Upload.class || parameter.localFile().isPresent()
        ? new ParameterForm("path of a file of this machine", Map.of("type", "string"))
        : of(parameter.inner());
  }

  private static ParameterForm of(Type type) {
    if (type instanceof ParameterizedType parameterized) {
      Type[] arguments = parameterized.getActualTypeArguments();
      return parameterized.getRawType() == List.class ? list(arguments[0]) : map(arguments[1]);
    }
    Class<?> raw = (Class<?>) type;
    if (raw.isEnum()) {
      List<String> words = Arrays.stream(raw.getEnumConstants()).map(Codec::spelling).toList();
      return new ParameterForm(String.join("|", words), anyOf(Map.of("enum", words), TEMPLATE));
    }
    if (raw == boolean.class || raw == Boolean.class) {
      return new ParameterForm("true or false", FLAG);
    }
    if (raw == int.class || raw == Integer.class || raw == long.class || raw == Long.class) {
      Map<String, Object> digits = Map.of("type", "string", "pattern", "^-?[0-9]+$|\\$\\{");
      return new ParameterForm("whole number", anyOf(Map.of("type", "integer"), digits));
    }
    return raw == Tree.class
        ? new ParameterForm("any value", Map.of())
        : new ParameterForm(noun(raw), SCALAR);
  }

  private static String noun(Class<?> raw) {
    if (raw == Bound.class) {
      return "value, or a bound such as \">= 4096\"";
    }
    if (raw == ByteSize.class) {
      return "size such as 64K or 2G";
    }
    if (raw == CpuSet.class) {
      return "CPU list such as 0-3,8";
    }
    if (raw == Terabytes.class) {
      return "terabytes such as 600 or 1.2PB";
    }
    if (raw == Secret.class) {
      return "secret";
    }
    return raw == Content.class || raw == String.class ? "text" : raw.getSimpleName();
  }

  private static ParameterForm list(Type element) {
    ParameterForm one = of(element);
    Map<String, Object> array = Map.of("type", "array", "items", one.schema());
    return new ParameterForm("list of: " + one.words() + "; or one", anyOf(array, one.schema()));
  }

  private static ParameterForm map(Type element) {
    ParameterForm one = of(element);
    Map<String, Object> object = Map.of("type", "object", "additionalProperties", one.schema());
    return new ParameterForm("mapping to: " + one.words(), anyOf(object, TEMPLATE));
  }

  private static Map<String, Object> anyOf(Map<?, ?> first, Map<?, ?> second) {
    return Map.of("anyOf", List.of(first, second));
  }
}
