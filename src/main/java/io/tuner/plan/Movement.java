package io.tuner.plan;

import io.tuner.resource.Knob;
import io.tuner.resource.Leaves;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What moved on a host between the plan that was shown and the moment it is to be applied. */
public final class Movement {

  private Movement() {}

  /** One sentence a knob that has another value than the plan began with; empty where none has. */
  public static List<String> between(List<TaskPlan> shown, List<TaskPlan> now) {
    List<String> moved = new ArrayList<>();
    for (int i = 0; i < shown.size(); i++) {
      TaskPlan before = shown.get(i);
      TaskPlan after = now.get(i);
      if (before.from().isPresent() && after.from().isPresent()) {
        List<String> found = between(before, after);
        moved.addAll(found.isEmpty() ? decided(before, after) : found);
      } else if (before.from().isPresent() && after.result().status() == Status.FAILED) {
        moved.add(after.result().address() + ": " + after.result().message().orElse(""));
      }
    }
    return moved;
  }

  /** The host is as it was, and yet something else would be wanted of it now. */
  private static List<String> decided(TaskPlan before, TaskPlan after) {
    boolean same =
        before.to().isEmpty()
            || after.to().isEmpty()
            || Leaves.of(before.to().get()).equals(Leaves.of(after.to().get()));
    return same
        ? List.of()
        : List.of(after.result().address() + ": the target is not the one that was planned");
  }

  private static List<String> between(TaskPlan before, TaskPlan after) {
    Record from = before.from().orElseThrow();
    Map<String, Object> then = Leaves.of(from);
    Map<String, Object> now = Leaves.of(after.from().orElseThrow());
    Map<String, Knob> knobs = Conflicts.knobs(before.subject().resource(), from);
    Set<String> paths = new LinkedHashSet<>(then.keySet());
    paths.addAll(now.keySet());
    List<String> moved = new ArrayList<>();
    for (String path : paths) {
      if (!Comparison.same(then.get(path), now.get(path))) {
        String knob = knobs.containsKey(path) ? knobs.get(path).name() : path;
        moved.add(
            "%s: %s was %s when the plan was made, and is %s now"
                .formatted(
                    after.result().address(),
                    knob,
                    Planner.show(then.get(path)),
                    Planner.show(now.get(path))));
      }
    }
    return moved;
  }
}
