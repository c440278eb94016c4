package io.tuner.cli;

import io.tuner.apply.PastRun;
import io.tuner.apply.UndoneHandlers;
import io.tuner.plan.HostResult;
import io.tuner.plan.Status;
import io.tuner.plan.TaskResult;
import io.tuner.rollout.Fleet;
import io.tuner.rollout.Restoration;
import io.tuner.text.Printable;
import io.tuner.text.Shell;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Takes runs back: journal -> states before -> plan -> show -> ask -> apply -> report. */
final class RollbackFlow {

  private final Console console;
  private final RollbackCommand options;
  private final Outcome outcome;
  private final Restoration.Wish wish;

  RollbackFlow(Console console, RollbackCommand options) {
    this.console = console;
    this.options = options;
    this.outcome = new Outcome(console, options.output, "rollback", false, false);
    this.wish = new Restoration.Wish(options.runName, options.all, options.task, options.force);
  }

  int run() throws Exception {
    if (options.all && options.runName.isPresent()) {
      throw Stop.usage("`rollback` takes a run or --all, not both", "tuner history lists the runs");
    }
    outcome.refuseUnwritable();
    Reach reach = new Reach(console, options.hosts, options.output);
    reach.inventory();
    try (reach) {
      Fleet fleet = reach.fleet();
      Map<String, Restoration> ways =
          fleet.each(
              fleet.hosts(),
              (host, session) -> {
                reach.watch().phase(host, "reading the journal");
                return Restoration.read(
                    host, session, reach.becomes().get(host), wish, reach.variables(host));
              });
      if (fleet.lost().isEmpty()) {
        named(ways);
      }
      tell(reach, ways);
      List<HostResult> shown = results(fleet, ways);
      if (ways.values().stream().anyMatch(way -> way.plan().changes())) {
        outcome.ask(reach, shown, List.of(), options.yes);
      }
      return outcome.finish(reach, rollback(reach, ways), List.of());
    }
  }

  /** A run that no host knows is a mistake of the operator's. */
  private void named(Map<String, Restoration> ways) throws Stop {
    boolean nowhere =
        ways.values().stream().allMatch(w -> w.runs().isEmpty() && w.plan().tasks().isEmpty());
    if (options.runName.isPresent() && !ways.isEmpty() && nowhere) {
      throw Stop.usage(
          "no host has a run `" + options.runName.get() + "` to take back",
          "tuner history lists the runs");
    }
    boolean nothing = ways.values().stream().allMatch(way -> way.plan().tasks().isEmpty());
    if (options.task.isPresent() && !nowhere && nothing) {
      throw Stop.usage(
          "no run that is taken back has a task `" + options.task.get() + "`",
          "tuner history -v lists the tasks of each run");
    }
  }

  /** Says which runs these are: without RUN it is the host's journal that names them. */
  private void tell(Reach reach, Map<String, Restoration> ways) {
    if (options.output.json) {
      return;
    }
    reach.progress().finished();
    List<String> runs =
        ways.values().stream()
            .flatMap(way -> way.runs().stream())
            .map(run -> "takes back " + run.run() + " (" + what(run) + ")")
            .distinct()
            .toList();
    runs.forEach(line -> console.err().println(Printable.of(line)));
    boolean none = ways.values().stream().allMatch(way -> way.plan().tasks().isEmpty());
    if (runs.isEmpty() && none && !ways.isEmpty()) {
      boolean all = ways.size() == reach.fleet().all().size();
      console
          .err()
          .println("no run is left to take back" + (all ? "" : " on the hosts that were read"));
    }
  }

  private static String what(PastRun run) {
    String playbook = run.said("playbook").isEmpty() ? "" : " of " + run.said("playbook");
    return run.said("command") + playbook + " by " + run.said("operator");
  }

  private List<HostResult> rollback(Reach reach, Map<String, Restoration> ways) {
    Fleet fleet = reach.fleet();
    List<String> work =
        ways.entrySet().stream()
            .filter(way -> way.getValue().plan().changes() || way.getValue().isBack())
            .map(Map.Entry::getKey)
            .toList();
    Map<String, HostResult> done =
        fleet.each(
            work,
            (host, session) -> {
              HostResult result =
                  ways.get(host)
                      .apply(
                          session,
                          outcome.run(),
                          Operator.name(),
                          outcome.started(),
                          (number, all, address) ->
                              reach
                                  .watch()
                                  .phase(
                                      host, "rolling back " + number + "/" + all + " " + address));
              reach.progress().hostDone(host, word(result.status()));
              return result;
            });
    List<HostResult> results = new ArrayList<>();
    Map<String, HostResult> before = new LinkedHashMap<>();
    results(fleet, ways).forEach(result -> before.put(result.host(), result));
    fleet
        .all()
        .forEach(
            host ->
                results.add(
                    done.containsKey(host)
                        ? counted(done.get(host), ways.get(host), fleet)
                        : work.contains(host) && !fleet.lost().containsKey(host)
                            ? unanswered(host, ways, fleet)
                            : refused(before.get(host), ways.get(host))));
    return results;
  }

  private static HostResult unanswered(String host, Map<String, Restoration> ways, Fleet fleet) {
    return fleet.isBusy(host) ? fleet.unanswered(host) : ways.get(host).plan().notStarted();
  }

  /** A host on which nothing could be begun is told how it can. */
  private HostResult refused(HostResult result, Restoration way) {
    boolean hint = way != null && result.status() == Status.FAILED && !way.runs().isEmpty();
    return hint
        ? new HostResult(
            result.host(),
            result.roundTrips(),
            result.tasks(),
            result.unreachable(),
            result.error(),
            Optional.of(again(result, way.runs())))
        : result;
  }

  private static String word(Status status) {
    return status == Status.CHANGED ? "restored" : status.word();
  }

  private HostResult counted(HostResult result, Restoration way, Fleet fleet) {
    List<TaskResult> tasks = new ArrayList<>(result.tasks());
    if (result.status() == Status.CHANGED) {
      tasks.addAll(UndoneHandlers.of(way.runs()));
    }
    return new HostResult(
        result.host(),
        fleet.session(result.host()).roundTrips(),
        tasks,
        result.unreachable(),
        result.error(),
        result.status() == Status.FAILED
            ? Optional.of(again(result, way.runs()))
            : Optional.empty());
  }

  /** The command that goes on: on other hosts one without a name would take back a run more. */
  private String again(HostResult result, List<PastRun> runs) {
    String which = options.all || runs.isEmpty() ? "--all" : runs.get(0).run();
    String task = options.task.map(address -> " --task " + Shell.quote(address)).orElse("");
    boolean theirs =
        result.tasks().stream()
            .filter(one -> one.status() == Status.FAILED)
            .anyMatch(one -> one.message().orElse("").contains("--force"));
    String force = options.force || theirs ? " --force" : "";
    return "tuner rollback " + which + task + force + " -l " + Shell.quote(result.host());
  }

  private List<HostResult> results(Fleet fleet, Map<String, Restoration> ways) {
    List<HostResult> results = new ArrayList<>();
    for (String host : fleet.all()) {
      if (fleet.lost().containsKey(host)) {
        results.add(fleet.unreachable(host, List.of()));
      } else if (ways.containsKey(host)) {
        results.add(ways.get(host).plan().result(fleet.session(host).roundTrips()));
      } else {
        results.add(fleet.unanswered(host));
      }
    }
    return results;
  }
}
