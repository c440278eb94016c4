package io.tuner.resource;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * A resource type, an action or a benchmark type as its record and annotations describe it: what
 * help, reference page, JSON Schema, completion and the reading of playbooks are made from.
 *
 * @param record the class
 * @param type its annotation
 * @param parameters in the order of the record's components
 */
public record Described(
    Class<? extends Record> record, io.tuner.resource.Type type, List<Described.Named> parameters) {

  /**
   * One parameter: its name in a playbook, its Java type, its annotation, and that of a path to a
   * file of the control machine, where it is one.
   */
  public record Named(String name, Type type, Parameter annotation, Optional<LocalFile> localFile) {

    /** The type inside Optional, or the type itself. */
    public Type inner() {
      return type instanceof ParameterizedType parameterized
              && parameterized.getRawType() == Optional.class
          ? parameterized.getActualTypeArguments()[0]
          : type;
    }
  }

  /** Reads the description off a class. */
  public static Described of(Class<? extends Record> record) {
    io.tuner.resource.Type type = record.getAnnotation(io.tuner.resource.Type.class);
    if (type == null) {
      throw new IllegalStateException(record + " lacks @Type");
    }
    List<Named> parameters =
        Arrays.stream(record.getRecordComponents()).map(c -> named(record, c)).toList();
    return new Described(record, type, parameters);
  }

  public String name() {
    return type.name();
  }

  public boolean isAction() {
    return Action.class.isAssignableFrom(record);
  }

  /** True where it has a state: a resource, and neither an action nor a benchmark. */
  public boolean isResource() {
    return Resource.class.isAssignableFrom(record);
  }

  public List<String> parameterNames() {
    return parameters.stream().map(Named::name).toList();
  }

  /** True where it has a parameter of that name. */
  public boolean takes(String parameter) {
    for (Named one : parameters) {
      if (one.name().equals(parameter)) {
        return true;
      }
    }
    return false;
  }

  /** What it takes, as a hint. */
  public String takes() {
    return name() + " takes " + String.join(", ", parameterNames()) + " (tuner doc " + name() + ")";
  }

  /** The class of the state, for a resource. */
  public Class<? extends Record> state() {
    return state(record)
        .orElseThrow(() -> new IllegalStateException(record + " does not implement Resource"));
  }

  /** Also where several types share an interface that says which state it is. */
  private static Optional<Class<? extends Record>> state(Class<?> type) {
    for (Type implemented : type.getGenericInterfaces()) {
      if (implemented instanceof ParameterizedType parameterized
          && parameterized.getRawType() == Resource.class) {
        Class<?> state = (Class<?>) parameterized.getActualTypeArguments()[0];
        return Optional.of(state.asSubclass(Record.class));
      }
      Optional<Class<? extends Record>> inherited =
          implemented instanceof Class<?> shared ? state(shared) : Optional.empty();
      if (inherited.isPresent()) {
        return inherited;
      }
    }
    return Optional.empty();
  }

  private static Named named(Class<?> record, RecordComponent component) {
    Parameter annotation = component.getAnnotation(Parameter.class);
    if (annotation == null) {
      throw new IllegalStateException(record + "." + component.getName() + " lacks @Parameter");
    }
    return new Named(
        annotation.name().isEmpty() ? component.getName() : annotation.name(),
        component.getGenericType(),
        annotation,
        Optional.ofNullable(component.getAnnotation(LocalFile.class)));
  }
}
