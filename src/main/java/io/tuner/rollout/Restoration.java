package io.tuner.rollout;

import io.tuner.apply.Applier;
import io.tuner.apply.HostSession;
import io.tuner.apply.PastRun;
import io.tuner.apply.RunIdentity;
import io.tuner.apply.Undo;
import io.tuner.host.Become;
import io.tuner.host.Unreachable;
import io.tuner.plan.Credentials;
import io.tuner.plan.HostPlan;
import io.tuner.plan.HostResult;
import io.tuner.plan.Status;
import io.tuner.plan.TaskPlan;
import io.tuner.plan.TaskResult;
import io.tuner.resource.ProbeFailed;
import io.tuner.text.Span;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What is taken back on one host.
 *
 * @param wish what was asked for
 * @param runs those that are taken back, oldest first
 * @param undo to which states
 * @param plan what that changes
 * @param become with whose rights
 */
public record Restoration(Wish wish, List<PastRun> runs, Undo undo, HostPlan plan, Become become) {

  /**
   * What is to be taken back.
   *
   * @param run this one and all later ones; without it the last that changed something
   * @param all every run
   * @param task one task only, by its address
   * @param force true: what somebody else changed since is overwritten
   */
  public record Wish(Optional<String> run, boolean all, Optional<String> task, boolean force) {

    /** One run with all later ones, and nothing that somebody else changed since. */
    public static Wish of(String run) {
      return new Wish(Optional.of(run), false, Optional.empty(), false);
    }
  }

  /**
   * What a rollback came to.
   *
   * @param result of the host
   * @param runs that it took back
   */
  public record Back(HostResult result, List<PastRun> runs) {}

  /**
   * Takes a run of this process back.
   *
   * @param own the run
   * @param by the name of the run that takes it back
   */
  static Back takeBack(
      String host,
      HostSession session,
      Become become,
      RunIdentity own,
      String by,
      Credentials.Variables variables,
      Applier.Watch watch)
      throws Unreachable, InterruptedException {
    Restoration restoration = read(host, session, become, Wish.of(own.run()), variables);
    HostResult result = restoration.apply(session, by, own.operator(), own.started(), watch);
    return new Back(result, restoration.runs());
  }

  /** Reads a host's journal, and what it says was there before. */
  public static Restoration read(
      String host, HostSession session, Become become, Wish wish, Credentials.Variables variables)
      throws Unreachable, InterruptedException {
    HostSession.Journal journal;
    try {
      journal = session.journal(become);
    } catch (ProbeFailed e) {
      TaskResult why = TaskResult.of("journal", "", Span.NONE, Status.FAILED, e.getMessage());
      HostPlan failed = plan(host, List.of(TaskPlan.of(why)));
      return new Restoration(wish, List.of(), Undo.NOTHING, failed, become);
    }
    List<PastRun> runs = Undo.select(journal.runs(), wish.run(), wish.all());
    Undo undo = Undo.of(runs, journal.runs(), wish.task(), wish.force(), variables);
    List<TaskPlan> tasks =
        runs.isEmpty()
            ? List.of()
            : undo.plan(session.read(journal.become(), Map.of(), undo.probe()));
    return new Restoration(wish, runs, undo, plan(host, tasks), journal.become());
  }

  private static HostPlan plan(String host, List<TaskPlan> tasks) {
    return new HostPlan(host, tasks, List.of(), List.of(), List.of(), Map.of());
  }

  /**
   * True where everything is as before already: that is written down, or the same runs would be
   * next again.
   */
  public boolean isBack() {
    return wish.task().isEmpty() && !runs.isEmpty() && !plan.fails();
  }

  /**
   * Takes it back.
   *
   * @param run the name of the run that does
   * @param operator user and machine
   * @param started ISO 8601, UTC
   */
  public HostResult apply(
      HostSession session, String run, String operator, String started, Applier.Watch watch)
      throws Unreachable {
    List<PastRun> undone = wish.task().isPresent() ? List.of() : runs;
    RunIdentity identity =
        new RunIdentity(
            run,
            "rollback",
            operator,
            started,
            "",
            "",
            "",
            undone.stream().map(PastRun::run).toList());
    return session.apply(
        plan, become, identity, new HostSession.Change(!wish.force(), undo, undone), watch);
  }
}
