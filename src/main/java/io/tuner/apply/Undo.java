package io.tuner.apply;

import io.tuner.plan.Credentials;
import io.tuner.plan.JournalEntry;
import io.tuner.plan.Planner;
import io.tuner.plan.Status;
import io.tuner.plan.Subject;
import io.tuner.plan.TaskPlan;
import io.tuner.plan.TaskResult;
import io.tuner.resource.Codec;
import io.tuner.resource.Described;
import io.tuner.resource.Knob;
import io.tuner.resource.Probe;
import io.tuner.resource.Readings;
import io.tuner.resource.Resource;
import io.tuner.resource.Script;
import io.tuner.resources.Resources;
import io.tuner.text.Source;
import io.tuner.text.Span;
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
  private final OwnValues ours = new OwnValues();
  private final Theirs theirs = new Theirs();
  private final List<TaskPlan> broken = new ArrayList<>();
  private final List<Subject> subjects = new ArrayList<>();
  private final Map<Subject, List<String>> places = new HashMap<>();
  private final Map<Subject, Set<Knob>> touched = new HashMap<>();
  private final Set<String> unfinished = new HashSet<>();
  private final boolean force;

  private final Credentials.Variables variables;

  private Undo(boolean force, Credentials.Variables variables) {
    this.force = force;
    this.variables = variables;
  }

  /** Nothing is taken back: that of an apply. */
  public static final Undo NOTHING = new Undo(false, Credentials.Variables.NONE);

  /**
   * The runs to take back.
   *
   * @param runs all of the host, oldest first
   * @param from the first to take back, with all later ones; empty: the last that changed
   *     something, with those it finished, or all that a rollback took back in part: what that has
   *     restored already would else be taken for newer than it is
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
    PastRun newest = runs.get(runs.size() - 1);
    if (newest.isRollback() && open.stream().anyMatch(run -> newest.undoes().contains(run.run()))) {
      include(newest.run(), runs, wanted);
    } else {
      include(open.get(open.size() - 1).run(), runs, wanted);
    }
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

  /**
   * The undoing of runs.
   *
   * @param runs that are taken back, oldest first
   * @param all of the host, oldest first: what those did that came after the first one taken back,
   *     rollbacks included, is not somebody else's
   * @param address of the only task to take back, where told so
   * @param force false: what somebody else changed since is left as it is, and said
   * @param variables of the host in the inventory
   */
  public static Undo of(
      List<PastRun> runs,
      List<PastRun> all,
      Optional<String> address,
      boolean force,
      Credentials.Variables variables) {
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
    Undo undo = new Undo(force, variables);
    byTask.values().forEach(entries -> undo.groups.add(new Group(entries)));
    Collections.reverse(undo.groups);
    undo.groups.forEach(undo::subject);
    int first = runs.stream().mapToInt(PastRun::sequence).min().orElse(Integer.MAX_VALUE);
    all.stream()
        .filter(run -> run.sequence() >= first)
        .flatMap(run -> run.entries().stream())
        .filter(entry -> !entry.isAction())
        .forEach(undo::remember);
    return undo;
  }

  /** What must be read. */
  public Probe probe() {
    return Probe.all(subjects.stream().map(subject -> subject.resource().probe()).toList());
  }

  /** True where the others go on without a task: what can be taken back is. */
  boolean goesOn(TaskPlan task) {
    return !task.stops() || !isNothing() && task.about().isPresent();
  }

  /** True where nothing is taken back. */
  boolean isNothing() {
    return places.isEmpty();
  }

  /** The journal entries of a subject that are taken back, oldest first. */
  List<String> places(Subject subject) {
    return places.getOrDefault(subject, List.of());
  }

  /**
   * The plan as far as it is known beforehand. What a later run made of a path or a value is taken
   * back first; how the host stands then is seen in each task's own turn.
   */
  public List<TaskPlan> plan(Readings readings) {
    List<TaskPlan> plans = new ArrayList<>(broken);
    Set<Knob> inMotion = new HashSet<>();
    for (Subject subject : subjects) {
      TaskPlan plan = ours(Planner.plan(subject, readings, false));
      if (plan.result().status() == Status.FAILED
          && !Collections.disjoint(inMotion, touched.get(subject))) {
        plan = Planner.unknown(subject, "known once what came after it is taken back");
      }
      if (!plan.isSettled()) {
        inMotion.addAll(touched.get(subject));
      }
      plans.add(plan);
    }
    // What lay below is taken back first, and is known to be somebody else's last.
    plans.replaceAll(plan -> plan.about().isPresent() ? apart(plan) : plan);
    return plans;
  }

  /** The plan of a task in its turn: a failure where what it found is somebody else's. */
  TaskPlan ours(TaskPlan plan) {
    if (isNothing() || force || unfinished.contains(plan.subject().address())) {
      return plan;
    }
    List<OwnValues.Foreign> foreign = ours.foreign(plan);
    theirs.found(plan.subject(), foreign);
    TaskPlan told =
        foreign.isEmpty() ? plan : left(plan, plan.result().refused(foreign.get(0).why()));
    return apart(told);
  }

  /** Not tried where a path that it has to do with was told to be somebody else's already. */
  private TaskPlan apart(TaskPlan plan) {
    return theirs
        .above(plan.subject(), touched.get(plan.subject()))
        .map(path -> path + " is somebody else's")
        .map(why -> left(plan, plan.result().with(Status.NOT_STARTED, Optional.of(why))))
        .orElse(plan);
  }

  private static TaskPlan left(TaskPlan plan, TaskResult result) {
    return new TaskPlan(plan.about(), result, plan.from(), plan.to(), Script.empty());
  }

  private void subject(Group group) {
    JournalEntry oldest = group.oldest();
    Optional<Described> described = Resources.find(oldest.type());
    Span span = new Span(new Source(oldest.source(), ""), 0, 0, 1);
    if (described.isEmpty() || described.get().type().schema() != oldest.schema()) {
      broken(oldest, span, "journalled by another version of tuner, which can take it back");
      return;
    }
    Record resource;
    try {
      resource = bind(described.get(), newest(group), span);
    } catch (IllegalArgumentException e) {
      broken(oldest, span, e.getMessage());
      return;
    }
    try {
      subject(group, described.get(), (Resource<?>) resource, span);
    } catch (IllegalArgumentException | ClassCastException e) {
      broken(oldest, span, "its journal was damaged after it was written: " + e.getMessage());
    }
  }

  private Record bind(Described described, JournalEntry entry, Span span) {
    return Credentials.bind(described, entry.parameters(), variables, span, "journal");
  }

  private void broken(JournalEntry entry, Span span, String message) {
    broken.add(
        TaskPlan.of(TaskResult.of(entry.address(), entry.name(), span, Status.FAILED, message)));
  }

  private void subject(Group group, Described described, Resource<?> declared, Span span) {
    JournalEntry oldest = group.oldest();
    List<String> entries = new ArrayList<>();
    Set<Knob> knobs = new HashSet<>();
    for (JournalEntry entry : group.entries()) {
      knobs.addAll(ours.remember(declared, described.state(), entry));
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
            false,
            oldest.become(),
            Optional.of(Codec.fromMap(described.state(), oldest.from())));
    subjects.add(subject);
    places.put(subject, entries);
    touched.put(subject, knobs);
  }

  /** What another run did; one that this version cannot read says nothing. */
  private void remember(JournalEntry entry) {
    Optional<Described> described =
        Resources.find(entry.type()).filter(one -> one.type().schema() == entry.schema());
    try {
      described.ifPresent(
          one -> ours.remember((Resource<?>) bind(one, entry, Span.NONE), one.state(), entry));
    } catch (IllegalArgumentException | ClassCastException damaged) {
      // Then what it set counts as somebody else's, and stays.
    }
  }

  private static JournalEntry newest(Group group) {
    return group.entries().get(group.entries().size() - 1);
  }
}
