package io.tuner.rollout;

import io.tuner.apply.Debts;
import io.tuner.host.Become;
import io.tuner.load.Expansion;
import io.tuner.load.HandlerInstance;
import io.tuner.load.Instance;
import io.tuner.load.Loaded;
import io.tuner.load.Play;
import io.tuner.plan.Conflict;
import io.tuner.plan.Conflicts;
import io.tuner.plan.HardLinks;
import io.tuner.plan.HostPlan;
import io.tuner.plan.Planner;
import io.tuner.plan.PlayPlan;
import io.tuner.plan.RealPaths;
import io.tuner.plan.Status;
import io.tuner.plan.Subject;
import io.tuner.plan.TaskPlan;
import io.tuner.plan.TaskResult;
import io.tuner.probe.Facts;
import io.tuner.resource.Probe;
import io.tuner.resource.ProbeFailed;
import io.tuner.resource.Readings;
import io.tuner.resource.Resource;
import io.tuner.resource.Writer;
import io.tuner.resources.Resources;
import io.tuner.text.Diagnostic;
import io.tuner.text.Diagnostics;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * From a playbook to the plan of every host: all hosts are read at once, each in one request, and
 * in a second one only where a template needs facts to know what to read.
 */
public final class PlaybookPlanner {

  private final Loaded loaded;
  private final Fleet fleet;
  private final Map<String, Become> become;
  private final Watch watch;
  private final boolean reboot;
  private final Diagnostics diagnostics = new Diagnostics();
  private final Map<String, List<Expansion>> expansions = new LinkedHashMap<>();
  private final Map<String, Readings> readings = new HashMap<>();
  private final Map<String, Map<String, Object>> facts = new HashMap<>();

  /**
   * A planner of one run.
   *
   * @param become by host, what its inventory says
   * @param reboot true: hosts may be rebooted, whatever the plays say
   */
  public PlaybookPlanner(
      Loaded loaded, Fleet fleet, Map<String, Become> become, Watch watch, boolean reboot) {
    this.loaded = loaded;
    this.fleet = fleet;
    this.become = become;
    this.watch = watch;
    this.reboot = reboot;
  }

  /** What could be seen to be wrong only with the hosts' facts. */
  public Diagnostics diagnostics() {
    return diagnostics;
  }

  /** Plans every play; hosts that are lost have no plan. */
  public List<PlayPlan> plan() {
    for (String host : fleet.hosts()) {
      expand(host, Optional.empty());
    }
    read(fleet.hosts(), "reading");
    if (fleet.interrupted()) {
      return List.of();
    }
    List<String> needy = fleet.hosts().stream().filter(this::needsFacts).toList();
    if (!needy.isEmpty()) {
      fleet.hosts().forEach(this::learn);
      needy.forEach(host -> expand(host, Optional.of(facts.get(host))));
      if (diagnostics.hasErrors()) {
        return List.of();
      }
      read(needy, "reading what its facts call for");
      if (fleet.interrupted()) {
        return List.of();
      }
    }
    List<PlayPlan> plans = new ArrayList<>();
    Map<String, Boolean> changes = new HashMap<>();
    for (int i = 0; i < loaded.plays().size(); i++) {
      plans.add(play(i, changes));
    }
    return plans;
  }

  /** With whose rights a host is changed and read. */
  public Become become(String host) {
    return expansions.getOrDefault(host, List.of()).stream()
        .flatMap(expansion -> expansion.instances().stream())
        .map(Instance::become)
        .filter(io.tuner.load.Become::enabled)
        .findFirst()
        .map(wanted -> new Become(true, wanted.user()))
        .orElse(become.get(host));
  }

  /** By play, what it comes to on each of its hosts; once it is planned. */
  public List<Map<String, Expansion>> expansions() {
    List<Map<String, Expansion>> plays = new ArrayList<>();
    for (int i = 0; i < loaded.plays().size(); i++) {
      Map<String, Expansion> hosts = new LinkedHashMap<>();
      for (String host : loaded.plays().get(i).hosts()) {
        if (expansions.containsKey(host)) {
          hosts.put(host, expansions.get(host).get(i));
        }
      }
      plays.add(hosts);
    }
    return plays;
  }

  private void expand(String host, Optional<Map<String, Object>> known) {
    List<Expansion> all = new ArrayList<>();
    for (Play play : loaded.plays()) {
      all.add(
          play.hosts().contains(host)
              ? loaded.expand(play, host, known, facts, diagnostics)
              : Expansion.NONE);
    }
    expansions.put(host, all);
  }

  private boolean needsFacts(String host) {
    return expansions.get(host).stream().anyMatch(Expansion::needsFacts);
  }

  private void learn(String host) {
    try {
      facts.put(host, Facts.parse(readings.get(host)));
    } catch (ProbeFailed e) {
      facts.put(host, Map.of());
    }
  }

  private void read(List<String> hosts, String phase) {
    boolean anyFacts = fleet.hosts().stream().anyMatch(this::needsFacts);
    Map<String, Readings> answers =
        fleet.each(
            hosts,
            (host, session) -> {
              watch.phase(host, phase);
              Probe probe = probe(host);
              Map<String, String> environment = new LinkedHashMap<>();
              expansions.get(host).forEach(e -> environment.putAll(e.environment()));
              return session.read(
                  become(host), environment, anyFacts ? probe.and(Facts.PROBE) : probe);
            });
    answers.forEach(
        (host, answer) ->
            readings.merge(
                host, answer, (a, b) -> new Readings.Builder().addAll(a).addAll(b).build()));
  }

  private Probe probe(String host) {
    List<Probe> probes = new ArrayList<>();
    instances(host).forEach(i -> i.resource().ifPresent(resource -> probes.add(resource.probe())));
    // Of tasks alone: nobody changes the files that writers are told by.
    Probe tasks = Probe.all(probes);
    List<Probe> all = new ArrayList<>(List.of(Debts.PROBE, tasks));
    writers(host).forEach(writer -> all.add(writer.probe()));
    return Probe.all(all).and(RealPaths.probe(tasks)).and(HardLinks.probe(tasks));
  }

  private List<Writer> writers(String host) {
    List<String> types = instances(host).map(Instance::type).distinct().toList();
    return Resources.writers().stream()
        .filter(writer -> writer.types().stream().anyMatch(types::contains))
        .toList();
  }

  private Stream<Instance> instances(String host) {
    return expansions.get(host).stream().flatMap(expansion -> expansion.instances().stream());
  }

  private PlayPlan play(int number, Map<String, Boolean> changes) {
    Play play = loaded.plays().get(number);
    List<HostPlan> hosts = new ArrayList<>();
    for (String host : play.hosts()) {
      if (fleet.hosts().contains(host)) {
        hosts.add(host(host, number, changes));
      }
    }
    return new PlayPlan(
        play.name(), play.serial(), play.maxFailPercentage(), play.anyErrorsFatal(), hosts);
  }

  private HostPlan host(String host, int number, Map<String, Boolean> changes) {
    Expansion expansion = expansions.get(host).get(number);
    List<TaskPlan> tasks = new ArrayList<>();
    for (Instance instance : expansion.instances()) {
      TaskPlan task = task(instance, host, changes.getOrDefault(host, false));
      changes.merge(host, !task.isSettled(), Boolean::logicalOr);
      tasks.add(task);
    }
    tasks = Conflicts.forbidden(host, tasks, readings.get(host));
    if (number == 0) {
      tasks.addAll(0, Debts.unreadable(readings.get(host)));
    }
    List<HandlerInstance> owed = number == 0 ? Debts.of(readings.get(host)) : List.of();
    return new HostPlan(
        host,
        tasks,
        expansion.handlers(),
        owed,
        conflicts(host, tasks),
        expansion.environment(),
        mayReboot(loaded.plays().get(number), host, tasks),
        loaded.plays().get(number).confirmTimeout());
  }

  private boolean mayReboot(Play play, String host, List<TaskPlan> tasks) {
    if (!reboot && play.reboot() == Play.Reboot.NEVER) {
      return false;
    }
    boolean boots = fleet.session(host).boots();
    if (!boots && tasks.stream().anyMatch(task -> task.result().awaitsBoot())) {
      diagnostics.add(
          Diagnostic.warning(play.span(), host + " waits for a boot, and is not rebooted")
              .hint("tuner reboots neither the machine that it runs on nor a directory"));
    }
    return boots;
  }

  private TaskPlan task(Instance instance, String host, boolean afterChanges) {
    return switch (instance.kind()) {
      case READY -> Planner.plan(Subject.of(instance), readings.get(host), afterChanges);
      case SKIPPED -> without(instance, Status.SKIPPED);
      case PASSED -> without(instance, Status.OK);
      case REFUTED, NEEDS_FACTS -> without(instance, Status.FAILED);
    };
  }

  private static TaskPlan without(Instance instance, Status status) {
    return TaskPlan.of(
        TaskResult.of(
            instance.address(),
            instance.name(),
            instance.span(),
            status,
            instance.reason().orElse(null)));
  }

  private List<Conflict> conflicts(String host, List<TaskPlan> tasks) {
    List<Conflict> conflicts = new ArrayList<>();
    List<Resource<?>> resources = new ArrayList<>();
    instances(host).forEach(instance -> instance.resource().ifPresent(resources::add));
    for (Writer writer : writers(host)) {
      try {
        Readings then = Conflicts.afterwards(tasks, readings.get(host), writer);
        List<Writer.Claim> claims = writer.claims(then, resources);
        conflicts.addAll(Conflicts.withWriter(host, tasks, writer.name(), claims));
      } catch (ProbeFailed e) {
        conflicts.add(
            new Conflict(host, "", "", "", writer.name() + ": " + e.getMessage(), "", false));
      }
    }
    return conflicts;
  }
}
