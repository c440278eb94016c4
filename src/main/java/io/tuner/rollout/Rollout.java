package io.tuner.rollout;

import io.tuner.apply.RunIdentity;
import io.tuner.host.Become;
import io.tuner.plan.HostPlan;
import io.tuner.plan.HostResult;
import io.tuner.plan.PlayPlan;
import io.tuner.plan.Status;
import io.tuner.plan.TaskPlan;
import io.tuner.plan.TaskResult;
import io.tuner.resource.Risk;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** Applies the plans of a run: play by play, batch by batch, the hosts of a batch side by side. */
public final class Rollout {

  private final Fleet fleet;
  private final Function<String, Become> become;
  private final RunIdentity identity;
  private final Watch watch;
  private final Proof proof;
  private final Reboot reboot;
  private final Map<String, List<HostResult>> results = new LinkedHashMap<>();
  private final Set<String> changed = new HashSet<>();
  private final Set<String> failed = new HashSet<>();

  /**
   * A rollout of one run.
   *
   * @param terms what is measured around the changes
   */
  public Rollout(
      Fleet fleet,
      Function<String, Become> become,
      RunIdentity identity,
      Watch watch,
      Proof.Terms terms) {
    this.fleet = fleet;
    this.become = become;
    this.identity = identity;
    this.watch = watch;
    this.reboot = new Reboot(become, watch);
    this.proof = new Proof(terms, fleet, become, identity, watch);
  }

  /** What a reader of the report must know first: gates that were missed, and what was done. */
  public List<String> notes() {
    return proof.notes();
  }

  /** Applies every play and gives each host's result, those of lost ones included. */
  public List<HostResult> apply(List<PlayPlan> plays) {
    boolean stopped = false;
    for (int i = 0; i < plays.size(); i++) {
      stopped = play(i, plays.get(i), stopped);
    }
    return merged();
  }

  private boolean play(int number, PlayPlan play, boolean stoppedBefore) {
    boolean stopped = stoppedBefore;
    boolean cautious = play.hosts().stream().anyMatch(Rollout::restarts);
    for (List<HostPlan> batch : PlayPlan.batches(play.serial(), cautious, play.hosts())) {
      if (stopped) {
        batch.forEach(plan -> add(plan.notStarted()));
        continue;
      }
      batch(number, batch);
      long bad = batch.stream().filter(plan -> failed.contains(plan.host())).count();
      boolean tooMany =
          play.maxFailPercentage().isPresent()
              && bad * 100.0 / batch.size() > play.maxFailPercentage().getAsDouble();
      // As with Ansible: a batch that failed whole, or more than is allowed of it, ends the play.
      stopped =
          fleet.interrupted()
              || proof.stopped()
              || bad > 0 && (play.anyErrorsFatal() || tooMany || bad == batch.size());
    }
    return fleet.interrupted()
        || proof.stopped()
        || stopped && (play.anyErrorsFatal() || play.maxFailPercentage().isPresent());
  }

  private void batch(int number, List<HostPlan> batch) {
    Map<String, HostPlan> work = new LinkedHashMap<>();
    for (HostPlan plan : batch) {
      if (failed.contains(plan.host())) {
        add(plan.notStarted());
      } else if (plan.changes() && !plan.fails()) {
        work.put(plan.host(), plan);
      } else {
        add(plan.fails() ? plan.notStarted() : plan.result(0));
      }
    }
    proof.before(number, work, batch.stream().map(HostPlan::host).toList());
    proof
        .unjudged(number, work.keySet())
        .forEach((host, why) -> add(work.remove(host).notStarted().failed(why)));
    Map<String, HostResult> applied =
        fleet.each(
            work.keySet().stream().filter(host -> !fleet.lost().containsKey(host)).toList(),
            (host, session) ->
                reboot.after(
                    work.get(host),
                    session,
                    proof.apply(number, work.get(host), session, !changed.contains(host))));
    Map<String, HostResult> answers = proof.after(number, applied);
    answers.values().forEach(this::add);
    work.keySet().stream()
        .filter(host -> fleet.lost().containsKey(host))
        .map(host -> fleet.unreachable(host, work.get(host).notStarted().tasks()))
        .forEach(this::add);
    changed.addAll(work.keySet());
    if (fleet.interrupted()) {
      work.forEach(
          (host, plan) -> {
            if (!answers.containsKey(host) && !fleet.lost().containsKey(host)) {
              add(fleet.isBusy(host) ? fleet.unanswered(host) : plan.notStarted());
            }
          });
    }
  }

  private void add(HostResult result) {
    results.computeIfAbsent(result.host(), host -> new ArrayList<>()).add(result);
    if (result.status() == Status.FAILED || result.status() == Status.UNREACHABLE) {
      failed.add(result.host());
    }
    watch.done(result);
  }

  private List<HostResult> merged() {
    return fleet.all().stream()
        .filter(host -> results.containsKey(host) || fleet.lost().containsKey(host))
        .map(this::merged)
        .toList();
  }

  private HostResult merged(String host) {
    List<TaskResult> tasks = new ArrayList<>();
    Optional<String> unreachable = Optional.empty();
    Optional<String> error = Optional.empty();
    Optional<String> restore = Optional.empty();
    for (HostResult result : results.getOrDefault(host, List.of())) {
      tasks.addAll(result.tasks());
      unreachable = unreachable.isPresent() ? unreachable : result.unreachable();
      error = error.isPresent() ? error : result.error();
      restore = restore.isPresent() ? restore : result.restore();
    }
    if (fleet.lost().containsKey(host)) {
      unreachable = fleet.unreachable(host, List.of()).unreachable();
    }
    int roundTrips = fleet.session(host).roundTrips();
    return new HostResult(host, roundTrips, tasks, unreachable, error, restore);
  }

  private static boolean restarts(HostPlan plan) {
    boolean unknown = plan.tasks().stream().anyMatch(t -> t.result().status() == Status.UNKNOWN);
    if (plan.reboots() || plan.mayReboot() && unknown) {
      return true;
    }
    return plan.tasks().stream()
        .filter(TaskPlan::changes)
        .anyMatch(
            task ->
                task.result().risks().containsKey(Risk.SERVICE_RESTART)
                    || task.result().risks().containsKey(Risk.REBOOT)
                    || plan.handlers().stream()
                        .anyMatch(
                            handler ->
                                handler.type().equals("restart")
                                    && task.subject().notifies().contains(handler.name())));
  }
}
