package io.tuner.report;

import io.tuner.resource.Bound;
import io.tuner.resource.Codec;
import io.tuner.resource.Content;
import io.tuner.resource.Described;
import io.tuner.resource.LocalFile;
import io.tuner.resource.Upload;
import io.tuner.text.ByteSize;
import io.tuner.text.CpuSet;
import io.tuner.text.Secret;
import io.tuner.text.Tree;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What may be written for a parameter, once in words and once as JSON Schema.
 *
 * @param words for the reference page
 * @param schema JSON Schema without description
 */
record ParameterForm(String words, Map<String, Object> schema) {

  /** A scalar that is one template is of any type until it is rendered. */
  private static final Map<String, Object> TEMPLATE = Map.of("type", "string", "pattern", "\\$\\{");

  static ParameterForm of(Described described, Described.Named parameter) {
    boolean file =
        parameter.inner() == Upload.class
            || Arrays.stream(described.record().getRecordComponents())
                .filter(component -> component.getName().equals(parameter.name()))
                .anyMatch(component -> component.isAnnotationPresent(LocalFile.class));
    return file
        ? new ParameterForm("path of a file here", Map.of("type", "string"))
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
      return new ParameterForm("true or false", anyOf(Map.of("type", "boolean"), TEMPLATE));
    }
    if (raw == int.class || raw == Integer.class || raw == long.class || raw == Long.class) {
      return new ParameterForm("whole number", anyOf(Map.of("type", "integer"), TEMPLATE));
    }
    if (raw == Tree.class) {
      return new ParameterForm("any value", Map.of());
    }
    return new ParameterForm(scalar(raw), Map.of("type", List.of("string", "number", "boolean")));
  }

  private static String scalar(Class<?> raw) {
    if (raw == Bound.class) {
      return "value, or a bound such as \">= 4096\"";
    }
    if (raw == ByteSize.class) {
      return "size such as 64K or 2G";
    }
    if (raw == CpuSet.class) {
      return "CPU list such as 0-3,8";
    }
    if (raw == Secret.class) {
      return "secret";
    }
    return raw == Content.class || raw == String.class ? "text" : raw.getSimpleName();
  }

  private static ParameterForm list(Type element) {
    ParameterForm one = of(element);
    Map<String, Object> array = new LinkedHashMap<>();
    array.put("type", "array");
    array.put("items", one.schema());
    return new ParameterForm("list of: " + one.words() + "; or one", anyOf(array, one.schema()));
  }

  private static ParameterForm map(Type element) {
    ParameterForm one = of(element);
    Map<String, Object> object = new LinkedHashMap<>();
    object.put("type", "object");
    object.put("additionalProperties", one.schema());
    return new ParameterForm("mapping to: " + one.words(), object);
  }

  private static Map<String, Object> anyOf(Map<String, Object> first, Map<String, Object> second) {
    return Map.of("anyOf", List.of(first, second));
  }
}
