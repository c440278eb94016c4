package io.tuner.plan;

import io.tuner.resource.Knob;
import io.tuner.resource.Leaves;
import io.tuner.resource.Readings;
import io.tuner.resource.Resource;
import io.tuner.resource.Writer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Finds knobs with two masters: two tasks, or a task and another writer on the host. */
public final class Conflicts {

  private record Owner(String address, Object value) {}

  private Conflicts() {}

  /**
   * The same tasks, those failed that would undo another one: they set one knob to two values, or a
   * file whole and a part of it otherwise. A file is one under all its names.
   *
   * @param readings with what {@link RealPaths#probe} asks for
   */
  public static List<TaskPlan> forbidden(String host, List<TaskPlan> plans, Readings readings) {
    List<TaskPlan> tasks = new ArrayList<>(plans);
    for (Conflict conflict : betweenTasks(host, plans, new RealPaths(readings))) {
      String message =
          "sets %s to %s, and %s sets it to %s"
              .formatted(
                  conflict.knob(),
                  Planner.show(conflict.value()),
                  conflict.other(),
                  Planner.show(conflict.otherValue()));
      tasks.replaceAll(
          task ->
              task.result().address().equals(conflict.address())
                  ? task.with(task.result().refused(message))
                  : task);
    }
    return new WholeFiles(readings).checked(tasks);
  }

  /** Pairs of tasks that set one knob, by the names they give it, to two values. */
  public static List<Conflict> betweenTasks(String host, List<TaskPlan> plans) {
    return betweenTasks(host, plans, new RealPaths(new Readings.Builder().build()));
  }

  private static List<Conflict> betweenTasks(String host, List<TaskPlan> plans, RealPaths real) {
    Map<Knob, Owner> owners = new HashMap<>();
    List<Conflict> conflicts = new ArrayList<>();
    for (TaskPlan plan : plans) {
      Map<Knob, Object> owned = owned(plan);
      Set<String> entries = entries(owned);
      owned.forEach(
          (own, value) -> {
            Knob knob = own.named(entries.contains(own.file()) ? real::ofEntry : real::of);
            Owner first = owners.putIfAbsent(knob, new Owner(plan.subject().address(), value));
            if (first != null && !text(first.value()).equals(text(value))) {
              conflicts.add(
                  new Conflict(
                      host,
                      knob.name(),
                      plan.subject().address(),
                      text(value),
                      first.address(),
                      text(first.value()),
                      false));
            }
          });
    }
    return conflicts;
  }

  /** The paths at which a task makes a link or removes what is there, and does not follow it. */
  private static Set<String> entries(Map<Knob, Object> owned) {
    Set<String> entries = new HashSet<>();
    owned.forEach(
        (knob, kind) -> {
          if (knob.isOf("file") && (text(kind).equals("link") || text(kind).equals("absent"))) {
            entries.add(knob.file());
          }
        });
    return entries;
  }

  /** The readings of a writer on a host where these tasks have written their files. */
  public static Readings afterwards(List<TaskPlan> plans, Readings readings, Writer writer) {
    return new WholeFiles(readings).afterwards(plans, writer.probe());
  }

  /** The place of a claim, and the task that writes that file where one does. */
  private static String place(Writer.Claim claim, Map<String, String> tasks) {
    return tasks.entrySet().stream()
        .filter(file -> (claim.place() + ":").startsWith(file.getKey() + ":"))
        .findFirst()
        .map(file -> claim.place() + " of " + file.getValue())
        .orElse(claim.place());
  }

  /** Tasks whose knob another writer would set otherwise. */
  public static List<Conflict> withWriter(
      String host, List<TaskPlan> plans, String writer, List<Writer.Claim> claims) {
    List<Conflict> conflicts = new ArrayList<>();
    if (claims.isEmpty()) {
      return conflicts;
    }
    Map<String, String> wholes = WholeFiles.addresses(plans);
    for (TaskPlan plan : plans) {
      Map<Knob, Object> wanted = new HashMap<>(owned(plan));
      plan.to().map(to -> plan.subject().resource().claims()).orElse(Map.of()).entrySet().stream()
          .filter(claim -> claim.getValue().equals(Resource.ABSENT))
          .forEach(claim -> wanted.putIfAbsent(claim.getKey(), Resource.ABSENT));
      for (Writer.Claim claim : claims) {
        Object value = wanted.get(claim.knob());
        String made = value == null ? "" : claim.makes().apply(text(value));
        if (value != null && !text(value).equals(made)) {
          Object now = observed(plan).get(claim.knob());
          conflicts.add(
              new Conflict(
                  host,
                  claim.knob().name(),
                  plan.subject().address(),
                  text(value),
                  writer + " (" + place(claim, wholes) + ")",
                  made,
                  now != null && text(now).equals(made)));
        }
      }
    }
    return conflicts;
  }

  /** True where two tasks own a knob together: what the later one does to it is what counts. */
  public static boolean shareKnob(TaskPlan one, TaskPlan other) {
    return owned(one).keySet().stream().anyMatch(owned(other)::containsKey)
        || observed(one).keySet().stream().anyMatch(observed(other)::containsKey);
  }

  /** The knobs of a plan's target with their values. */
  static Map<Knob, Object> owned(TaskPlan plan) {
    return plan.to().map(to -> values(plan, to)).orElse(Map.of());
  }

  private static Map<Knob, Object> observed(TaskPlan plan) {
    return plan.from().map(from -> values(plan, from)).orElse(Map.of());
  }

  private static Map<Knob, Object> values(TaskPlan plan, Record state) {
    Map<String, Object> leaves = Leaves.of(state);
    Map<Knob, Object> values = new HashMap<>();
    knobs(plan.subject().resource(), state)
        .forEach(
            (path, knob) -> {
              if (leaves.containsKey(path)) {
                values.putIfAbsent(knob, leaves.get(path));
              }
            });
    return values;
  }

  @SuppressWarnings("unchecked")
  static <S extends Record> Map<String, Knob> knobs(Resource<S> resource, Record state) {
    return resource.knobs((S) state);
  }

  private static String text(Object value) {
    return value == null ? Resource.ABSENT : value.toString();
  }
}
