package io.tuner.resource;

import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * A class of states as reflection tells of it, asked once: it makes new objects and reads the
 * annotations anew every time, which is felt with hundreds of tasks.
 *
 * @param isScalar true where it has a static {@code parse(String)}
 * @param components of a record, in order; of other classes none
 */
record Shape(boolean isScalar, List<Component> components) {

  /**
   * One component of a record.
   *
   * @param isContext true where it is marked {@link Context}
   * @param settles its own moment, where it has one
   */
  record Component(
      String name, Type type, boolean isContext, Optional<Settles> settles, Method accessor) {

    private static Component of(RecordComponent component) {
      Method accessor = component.getAccessor();
      accessor.setAccessible(true);
      return new Component(
          component.getName(),
          component.getGenericType(),
          component.isAnnotationPresent(Context.class),
          Optional.ofNullable(component.getAnnotation(Settles.class)),
          accessor);
    }

    Object of(Record record) {
      try {
        return accessor.invoke(record);
      } catch (ReflectiveOperationException unreachable) {
        throw new IllegalStateException(unreachable);
      }
    }
  }

  private static final ClassValue<Shape> SHAPES =
      new ClassValue<>() {
        @Override
        protected Shape computeValue(Class<?> type) {
          return read(type);
        }
      };

  private static final ClassValue<Constructor<?>> CONSTRUCTORS =
      new ClassValue<>() {
        @Override
        protected Constructor<?> computeValue(Class<?> type) {
          Class<?>[] types =
              Arrays.stream(type.getRecordComponents())
                  .map(RecordComponent::getType)
                  .toArray(Class<?>[]::new);
          try {
            Constructor<?> constructor = type.getDeclaredConstructor(types);
            constructor.setAccessible(true);
            return constructor;
          } catch (NoSuchMethodException everyRecordHasIt) {
            throw new IllegalStateException(everyRecordHasIt);
          }
        }
      };

  static Shape of(Class<?> type) {
    return SHAPES.get(type);
  }

  /** The constructor that takes all components. */
  @SuppressWarnings("unchecked")
  static <S extends Record> Constructor<S> constructor(Class<S> type) {
    return (Constructor<S>) CONSTRUCTORS.get(type);
  }

  private static Shape read(Class<?> type) {
    List<Component> components = new ArrayList<>();
    if (type.isRecord()) {
      for (RecordComponent component : type.getRecordComponents()) {
        components.add(Component.of(component));
      }
    }
    return new Shape(
        Arrays.stream(type.getMethods()).anyMatch(Shape::isParse), List.copyOf(components));
  }

  private static boolean isParse(Method method) {
    return method.getName().equals("parse")
        && Modifier.isStatic(method.getModifiers())
        && Arrays.equals(method.getParameterTypes(), new Class<?>[] {String.class});
  }
}
