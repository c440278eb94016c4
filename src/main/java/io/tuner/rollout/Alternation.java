package io.tuner.rollout;

import io.tuner.apply.Applier;
import io.tuner.apply.HostSession;
import io.tuner.apply.RunIdentity;
import io.tuner.host.Become;
import io.tuner.host.Unreachable;
import io.tuner.plan.Change;
import io.tuner.plan.HostPlan;
import io.tuner.plan.HostResult;
import io.tuner.plan.Status;
import io.tuner.plan.TaskPlan;
import io.tuner.resource.Settles;
import java.util.List;
import java.util.Optional;

/**
 * Brings a host from one state to the other and back, with a run of the benchmarks in each, so that
 * what changes with time falls on both alike. The last turn stays applied, under the run's own
 * name.
 */
final class Alternation {

  private final Proof.Terms terms;
  private final HostSession session;
  private final Become become;
  private final RunIdentity identity;
  private final Watch watch;

  Alternation(
      Proof.Terms terms, HostSession session, Become become, RunIdentity identity, Watch watch) {
    this.terms = terms;
    this.session = session;
    this.become = become;
    this.identity = identity;
    this.watch = watch;
  }

  /** Why a plan cannot go to and fro; empty where it can. */
  static Optional<String> refusal(HostPlan plan) {
    if (!plan.due(plan.tasks()).isEmpty()) {
      return Optional.of("its changes run handlers");
    }
    for (TaskPlan task : plan.tasks()) {
      Optional<String> why = task.changes() ? refusal(task) : Optional.empty();
      if (why.isPresent()) {
        return Optional.of(task.result().address() + " " + why.get());
      }
    }
    return Optional.empty();
  }

  private static Optional<String> refusal(TaskPlan task) {
    List<Change> changes = task.result().changes();
    if (task.result().irreversible().isPresent()) {
      return Optional.of("cannot be taken back");
    }
    return changes.stream().allMatch(change -> change.settles() == Settles.When.NOW)
        ? Optional.empty()
        : Optional.of("does not settle at once");
  }

  HostResult run(int play, HostPlan plan, boolean strict, Applier.Watch steps)
      throws Unreachable, InterruptedException {
    String host = plan.host();
    int turns = terms.measurement().turns(play, host);
    HostResult applied = plan.notStarted();
    for (int turn = 0; turn < turns; turn++) {
      boolean last = turn == turns - 1;
      RunIdentity own = last ? identity : identity.named(terms.names().get());
      terms.measurement().turn(play, host, turn, false);
      applied =
          session.apply(plan, become, own, HostSession.Change.apply(strict && turn == 0), steps);
      if (applied.status() != Status.CHANGED) {
        return applied;
      }
      try {
        terms.measurement().turn(play, host, turn, true);
        Optional<String> stands =
            last ? Optional.empty() : takenBack(host, turn, turns, own, steps);
        if (stands.isPresent()) {
          return applied.failed(stands.get());
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return applied.failed("interrupted in " + turn(turn, turns) + ": its changes stand");
      } catch (Unreachable e) {
        return applied.failed(
            "lost in " + turn(turn, turns) + ": its changes stand: " + e.getMessage());
      }
    }
    return applied;
  }

  /** Takes a turn back; why it could not be, where it could not. */
  private Optional<String> takenBack(
      String host, int turn, int turns, RunIdentity own, Applier.Watch steps)
      throws Unreachable, InterruptedException {
    watch.phase(host, "taking " + turn(turn, turns) + " back");
    HostResult back =
        Restoration.takeBack(
                host,
                session,
                become,
                own,
                terms.names().get(),
                terms.variables().apply(host),
                steps)
            .result();
    return back.status() == Status.CHANGED
        ? Optional.empty()
        : Optional.of(
            turn(turn, turns)
                + " could not be taken back: its changes stand: "
                + back.error().orElse(back.status().word()));
  }

  private static String turn(int turn, int turns) {
    return "turn " + (turn + 1) + " of " + turns;
  }
}
