package io.tuner.cli;

import com.fasterxml.jackson.jr.ob.JSON;
import io.tuner.apply.RunIdentity;
import io.tuner.load.Loaded;
import io.tuner.load.Play;
import io.tuner.plan.HostPlan;
import io.tuner.plan.HostResult;
import io.tuner.plan.PlayPlan;
import io.tuner.plan.SavedPlan;
import io.tuner.rollout.Measurement;
import io.tuner.rollout.Planned;
import io.tuner.rollout.PlaybookPlanner;
import io.tuner.rollout.Proof;
import io.tuner.rollout.Rollout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The commands that contact hosts. Each reads as the flow: load, plan, ask, apply, report. */
final class HostCommands implements Run {

  private final Console console;

  HostCommands(Console console) {
    this.console = console;
  }

  @Override
  public int apply(ApplyCommand options) throws Exception {
    if (options.playbook.toString().endsWith(".json")) {
      return applySaved(options);
    }
    Outcome outcome =
        new Outcome(console, options.output, "apply", options.dryRun, options.detailedExitCode);
    outcome.refuseUnwritable();
    WarmUp.start(options.output.json);
    Loaded loaded = Reach.load(console, options.playbook, options.hosts, options.tasks);
    Optional<StoredBaselines> stored =
        options.noBenchmarks
            ? Optional.empty()
            : Optional.of(Measuring.stored(console, loaded, options.tasks, Optional.empty()));
    Reach reach = new Reach(console, options.hosts, options.output);
    reach.settings(loaded);
    try (reach) {
      PlaybookPlanner planner = planner(loaded, reach, options.reboot);
      Planned planned = plan(planner);
      Measurement measurement =
          stored.isEmpty()
              ? Measurement.NONE
              : measurement(loaded, planner, reach, options.tasks, stored.get());
      List<HostResult> shown = planned.announced(reach.fleet());
      outcome.announce(Announcement.of(measurement, planned.plays(), options.bench));
      if (options.dryRun || !planned.changes() && !options.bench) {
        return outcome.finish(reach, shown, planned.conflicts());
      }
      if (planned.changes()) {
        outcome.ask(reach, shown, planned.conflicts(), options.yes);
      }
      RunIdentity identity = identity(outcome, options.playbook, loaded.digest());
      Rollout rollout =
          new Rollout(
              reach.fleet(),
              planned.become(),
              identity,
              reach.watch(),
              new Proof.Terms(
                  measurement,
                  loaded.plays().stream().map(Play::onRegression).toList(),
                  options.bench,
                  Outcome::name,
                  host -> name -> loaded.inventory().variable(host, name)));
      List<HostResult> results = rollout.apply(planned.plays());
      outcome.about(identity);
      outcome.measured(measurement, rollout.notes());
      return outcome.finish(reach, results, planned.conflicts());
    }
  }

  private int applySaved(ApplyCommand options) throws Exception {
    Outcome outcome =
        new Outcome(console, options.output, "apply", options.dryRun, options.detailedExitCode);
    outcome.refuseUnwritable();
    Map<String, Object> document = document(options.playbook);
    unlimited(options);
    Reach reach = new Reach(console, options.hosts, options.output);
    reach.secrets(document.get(SavedPlan.INVENTORIES));
    List<PlayPlan> plays = plays(options.playbook, document, reach);
    reach.saved(connections(options.playbook, document, plays));
    try (reach) {
      Planned planned = Planned.saved(plays, reach.becomes());
      outcome.announce(Announcement.guarded(plays));
      List<HostResult> shown = planned.announced(reach.fleet());
      if (options.dryRun || !planned.changes()) {
        return outcome.finish(reach, shown, planned.conflicts());
      }
      outcome.ask(reach, shown, planned.conflicts(), options.yes);
      Rollout rollout =
          new Rollout(
              reach.fleet(),
              planned.become(),
              identity(outcome, options.playbook, String.valueOf(document.get("digest"))),
              reach.watch(),
              Proof.Terms.NONE);
      return outcome.finish(reach, rollout.apply(planned.plays()), planned.conflicts());
    }
  }

  /** A saved plan is applied as it was reviewed, or not at all. */
  private static void unlimited(ApplyCommand options) throws Stop {
    boolean narrowed =
        options.hosts.limit.isPresent()
            || !options.tasks.tags.isEmpty()
            || !options.tasks.skipTags.isEmpty()
            || !options.hosts.extraVars.isEmpty();
    if (narrowed) {
      throw Stop.usage(
          "a saved plan is applied whole, without --limit, --tags, --skip-tags and --extra-vars",
          "give them to `tuner plan -o PLAN.json`, and apply that");
    }
  }

  @Override
  public int plan(PlanCommand options) throws Exception {
    Outcome outcome = new Outcome(console, options.output, "plan", true, options.detailedExitCode);
    outcome.refuseUnwritable();
    WarmUp.start(options.output.json);
    Loaded loaded = Reach.load(console, options.playbook, options.hosts, options.tasks);
    StoredBaselines stored = Measuring.stored(console, loaded, options.tasks, Optional.empty());
    Reach reach = new Reach(console, options.hosts, options.output);
    reach.settings(loaded);
    try (reach) {
      PlaybookPlanner planner = planner(loaded, reach, options.reboot);
      Planned planned = plan(planner);
      Measurement measurement = measurement(loaded, planner, reach, options.tasks, stored);
      outcome.announce(
          options.saved.isPresent()
              ? Announcement.ofSaved(measurement, planned.plays())
              : Announcement.of(measurement, planned.plays(), false));
      if (options.saved.isPresent()) {
        save(options.saved.get(), planned, reach, loaded.digest());
      }
      return outcome.finish(reach, planned.announced(reach.fleet()), planned.conflicts());
    }
  }

  @Override
  public int verify(VerifyCommand options) throws Exception {
    Outcome outcome = new Outcome(console, options.output, "verify", true, false);
    outcome.refuseUnwritable();
    WarmUp.start(options.output.json);
    Loaded loaded = Reach.load(console, options.playbook, options.hosts, options.tasks);
    Reach reach = new Reach(console, options.hosts, options.output);
    reach.settings(loaded);
    try (reach) {
      Planned planned = plan(planner(loaded, reach, false));
      return outcome.finish(reach, planned.results(reach.fleet()), planned.conflicts());
    }
  }

  @Override
  public int bench(BenchCommand options) throws Exception {
    Outcome outcome = new Outcome(console, options.output, "bench", false, false);
    outcome.refuseUnwritable();
    Loaded loaded = Reach.load(console, options.playbook, options.hosts, options.tasks);
    StoredBaselines stored = Measuring.stored(console, loaded, options.tasks, options.against);
    Reach reach = new Reach(console, options.hosts, options.output);
    reach.settings(loaded);
    try (reach) {
      PlaybookPlanner planner = planner(loaded, reach, false);
      plan(planner);
      boolean read = !reach.fleet().interrupted();
      Measurement measurement = measurement(loaded, planner, reach, options.tasks, stored);
      measurement.alone(reach.fleet());
      outcome.about(identity(outcome, options.playbook, loaded.digest()));
      outcome.measured(measurement, List.of());
      Planned hosts = new Planned(List.of(), planner::become);
      return outcome.finish(reach, hosts.measured(reach.fleet(), measurement, read), List.of());
    }
  }

  @Override
  public int rollback(RollbackCommand options) throws Exception {
    return new RollbackFlow(console, options).run();
  }

  @Override
  public int history(HistoryCommand options) throws Exception {
    return new HistoryFlow(console, options).run();
  }

  @Override
  public int facts(FactsCommand options) throws Exception {
    return new FactsFlow(console, options).run();
  }

  private static PlaybookPlanner planner(Loaded loaded, Reach reach, boolean reboot) {
    return new PlaybookPlanner(loaded, reach.fleet(), reach.becomes(), reach.watch(), reboot);
  }

  private Planned plan(PlaybookPlanner planner) throws Stop {
    List<PlayPlan> plays = planner.plan();
    if (planner.diagnostics().hasErrors()) {
      throw Stop.usage(planner.diagnostics());
    }
    planner.diagnostics().sorted().forEach(warning -> console.err().print(warning.render()));
    return new Planned(plays, planner::become);
  }

  private static Measurement measurement(
      Loaded loaded, PlaybookPlanner planner, Reach reach, TagOptions tags, StoredBaselines stored)
      throws Stop, IOException {
    Measurement measurement = Measuring.of(loaded, planner, reach, tags, stored);
    if (planner.diagnostics().hasErrors()) {
      throw Stop.usage(planner.diagnostics());
    }
    return measurement;
  }

  private static RunIdentity identity(Outcome outcome, Path playbook, String digest) {
    return new RunIdentity(
        outcome.run(),
        "apply",
        Operator.name(),
        outcome.started(),
        playbook.toString(),
        digest,
        Operator.commit(playbook),
        List.of());
  }

  private static void save(Path file, Planned planned, Reach reach, String digest)
      throws IOException {
    Map<String, Object> document =
        SavedPlan.write(planned.plays(), reach.connections(), reach.inventories(), digest);
    PrivateFiles.write(file, JSON.std.with(JSON.Feature.WRITE_NULL_PROPERTIES).asString(document));
  }

  private static Map<String, Object> document(Path file) throws Stop {
    try {
      return JSON.std.mapFrom(Files.readString(file));
    } catch (NoSuchFileException e) {
      throw Stop.usage(
          "`" + file + "` does not exist", "make one: tuner plan PLAYBOOK -o PLAN.json");
    } catch (IOException e) {
      throw Stop.usage(
          "`" + file + "` cannot be read as a saved plan",
          "make one: tuner plan PLAYBOOK -o PLAN.json");
    }
  }

  private static List<PlayPlan> plays(Path file, Map<String, Object> document, Reach reach)
      throws Stop {
    try {
      return SavedPlan.read(document, reach::variables);
    } catch (IllegalArgumentException e) {
      throw Stop.usage(
          file + ": " + e.getMessage(), "the plan is made by: tuner plan PLAYBOOK -o PLAN.json");
    }
  }

  /** How the hosts of a saved plan are reached. */
  private static Map<String, Map<String, Object>> connections(
      Path file, Map<String, Object> document, List<PlayPlan> plays) throws Stop {
    Map<?, ?> saved = document.get("connections") instanceof Map<?, ?> map ? map : Map.of();
    Map<String, Map<String, Object>> connections = new LinkedHashMap<>();
    for (PlayPlan play : plays) {
      for (HostPlan host : play.hosts()) {
        if (!(saved.get(host.host()) instanceof Map<?, ?> variables)) {
          throw Stop.usage(
              file + ": this plan does not say how `" + host.host() + "` is reached",
              "save it again: tuner plan -o");
        }
        Map<String, Object> named = new LinkedHashMap<>();
        variables.forEach((name, value) -> named.put(name.toString(), value));
        connections.put(host.host(), named);
      }
    }
    return connections;
  }
}
