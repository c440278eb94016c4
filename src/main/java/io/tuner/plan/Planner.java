package io.tuner.plan;

import io.tuner.resource.Missing;
import io.tuner.resource.Notes;
import io.tuner.resource.ProbeFailed;
import io.tuner.resource.Readings;
import io.tuner.resource.Resource;
import io.tuner.resource.Risk;
import io.tuner.resource.Script;
import io.tuner.resource.Settles;
import io.tuner.resource.Step;
import io.tuner.resource.Unsupported;
import io.tuner.text.Printable;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Decides what is to be done about a subject on a host that answered so. */
public final class Planner {

  private Planner() {}

  /**
   * Plans one subject.
   *
   * @param afterChanges true where an earlier task is going to change the host, which may bring
   *     what this one lacks
   */
  public static TaskPlan plan(Subject subject, Readings readings, boolean afterChanges) {
    return plan(subject, subject.resource(), readings, afterChanges);
  }

  /**
   * Compares a host with a target after the change: what did not take is FAILED, what waits for a
   * restart or a boot is PENDING.
   */
  public static TaskResult verify(TaskPlan planned, Readings readings) {
    Subject subject = planned.subject().wanting(planned.to().orElseThrow());
    TaskPlan now = plan(subject, subject.resource(), readings, false);
    TaskResult before = planned.result();
    if (now.result().status() == Status.FAILED) {
      return before.with(Status.FAILED, now.result().message());
    }
    List<Change> left = now.result().changes();
    Optional<Change> untaken = left.stream().filter(Change::settlesNow).findFirst();
    if (untaken.isPresent()) {
      return before.with(Status.FAILED, Optional.of(untaken(untaken.get())));
    }
    // What only turned out with the change (a plug-in that does not load) was in no plan.
    List<Change> never =
        left.stream()
            .filter(change -> change.settles() == Settles.When.NEVER)
            .filter(change -> before.changes().stream().noneMatch(change::isOfSameLeaf))
            .toList();
    return before.and(never);
  }

  /** What to say of a change that did not take. */
  public static String untaken(Change change) {
    return "%s reads back as %s, not %s"
        .formatted(
            (change.aspect() + " " + change.path()).strip(),
            show(change.from()),
            show(change.to()));
  }

  /** A subject of which nothing can be said before an earlier one is applied. */
  public static TaskPlan unknown(Subject subject, String reason) {
    return without(subject, Status.UNKNOWN, reason);
  }

  /** A value for a message, on one line, and cut where nobody would read it to its end. */
  public static String show(Object value) {
    return value == null ? "absent" : "`" + Printable.cut(Printable.of(value.toString())) + "`";
  }

  private static <S extends Record> TaskPlan plan(
      Subject subject, Resource<S> resource, Readings readings, boolean afterChanges) {
    S observed;
    try {
      observed = resource.parse(readings);
    } catch (ProbeFailed e) {
      return without(subject, Status.FAILED, e.getMessage());
    }
    Notes notes = new Notes();
    S target;
    try {
      target = target(subject, resource, observed, notes);
    } catch (Missing e) {
      Status status = afterChanges ? Status.UNKNOWN : Status.FAILED;
      return without(subject, status, e.getMessage());
    } catch (Unsupported e) {
      return without(subject, Status.FAILED, e.getMessage());
    }
    HardLinks.warnings(resource.transition(observed, target), readings).forEach(notes::warn);
    return plan(subject, resource, observed, target, notes);
  }

  @SuppressWarnings("unchecked")
  private static <S extends Record> S target(
      Subject subject, Resource<S> resource, S observed, Notes notes) throws Unsupported {
    if (subject.wanted().isEmpty()) {
      return resource.target(observed, notes);
    }
    try {
      // What the resource knows of settling holds for a decided target as well.
      resource.target(observed, notes);
    } catch (Unsupported e) {
      notes.warn(e.getMessage());
    }
    return (S) subject.wanted().get();
  }

  private static <S extends Record> TaskPlan plan(
      Subject subject, Resource<S> resource, S observed, S target, Notes notes) {
    List<Change> changes = Comparison.changes(observed, target, notes);
    Script forth = resource.transition(observed, target);
    if (forth.impossible().isPresent()) {
      return new TaskPlan(
          Optional.of(subject),
          result(subject, Status.FAILED, forth.impossible(), notes, changes, Script.empty(), null),
          Optional.of(observed),
          Optional.of(target),
          Script.empty());
    }
    if (changes.isEmpty() && !forth.isEmpty()) {
      throw new IllegalStateException(subject.address() + " has commands but no change:\n" + forth);
    }
    boolean now = changes.stream().anyMatch(Change::settlesNow);
    if (now && forth.isEmpty()) {
      throw new IllegalStateException(
          subject.address() + " has a change but no commands: " + changes);
    }
    Status status =
        changes.isEmpty() ? Status.OK : forth.isEmpty() ? Status.PENDING : Status.CHANGED;
    Script back = status == Status.CHANGED ? resource.transition(target, observed) : Script.empty();
    return new TaskPlan(
        Optional.of(subject),
        result(subject, status, Optional.empty(), notes, changes, forth, back),
        Optional.of(observed),
        Optional.of(target),
        forth);
  }

  private static TaskResult result(
      Subject subject,
      Status status,
      Optional<String> message,
      Notes notes,
      List<Change> changes,
      Script forth,
      Script back) {
    Map<Risk, String> risks = new EnumMap<>(Risk.class);
    if (status == Status.CHANGED) {
      risks.putAll(notes.risks());
    }
    Optional<String> irreversible =
        back == null ? Optional.empty() : back.impossible().or(() -> irreversible(risks));
    return new TaskResult(
        subject.address(),
        subject.name(),
        subject.source(),
        status,
        message,
        notes.warnings(),
        risks,
        irreversible,
        changes,
        forth.steps().stream().map(Step::show).toList(),
        subject.ignoreErrors());
  }

  private static Optional<String> irreversible(Map<Risk, String> risks) {
    return Optional.ofNullable(risks.get(Risk.IRREVERSIBLE));
  }

  private static TaskPlan without(Subject subject, Status status, String message) {
    return new TaskPlan(
        Optional.of(subject),
        TaskResult.of(subject.address(), subject.name(), subject.source(), status, message)
            .ignoring(subject.ignoreErrors()),
        Optional.empty(),
        Optional.empty(),
        Script.empty());
  }
}
