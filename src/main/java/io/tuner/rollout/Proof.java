package io.tuner.rollout;

import io.tuner.apply.Applier;
import io.tuner.apply.HostSession;
import io.tuner.apply.RunIdentity;
import io.tuner.apply.UndoneHandlers;
import io.tuner.bench.statistics.BenchmarkResult;
import io.tuner.bench.statistics.Cell;
import io.tuner.bench.statistics.Percent;
import io.tuner.host.Become;
import io.tuner.host.Unreachable;
import io.tuner.load.Play.OnRegression;
import io.tuner.plan.Credentials;
import io.tuner.plan.HostPlan;
import io.tuner.plan.HostResult;
import io.tuner.plan.Status;
import io.tuner.plan.TaskResult;
import io.tuner.resource.Settles;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * What a rollout measures around the changes of each batch, and what it does where a gate is
 * missed.
 */
public final class Proof {

  /**
   * What is to be measured, and done about it.
   *
   * @param measurement of the run
   * @param actions by play, what a missed gate does
   * @param converged true: hosts without changes are measured too
   * @param names gives the name of a further run, for one that takes back
   * @param variables by host, where secrets come from
   */
  public record Terms(
      Measurement measurement,
      List<OnRegression> actions,
      boolean converged,
      Supplier<String> names,
      Function<String, Credentials.Variables> variables) {

    /** Nothing is measured. */
    public static final Terms NONE =
        new Terms(Measurement.NONE, List.of(), false, () -> "", host -> Credentials.Variables.NONE);
  }

  private final Terms terms;
  private final Fleet fleet;
  private final Function<String, Become> become;
  private final RunIdentity identity;
  private final Watch watch;
  private final List<String> notes = new ArrayList<>();
  private boolean stopped;

  Proof(
      Terms terms,
      Fleet fleet,
      Function<String, Become> become,
      RunIdentity identity,
      Watch watch) {
    this.terms = terms;
    this.fleet = fleet;
    this.become = become;
    this.identity = identity;
    this.watch = watch;
  }

  /** What a reader of the report must know first. */
  List<String> notes() {
    return List.copyOf(notes);
  }

  /** True once a gate was missed that stops the run. */
  boolean stopped() {
    return stopped;
  }

  void before(int play, Map<String, HostPlan> changing, List<String> batch) {
    for (HostPlan plan : changing.values()) {
      if (terms.measurement().turns(play, plan.host()) > 0) {
        Optional<String> reason = Alternation.refusal(plan);
        if (reason.isPresent()) {
          notes.add(plan.host() + ": measured in two blocks and not in turns: " + reason.get());
        } else {
          terms.measurement().alternate(play, plan.host());
        }
      }
    }
    List<String> measured = new ArrayList<>(changing.keySet());
    if (terms.converged()) {
      batch.stream().filter(host -> !changing.containsKey(host)).forEach(measured::add);
    }
    terms.measurement().before(play, measured, fleet);
  }

  /** Applies a plan; in turns, where its benchmarks ask for that. */
  HostResult apply(int play, HostPlan plan, HostSession session, boolean strict)
      throws Unreachable, InterruptedException {
    Applier.Watch steps =
        (step, all, address) ->
            watch.phase(plan.host(), "applying " + step + "/" + all + " " + address);
    Become rights = become.apply(plan.host());
    Alternation alternation = new Alternation(terms, session, rights, identity, watch);
    return terms.measurement().isAlternating(play, plan.host())
        ? alternation.run(play, plan, strict, steps)
        : session.apply(plan, rights, identity, HostSession.Change.apply(strict), steps);
  }

  /** The results of a batch, those of hosts that missed a gate marked. */
  Map<String, HostResult> after(int play, Map<String, HostResult> answers) {
    Set<String> measured = new LinkedHashSet<>();
    answers.forEach(
        (host, result) -> {
          if (result.status() == Status.CHANGED && !terms.measurement().isEmpty(play, host)) {
            if (isPending(result)) {
              notes.add(
                  host + ": not measured after its changes, for some wait for a boot or a restart");
            } else {
              measured.add(host);
            }
          }
        });
    answers.forEach((host, result) -> terms.measurement().changed(host, result.changedTypes()));
    terms.measurement().after(play, measured, fleet);
    Map<String, HostResult> results = new LinkedHashMap<>(answers);
    for (String host : measured) {
      if (fleet.lost().containsKey(host)) {
        continue;
      }
      List<String> missed = new ArrayList<>();
      terms
          .measurement()
          .shortfalls()
          .missed(play, host)
          .forEach(result -> missed.add(gate(result)));
      // A change that the workload does not survive is the worst of regressions.
      terms
          .measurement()
          .shortfalls()
          .broken(play, host, true)
          .forEach(why -> missed.add(within(host, why)));
      if (!missed.isEmpty()) {
        results.put(host, missed(play, answers.get(host), String.join("; ", missed)));
      }
    }
    return results;
  }

  /** By host, why it is not changed: what would judge its changes cannot be measured. */
  Map<String, String> unjudged(int play, Collection<String> hosts) {
    Map<String, String> unjudged = new LinkedHashMap<>();
    for (String host : hosts) {
      List<String> broken = terms.measurement().shortfalls().broken(play, host, false);
      if (!broken.isEmpty() && terms.actions().get(play) != OnRegression.REPORT) {
        unjudged.put(
            host, "not changed, for its gates could not be judged: " + within(host, broken.get(0)));
      }
    }
    return unjudged;
  }

  private static String within(String host, String sentence) {
    return sentence.startsWith(host + ": ") ? sentence.substring(host.length() + 2) : sentence;
  }

  private static boolean isPending(HostResult result) {
    return result.tasks().stream()
        .map(TaskResult::changes)
        .flatMap(List::stream)
        .anyMatch(
            change ->
                change.settles() == Settles.When.BOOT || change.settles() == Settles.When.RESTART);
  }

  private HostResult missed(int play, HostResult result, String what) {
    OnRegression action = terms.actions().get(play);
    String where = result.host() + ": ";
    switch (action) {
      case REPORT -> {
        notes.add(0, where + what);
        return result;
      }
      case STOP -> {
        stopped = true;
        notes.add(0, where + what + ": no other host is changed");
        return result;
      }
      default -> {
        stopped = true;
        return rolledBack(result, what);
      }
    }
  }

  private static String gate(BenchmarkResult result) {
    String change =
        result.changePct().isPresent()
            ? " (" + Percent.show(result.changePct().getAsDouble()) + ")"
            : "";
    String cell = result.labels().isEmpty() ? "" : " " + new Cell(result.labels()).name();
    return "the gate `"
        + result.metric().name()
        + " "
        + result.gate().orElseThrow().expect()
        + "` of "
        + result.name()
        + cell
        + " is "
        + (result.gate().orElseThrow().result().word().equals("failed") ? "missed" : "not decided")
        + change;
  }

  /** What a rollback came to, and the handlers that it does not undo. */
  private record Back(HostResult result, List<TaskResult> handlers) {}

  private HostResult rolledBack(HostResult result, String what) {
    String host = result.host();
    String run = terms.names().get();
    Map<String, Back> done = fleet.each(List.of(host), (name, session) -> back(name, session, run));
    Optional<Back> back = Optional.ofNullable(done.get(host));
    boolean whole = back.filter(b -> b.result().status() == Status.CHANGED).isPresent();
    String end =
        whole
            ? "rolled back by run " + run
            : "could not be rolled back: " + back.map(Proof::why).orElseGet(() -> lost(host));
    notes.add(0, host + ": " + what + ": " + end);
    List<TaskResult> tasks = new ArrayList<>(result.tasks());
    if (whole) {
      tasks.addAll(back.get().handlers());
    }
    return new HostResult(
        host,
        result.roundTrips(),
        tasks,
        result.unreachable(),
        Optional.of(what + ": " + end),
        whole ? Optional.empty() : result.restore());
  }

  private Back back(String host, HostSession session, String run)
      throws Unreachable, InterruptedException {
    watch.phase(host, "rolling back");
    Restoration.Back back =
        Restoration.takeBack(
            host,
            session,
            become.apply(host),
            identity,
            run,
            terms.variables().apply(host),
            (number, all, address) ->
                watch.phase(host, "rolling back " + number + "/" + all + " " + address));
    return new Back(back.result(), UndoneHandlers.of(back.runs()));
  }

  private static String why(Back back) {
    return back.result().error().orElse(back.result().status().word());
  }

  private String lost(String host) {
    return fleet.lost().containsKey(host) ? fleet.lost().get(host).getMessage() : "interrupted";
  }
}
