package io.tuner.apply;

import io.tuner.plan.JournalEntry;
import io.tuner.plan.Planner;
import io.tuner.plan.Status;
import io.tuner.plan.Subject;
import io.tuner.plan.TaskPlan;
import io.tuner.plan.TaskResult;
import io.tuner.resource.Binder;
import io.tuner.resource.Codec;
import io.tuner.resource.Described;
import io.tuner.resource.Knob;
import io.tuner.resource.Leaves;
import io.tuner.resource.Resource;
import io.tuner.resources.Resources;
import io.tuner.text.Diagnostics;
import io.tuner.text.Source;
import io.tuner.text.Span;
import io.tuner.text.Tree;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What taking runs back amounts to: for every task the state before its first change, in the
 * reverse order of the first changes. Never a replay of inverse commands: each is a transition from
 * what the host is now.
 */
public final class Undo {

  /** One task that is taken back. */
  private record Group(List<JournalEntry> entries) {
    JournalEntry oldest() {
      return entries.get(0);
    }
  }

  private final List<Group> groups = new ArrayList<>();
  private final Map<Knob, Set<Object>> ours = new HashMap<>();
  private final List<TaskPlan> broken = new ArrayList<>();
  private final List<Subject> subjects = new ArrayList<>();
  private final Map<Subject, List<String>> places = new HashMap<>();
  private final Set<String> unfinished = new HashSet<>();

  private Undo() {}

  /**
   * The runs to take back.
   *
   * @param runs all of the host, oldest first
   * @param from the first to take back, with all later ones; empty: the last that changed something,
   *     with those it finished
   * @param all true: every run
   */
  public static List<PastRun> select(List<PastRun> runs, Optional<String> from, boolean all) {
    List<PastRun> open = runs.stream().filter(PastRun::canBeTakenBack).toList();
    if (all || open.isEmpty()) {
      return open;
    }
    if (from.isPresent()) {
      int sequence =
          runs.stream()
              .filter(run -> run.run().equals(from.get()))
              .mapToInt(PastRun::sequence)
              .findFirst()
              .orElse(Integer.MAX_VALUE);
      return open.stream().filter(run -> run.sequence() >= sequence).toList();
    }
    Set<String> wanted = new LinkedHashSet<>();
    include(open.get(open.size() - 1).run(), runs, wanted);
    return open.stream().filter(run -> wanted.contains(run.run())).toList();
  }

  /** A run, the dead ones it finished, and what a rollback among those was taking back. */
  private static void include(String name, List<PastRun> runs, Set<String> wanted) {
    if (!wanted.add(name)) {
      return;
    }
    for (PastRun run : runs) {
      if (run.run().equals(name)) {
        run.continues().forEach(other -> include(other, runs, wanted));
        run.undoes().forEach(other -> include(other, runs, wanted));
      }
    }
  }

  /** The undoing of runs, of one address only where told so. */
  public static Undo of(List<PastRun> runs, Optional<String> address) {
    // Tasks may share an address and not their parameters; each has states of its own then.
    Map<List<Object>, List<JournalEntry>> byTask = new LinkedHashMap<>();
    for (PastRun run : runs) {
      for (JournalEntry entry : run.entries()) {
        if (!entry.isAction() && address.map(entry.address()::equals).orElse(true)) {
          byTask
              .computeIfAbsent(
                  List.of(entry.address(), entry.parameters()), task -> new ArrayList<>())
              .add(entry);
        }
      }
    }
    Undo undo = new Undo();
    byTask.values().forEach(entries -> undo.groups.add(new Group(entries)));
    Collections.reverse(undo.groups);
    undo.groups.forEach(undo::subject);
    return undo;
  }

  /**
   * What handlers of these runs did: it is not done again, for a restart would start what the first
   * state had stopped. So what a service was given by it stays in use until its next restart.
   */
  public static List<TaskResult> handlers(List<PastRun> runs) {
    Map<String, TaskResult> handlers = new LinkedHashMap<>();
    for (PastRun run : runs) {
      run.entries().stream()
          .filter(JournalEntry::isAction)
          .forEach(
              entry ->
                  handlers.put(
                      entry.address(),
                      TaskResult.of(
                          entry.address(),
                          entry.name(),
                          new Span(new Source(entry.source(), ""), 0, 0, 1),
                          Status.PENDING,
                          "is not run again by a rollback: what was restored is in use after the"
                              + " next restart or reload")));
    }
    return List.copyOf(handlers.values());
  }

  /** What must be read. */
  public io.tuner.resource.Probe probe() {
    return io.tuner.resource.Probe.all(
        subjects.stream().map(subject -> subject.resource().probe()).toList());
  }

  /** By subject, the journal entries that are taken back, oldest first. */
  public Map<Subject, List<String>> places() {
    return Map.copyOf(places);
  }

  /**
   * The plan.
   *
   * @param force false: what somebody else changed since is left as it is, and said
   */
  public List<TaskPlan> plan(io.tuner.resource.Readings readings, boolean force) {
    List<TaskPlan> plans = new ArrayList<>(broken);
    for (Subject subject : subjects) {
      TaskPlan plan = Planner.plan(subject, readings, false);
      plans.add(force ? plan : foreign(plan));
    }
    return plans;
  }

  private TaskPlan foreign(TaskPlan plan) {
    if (plan.from().isEmpty() || unfinished.contains(plan.subject().address())) {
      return plan;
    }
    Map<String, Object> found = Leaves.of(plan.from().get());
    Resource<?> resource = plan.subject().resource();
    Map<String, Knob> knobs = new HashMap<>(knobs(resource, plan.to().orElseThrow()));
    knobs.putAll(knobs(resource, plan.from().get()));
    for (Map.Entry<String, Knob> owned : knobs.entrySet()) {
      Set<Object> known = ours.get(owned.getValue());
      Object now = found.get(owned.getKey());
      if (known != null && !known.contains(text(now))) {
        String message =
            "somebody else set %s to %s since; it stays so (--force takes it back all the same)"
                .formatted(owned.getValue(), Planner.show(now));
        TaskResult failed = plan.result().with(Status.FAILED, Optional.of(message));
        return new TaskPlan(
            plan.about(), failed, plan.from(), plan.to(), io.tuner.resource.Script.empty());
      }
    }
    return plan;
  }

  private void subject(Group group) {
    JournalEntry oldest = group.oldest();
    Optional<Described> described = Resources.find(oldest.type());
    Span span = new Span(new Source(oldest.source(), ""), 0, 0, 1);
    if (described.isEmpty() || described.get().type().schema() != oldest.schema()) {
      broken(oldest, span, "journalled by another version of tuner, which can take it back");
      return;
    }
    Diagnostics diagnostics = new Diagnostics();
    Optional<Record> resource =
        Binder.bind(described.get(), Tree.of(newest(group).parameters(), span), diagnostics);
    if (resource.isEmpty()) {
      broken(oldest, span, diagnostics.sorted().get(0).message());
      return;
    }
    try {
      subject(group, described.get(), (Resource<?>) resource.get(), span);
    } catch (IllegalArgumentException | ClassCastException e) {
      broken(oldest, span, "its journal was damaged after it was written: " + e.getMessage());
    }
  }

  private void broken(JournalEntry entry, Span span, String message) {
    broken.add(
        TaskPlan.of(
            TaskResult.of(entry.address(), entry.name(), span, Status.FAILED, message)));
  }

  private void subject(Group group, Described described, Resource<?> declared, Span span) {
    JournalEntry oldest = group.oldest();
    List<String> entries = new ArrayList<>();
    for (JournalEntry entry : group.entries()) {
      Class<? extends Record> state = described.state();
      Record to = Codec.fromMap(state, entry.to());
      remember(declared, Codec.fromMap(state, entry.from()), to);
      entry.found().ifPresent(found -> remember(declared, Codec.fromMap(state, found), to));
      entries.add(entry.place());
      if (!entry.finished()) {
        unfinished.add(entry.address());
      }
    }
    Subject subject =
        new Subject(
            oldest.address(),
            oldest.type(),
            oldest.name(),
            span,
            declared,
            newest(group).parameters(),
            List.of(),
            true,
            oldest.become(),
            Optional.of(Codec.fromMap(described.state(), oldest.from())));
    subjects.add(subject);
    places.put(subject, entries);
  }

  /** Every value that a knob had or got by the runs that are taken back is ours. */
  private void remember(Resource<?> resource, Record from, Record to) {
    Map<String, Knob> knobs = new HashMap<>(knobs(resource, from));
    knobs.putAll(knobs(resource, to));
    for (Record state : List.of(from, to)) {
      Map<String, Object> leaves = Leaves.of(state);
      knobs.forEach(
          (path, knob) ->
              ours.computeIfAbsent(knob, k -> new HashSet<>()).add(text(leaves.get(path))));
    }
  }

  @SuppressWarnings("unchecked")
  private static <S extends Record> Map<String, Knob> knobs(Resource<S> resource, Record state) {
    return resource.knobs((S) state);
  }

  private static JournalEntry newest(Group group) {
    return group.entries().get(group.entries().size() - 1);
  }

  private static String text(Object value) {
    return String.valueOf(value);
  }
}
