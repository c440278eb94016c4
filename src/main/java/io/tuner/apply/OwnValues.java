package io.tuner.apply;

import io.tuner.plan.JournalEntry;
import io.tuner.plan.Planner;
import io.tuner.plan.TaskPlan;
import io.tuner.resource.Codec;
import io.tuner.resource.Knob;
import io.tuner.resource.Leaves;
import io.tuner.resource.Resource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The values that runs found or left: by them a rollback knows what somebody else has changed
 * since. A knob of which no run speaks is nobody's.
 */
final class OwnValues {

  private final Map<Knob, Set<String>> values = new HashMap<>();

  /**
   * Every value that a change found, wanted or left.
   *
   * @param resource of the change
   * @param state the class of its states
   * @return the knobs it speaks of
   */
  Set<Knob> remember(Resource<?> resource, Class<? extends Record> state, JournalEntry entry) {
    Record to = Codec.fromMap(state, entry.to());
    Set<Knob> touched = remember(resource, Codec.fromMap(state, entry.from()), to);
    entry.found().ifPresent(found -> remember(resource, Codec.fromMap(state, found), to));
    return touched;
  }

  private Set<Knob> remember(Resource<?> resource, Record from, Record to) {
    Map<String, Knob> knobs = new HashMap<>(knobs(resource, from));
    knobs.putAll(knobs(resource, to));
    for (Record state : List.of(from, to)) {
      Map<String, Object> leaves = Leaves.of(state);
      knobs.forEach(
          (path, knob) ->
              values.computeIfAbsent(knob, k -> new HashSet<>()).add(text(leaves.get(path))));
    }
    return Set.copyOf(knobs.values());
  }

  /**
   * A value that a plan found and that is somebody else's.
   *
   * @param why what to say of it
   */
  record Foreign(Knob knob, String why) {

    /** True where it is the path itself, and so all that lay below it. */
    boolean isPath() {
      return knob.isOf("file") || knob.isOf("content") || knob.isOf("target");
    }
  }

  /** What a plan found that is somebody else's. */
  List<Foreign> foreign(TaskPlan plan) {
    if (plan.from().isEmpty() || plan.to().isEmpty()) {
      return List.of();
    }
    List<Foreign> foreign = new ArrayList<>();
    Map<String, Object> found = Leaves.of(plan.from().get());
    Resource<?> resource = plan.subject().resource();
    Map<String, Knob> knobs = new TreeMap<>(knobs(resource, plan.to().get()));
    knobs.putAll(knobs(resource, plan.from().get()));
    for (Map.Entry<String, Knob> owned : knobs.entrySet()) {
      Set<String> known = values.get(owned.getValue());
      Object now = found.get(owned.getKey());
      if (known != null && !known.contains(text(now))) {
        String why =
            "somebody else set %s to %s since; it stays so (--force takes it back all the same)"
                .formatted(owned.getValue(), Planner.show(now));
        foreign.add(new Foreign(owned.getValue(), why));
      }
    }
    return foreign;
  }

  @SuppressWarnings("unchecked")
  private static <S extends Record> Map<String, Knob> knobs(Resource<S> resource, Record state) {
    return resource.knobs((S) state);
  }

  private static String text(Object value) {
    return String.valueOf(value);
  }
}
