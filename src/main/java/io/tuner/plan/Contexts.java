package io.tuner.plan;

import io.tuner.resource.Codec;
import io.tuner.resource.Context;
import java.lang.reflect.RecordComponent;
import java.util.HashMap;
import java.util.Map;

/** Carries what was read for deciding from a fresh state into one that was decided earlier. */
final class Contexts {

  private Contexts() {}

  /** {@code target} with the {@link Context} components of {@code fresh}. */
  static Record copy(Record fresh, Record target) {
    if (fresh.getClass() != target.getClass()) {
      return target;
    }
    Map<String, Object> merged = new HashMap<>(Codec.toMap(target));
    Map<String, Object> found = Codec.toMap(fresh);
    boolean any = false;
    for (RecordComponent component : target.getClass().getRecordComponents()) {
      if (component.isAnnotationPresent(Context.class)) {
        any = true;
        merged.remove(component.getName());
        if (found.containsKey(component.getName())) {
          merged.put(component.getName(), found.get(component.getName()));
        }
      }
    }
    return any ? Codec.fromMap(target.getClass(), merged) : target;
  }
}
