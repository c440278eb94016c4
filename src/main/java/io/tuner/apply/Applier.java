package io.tuner.apply;

import io.tuner.host.Become;
import io.tuner.host.Connection;
import io.tuner.host.Unreachable;
import io.tuner.load.HandlerInstance;
import io.tuner.plan.HostPlan;
import io.tuner.plan.HostResult;
import io.tuner.plan.JournalEntry;
import io.tuner.plan.Movement;
import io.tuner.plan.Planner;
import io.tuner.plan.Status;
import io.tuner.plan.TaskPlan;
import io.tuner.plan.TaskResult;
import io.tuner.resource.Probe;
import io.tuner.resource.Readings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Applies one plan to one host. Every change is journalled on the host before it starts, read back
 * after it, and everything is read once more at the end, so that a later task or a daemon that
 * undid an earlier one is caught and named. The host stops at its first failing task.
 */
public final class Applier {

  /** Told as the work goes on. */
  @FunctionalInterface
  public interface Watch {
    /** Change {@code number} of {@code all} begins. */
    void step(int number, int all, String address);
  }

  private final HostPlan plan;
  private final RunIdentity identity;
  private final Undo undo;
  private final Watch watch;
  private final List<TaskPlan> tasks;
  private final List<TaskResult> handlers = new ArrayList<>();
  private final Untaken untaken = new Untaken();
  private Optional<Guard> guard = Optional.empty();
  private Readings latest = new Readings.Builder().build();
  private int index;
  private int changed;
  private int begun;
  private int covered;
  private boolean current;

  /**
   * An applier of one plan.
   *
   * @param undo what a rollback takes back; {@link Undo#NOTHING} for an apply
   * @param lastIndex of the changes that earlier plays of the run made on this host
   */
  public Applier(HostPlan plan, RunIdentity identity, Undo undo, int lastIndex, Watch watch) {
    this.plan = plan;
    this.index = lastIndex;
    this.identity = identity;
    this.undo = undo;
    this.watch = watch;
    this.tasks = new ArrayList<>(plan.tasks());
  }

  /**
   * Applies.
   *
   * @param strict true: nothing is changed where the host moved since the plan was made
   * @param rolledBack runs that are taken back once everything is done
   */
  public HostResult apply(
      Connection connection,
      Become become,
      Duration limit,
      boolean strict,
      List<PastRun> rolledBack) {
    int roundTrips = 0;
    Optional<String> error = Optional.empty();
    try (Conversation conversation = Conversation.start(connection, become, limit)) {
      try {
        String header = Json.write(identity.header(plan.host()));
        read(
            conversation.open(
                identity.run(),
                identity.holder(),
                header,
                rolledBack,
                plan.environment(),
                plan.probe()));
        error = begin(strict);
        if (error.isEmpty()) {
          boolean complete = changes(conversation) && handlers(conversation);
          if (complete) {
            verifyAll(conversation);
          }
          boolean whole = complete && tasks.stream().noneMatch(TaskPlan::stops);
          String found = untaken.commands(tasks, latest);
          conversation.end(whole ? "complete" : "failed", whole ? rolledBack : List.of(), found);
        } else {
          conversation.end("refused", List.of(), "");
        }
      } catch (InterruptedException e) {
        conversation.interrupted();
        throw e;
      } finally {
        roundTrips = conversation.roundTrips();
      }
    } catch (Conversation.Refused e) {
      error = Optional.of(e.getMessage());
    } catch (Unreachable e) {
      error = Optional.of(e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      error = Optional.of("interrupted; the host ends the step it is in");
    }
    return result(roundTrips, error);
  }

  /** What the host does with the changes that it has made, until they are confirmed. */
  Optional<Guard> guard() {
    return guard;
  }

  /** The number of the last change that was journalled. */
  int lastIndex() {
    return index;
  }

  private Optional<String> begin(boolean strict) {
    List<TaskPlan> now = new ArrayList<>();
    boolean changes = false;
    for (TaskPlan task : tasks) {
      TaskPlan fresh = task.about().isPresent() && !waits(task) ? plan(task, changes) : task;
      changes |= !fresh.isSettled();
      now.add(fresh);
    }
    List<String> moved = strict ? Movement.between(tasks, now) : List.of();
    if (!moved.isEmpty()) {
      return Optional.of("the host moved since the plan was made: " + String.join("; ", moved));
    }
    tasks.clear();
    tasks.addAll(now);
    if (!now.stream().allMatch(undo::goesOn)) {
      // What is known to fail is not begun: a half-applied host helps nobody.
      tasks.replaceAll(task -> task.isSettled() ? task : notStarted(task));
    }
    return Optional.empty();
  }

  /** True where every change was made; false where the host stopped at a failing one. */
  private boolean changes(Conversation conversation) throws Unreachable, InterruptedException {
    int all = (int) tasks.stream().filter(task -> !task.isSettled()).count();
    int number = 0;
    if (!tasks.stream().allMatch(undo::goesOn)) {
      return false;
    }
    for (int i = 0; i < tasks.size(); i++) {
      if (!isOpen(i)) {
        continue;
      }
      if (changed > 0 && covered != i) {
        read(conversation.probe(tasks.get(i).subject().resource().probe()));
      }
      TaskPlan task = undo.ours(plan(tasks.get(i), false));
      tasks.set(i, task);
      begun = i;
      if (task.changes()) {
        watch.step(++number, all, task.result().address());
        current = true;
        covered = IntStream.range(i + 1, tasks.size()).filter(this::isOpen).findFirst().orElse(-1);
        tasks.set(i, change(conversation, task, covered));
        untaken.journalled(i, index);
        current = false;
      }
      begun = i + 1;
      if (!undo.goesOn(tasks.get(i))) {
        for (int rest = i + 1; rest < tasks.size(); rest++) {
          tasks.set(
              rest, tasks.get(rest).isSettled() ? tasks.get(rest) : notStarted(tasks.get(rest)));
        }
        return false;
      }
    }
    return true;
  }

  private TaskPlan change(Conversation conversation, TaskPlan task, int following)
      throws Unreachable, InterruptedException {
    JournalEntry entry = JournalEntry.of(identity.run(), ++index, task);
    Map<String, String> notified = new HashMap<>();
    for (HandlerInstance handler : plan.notifiedBy(task)) {
      notified.put(Notified.fileName(handler), Notified.write(handler));
    }
    Probe own = task.subject().resource().probe();
    Outcome outcome =
        conversation.change(
            JournalEntry.number(index),
            Json.write(entry.toMap()),
            task.script(),
            new Before(
                notified, Optional.empty(), undo.places(task.subject()), guard(conversation, task)),
            following < 0 ? own : own.and(tasks.get(following).subject().resource().probe()));
    read(outcome.readings());
    changed++;
    if (outcome.exit() != 0) {
      return task.with(task.result().with(Status.FAILED, Optional.of(outcome.failure(task))));
    }
    return task.with(Planner.verify(task, latest));
  }

  /**
   * Has the change guarded where it may cut the host off, or the play says so; what takes it back.
   */
  private String guard(Conversation conversation, TaskPlan task) {
    if (guard.isEmpty() && undo.isNothing()) {
      guard = plan.confirm(task).map(Guard::new);
      guard.ifPresent(conversation::guard);
    }
    return guard.isPresent() ? Guard.back(task) : ":";
  }

  /**
   * What is settled when a rollback begins may be unsettled by it, and is looked at in its turn.
   */
  private boolean isOpen(int i) {
    TaskPlan task = tasks.get(i);
    boolean again = !undo.isNothing() && task.result().status() == Status.OK;
    return !task.isSettled() || again && task.about().isPresent();
  }

  private boolean handlers(Conversation conversation) throws Unreachable, InterruptedException {
    HandlerRun run = new HandlerRun(plan, identity.run(), index, watch);
    boolean whole = run.run(conversation, tasks);
    index = run.lastIndex();
    handlers.addAll(run.results());
    return whole;
  }

  /** Reads everything once more: what was undone fails, what a handler settled is settled. */
  private void verifyAll(Conversation conversation) throws Unreachable, InterruptedException {
    if (changed == 0 && handlers.isEmpty()) {
      return;
    }
    latest = conversation.probe(plan.probe());
    Verification.all(tasks, latest, handlers, !undo.isNothing());
  }

  private HostResult result(int roundTrips, Optional<String> error) {
    List<TaskResult> results = new ArrayList<>(tasks.stream().map(TaskPlan::result).toList());
    for (int i = 0; error.isPresent() && i < results.size(); i++) {
      TaskResult result = results.get(i);
      boolean reached = i < begun || i == begun && current;
      if (!reached && (result.status() == Status.CHANGED || result.status() == Status.UNKNOWN)) {
        results.set(i, result.with(Status.NOT_STARTED, Optional.empty()));
      } else if (i == begun && current) {
        results.set(i, result.with(Status.FAILED, Optional.of("not known: " + error.get())));
      }
    }
    results.addAll(handlers);
    return new HostResult(
        plan.host(),
        roundTrips,
        results,
        Optional.empty(),
        error,
        index > 0 ? Optional.of("tuner rollback " + identity.run()) : Optional.empty());
  }

  private TaskPlan plan(TaskPlan task, boolean afterChanges) {
    return Planner.plan(task.subject(), latest, afterChanges);
  }

  private void read(Readings readings) {
    latest = new Readings.Builder().addAll(latest).addAll(readings).build();
  }

  /** Known to fail, or in a rollback to be seen in its turn. */
  private boolean waits(TaskPlan task) {
    return task.result().status() == Status.FAILED
        || !undo.isNothing() && task.result().status() == Status.UNKNOWN;
  }

  private static TaskPlan notStarted(TaskPlan task) {
    return task.with(task.result().with(Status.NOT_STARTED, Optional.empty()));
  }
}
