package io.tuner.cli;

import io.tuner.apply.HostSession;
import io.tuner.apply.PastRun;
import io.tuner.apply.RunIdentity;
import io.tuner.apply.Undo;
import io.tuner.apply.UndoneHandlers;
import io.tuner.host.Become;
import io.tuner.host.Unreachable;
import io.tuner.plan.Credentials;
import io.tuner.plan.HostPlan;
import io.tuner.plan.HostResult;
import io.tuner.plan.Status;
import io.tuner.plan.TaskPlan;
import io.tuner.plan.TaskResult;
import io.tuner.resource.ProbeFailed;
import io.tuner.rollout.Fleet;
import io.tuner.text.Printable;
import io.tuner.text.Shell;
import io.tuner.text.Span;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Takes runs back: journal -> states before -> plan -> show -> ask -> apply -> report. */
final class RollbackFlow {

  /** What is taken back on one host. */
  private record Way(List<PastRun> runs, Undo undo, HostPlan plan, Become become) {}

  private final Console console;
  private final RollbackCommand options;
  private final Outcome outcome;

  RollbackFlow(Console console, RollbackCommand options) {
    this.console = console;
    this.options = options;
    this.outcome = new Outcome(console, options.output, "rollback", false, false);
  }

  int run() throws Exception {
    if (options.all && options.runName.isPresent()) {
      throw Stop.usage("`rollback` takes a run or --all, not both", "tuner history lists the runs");
    }
    Reach reach = new Reach(console, options.hosts, options.output);
    reach.inventory();
    try (reach) {
      Fleet fleet = reach.fleet();
      Map<String, Way> ways =
          fleet.each(
              fleet.hosts(),
              (host, session) -> {
                reach.watch().phase(host, "reading the journal");
                return way(host, session, reach.becomes().get(host), reach.variables(host));
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

  private Way way(String host, HostSession session, Become become, Credentials.Variables variables)
      throws Unreachable, InterruptedException {
    HostSession.Journal journal;
    try {
      journal = session.journal(become);
    } catch (ProbeFailed e) {
      TaskResult why = TaskResult.of("journal", "", Span.NONE, Status.FAILED, e.getMessage());
      HostPlan failed = plan(host, List.of(TaskPlan.of(why)));
      return new Way(List.of(), Undo.NOTHING, failed, become);
    }
    List<PastRun> runs = Undo.select(journal.runs(), options.runName, options.all);
    Undo undo = Undo.of(runs, journal.runs(), options.task, options.force, variables);
    List<TaskPlan> tasks =
        runs.isEmpty()
            ? List.of()
            : undo.plan(session.read(journal.become(), Map.of(), undo.probe()));
    return new Way(runs, undo, plan(host, tasks), journal.become());
  }

  private static HostPlan plan(String host, List<TaskPlan> tasks) {
    return new HostPlan(host, tasks, List.of(), List.of(), List.of(), Map.of());
  }

  /** A run that no host knows is a mistake of the operator's. */
  private void named(Map<String, Way> ways) throws Stop {
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
  private void tell(Reach reach, Map<String, Way> ways) {
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

  /**
   * Everything is as before already: that is written down, or the same runs would be next again.
   */
  private boolean isBack(Way way) {
    return options.task.isEmpty() && !way.runs().isEmpty() && !way.plan().fails();
  }

  private List<HostResult> rollback(Reach reach, Map<String, Way> ways) {
    Fleet fleet = reach.fleet();
    List<String> work =
        ways.entrySet().stream()
            .filter(way -> way.getValue().plan().changes() || isBack(way.getValue()))
            .map(Map.Entry::getKey)
            .toList();
    Map<String, HostResult> done =
        fleet.each(
            work,
            (host, session) -> {
              Way way = ways.get(host);
              List<String> runs = way.runs().stream().map(PastRun::run).toList();
              RunIdentity identity =
                  new RunIdentity(
                      outcome.run(),
                      "rollback",
                      Operator.name(),
                      outcome.started(),
                      "",
                      "",
                      "",
                      options.task.isPresent() ? List.of() : runs);
              HostResult result =
                  session.apply(
                      way.plan(),
                      way.become(),
                      identity,
                      new HostSession.Change(
                          !options.force,
                          way.undo(),
                          options.task.isPresent() ? List.of() : way.runs()),
                      (number, all, address) ->
                          reach
                              .watch()
                              .phase(host, "rolling back " + number + "/" + all + " " + address));
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
                            : before.get(host)));
    return results;
  }

  private static HostResult unanswered(String host, Map<String, Way> ways, Fleet fleet) {
    return fleet.isBusy(host) ? fleet.unanswered(host) : ways.get(host).plan().notStarted();
  }

  private static String word(Status status) {
    return status == Status.CHANGED ? "restored" : status.word();
  }

  private HostResult counted(HostResult result, Way way, Fleet fleet) {
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
            ? Optional.of(again(result.host(), way.runs()))
            : Optional.empty());
  }

  /** The command that goes on: on other hosts one without a name would take back a run more. */
  private String again(String host, List<PastRun> runs) {
    String which = options.all || runs.isEmpty() ? "--all" : runs.get(0).run();
    String task = options.task.map(address -> " --task " + Shell.quote(address)).orElse("");
    return "tuner rollback " + which + task + " -l " + Shell.quote(host);
  }

  private List<HostResult> results(Fleet fleet, Map<String, Way> ways) {
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
