package io.tuner.resource;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A state as a flat map, which is what two states are compared by: leaf path (aspect first, {@code
 * live.sdb.scheduler}) to value. What is absent has no leaf. Components marked {@link Context} are
 * left out.
 */
public final class Leaves {

  private Leaves() {}

  /**
   * The leaves in the order of the record's components. Values: String, Number, Boolean, List,
   * Content.
   */
  public static Map<String, Object> of(Record state) {
    Map<String, Object> leaves = new LinkedHashMap<>();
    add("", state, leaves);
    return leaves;
  }

  /** The moment an aspect of that state settles by default. */
  public static Settles.When settles(Class<? extends Record> state, String aspect) {
    return said(state, aspect).map(Settles::value).orElse(Settles.When.NOW);
  }

  /** How many boots it may take until an aspect that settles with one is there. */
  public static int boots(Class<? extends Record> state, String aspect) {
    return said(state, aspect).map(Settles::boots).orElse(1);
  }

  private static Optional<Settles> said(Class<? extends Record> state, String aspect) {
    return Shape.of(state).components().stream()
        .filter(component -> component.name().equals(aspect))
        .findFirst()
        .flatMap(Shape.Component::settles);
  }

  /** The first component of a leaf path. */
  public static String aspect(String path) {
    int dot = path.indexOf('.');
    return dot < 0 ? path : path.substring(0, dot);
  }

  /** A leaf path without its aspect. */
  public static String within(String path) {
    int dot = path.indexOf('.');
    return dot < 0 ? "" : path.substring(dot + 1);
  }

  private static void add(String path, Object value, Map<String, Object> leaves) {
    if (value instanceof Optional<?> optional) {
      optional.ifPresent(present -> add(path, present, leaves));
    } else if (value instanceof Record record && !Codec.isScalar(record.getClass())) {
      for (Shape.Component component : Shape.of(record.getClass()).components()) {
        if (!component.isContext()) {
          add(join(path, component.name()), component.of(record), leaves);
        }
      }
    } else if (value instanceof Map<?, ?> map) {
      map.forEach((key, inner) -> add(join(path, key.toString()), inner, leaves));
    } else if (value != null) {
      leaves.put(path, scalar(value));
    }
  }

  private static Object scalar(Object value) {
    if (value instanceof List<?> list) {
      return list.stream().map(Leaves::scalar).toList();
    }
    boolean plain =
        value instanceof String
            || value instanceof Number
            || value instanceof Boolean
            || value instanceof Content;
    return plain ? value : Codec.encode(value);
  }

  private static String join(String path, String name) {
    return path.isEmpty() ? name : path + "." + name;
  }
}
