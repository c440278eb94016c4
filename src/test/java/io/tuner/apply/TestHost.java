package io.tuner.apply;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tuner.host.Become;
import io.tuner.host.ConnectionOptions;
import io.tuner.host.ConnectionSettings;
import io.tuner.host.Hosts;
import io.tuner.host.Prompts;
import io.tuner.host.Unreachable;
import io.tuner.plan.HostPlan;
import io.tuner.plan.HostResult;
import io.tuner.plan.JournalEntry;
import io.tuner.plan.Planner;
import io.tuner.plan.Subject;
import io.tuner.plan.TaskPlan;
import io.tuner.resource.Binder;
import io.tuner.resource.Described;
import io.tuner.resource.Probe;
import io.tuner.resource.Readings;
import io.tuner.resource.Resource;
import io.tuner.resource.Script;
import io.tuner.resource.Step;
import io.tuner.resources.Resources;
import io.tuner.text.Diagnostics;
import io.tuner.text.Secret;
import io.tuner.text.Span;
import io.tuner.text.Tree;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A directory that stands for a host, with everything an apply or a rollback of it takes. */
public final class TestHost implements AutoCloseable {

  private final Hosts hosts = new Hosts(Prompts.none());
  private final HostSession session;
  private final Path root;
  private final Map<String, Secret> secrets = new HashMap<>();
  private int run;
  private String lastRun = "";

  /** A host whose files lie under {@code root}. */
  public TestHost(Path root) throws Exception {
    this(root, Duration.ofSeconds(20));
  }

  /** The same, with a limit for one command. */
  public TestHost(Path root, Duration limit) throws Exception {
    Map<String, Object> variables =
        Map.of("ansible_connection", "local", "tuner_root", root.toString());
    ConnectionSettings settings =
        ConnectionSettings.of("here", variables, ConnectionOptions.none(root));
    this.root = root;
    this.session = new HostSession(hosts.of("here", settings), limit, limit);
  }

  /** A task as a playbook would have it: its type, and its parameters as plain values. */
  public static Subject task(String type, Map<String, ?> parameters) {
    Diagnostics diagnostics = new Diagnostics();
    Tree tree = Tree.of(parameters, Span.NONE);
    Record bound =
        Binder.bind(Resources.find(type).orElseThrow(), tree, diagnostics)
            .orElseThrow(() -> new AssertionError(diagnostics.render()));
    Resource<?> resource = (Resource<?>) bound;
    return new Subject(
        type + "[" + resource.name() + "]",
        type,
        "",
        Span.NONE,
        resource,
        withoutSecrets(type, parameters),
        List.of(),
        false,
        io.tuner.load.Become.NO,
        Optional.empty());
  }

  private static Map<String, Object> withoutSecrets(String type, Map<String, ?> parameters) {
    Map<String, Object> plain = new HashMap<>(parameters);
    secretsOf(type).forEach(parameter -> plain.remove(parameter.name()));
    return plain;
  }

  private static List<Described.Named> secretsOf(String type) {
    return Resources.find(type).orElseThrow().parameters().stream()
        .filter(parameter -> parameter.inner() == Secret.class)
        .toList();
  }

  /** Lets a rollback find what no journal holds. */
  private void remember(Subject task) throws ReflectiveOperationException {
    for (Described.Named parameter : secretsOf(task.type())) {
      Object secret =
          task.resource().getClass().getMethod(parameter.name()).invoke(task.resource());
      secrets.put(task.type() + "_" + parameter.name(), (Secret) secret);
    }
  }

  /** Reads. */
  public Readings read(Probe probe) throws Exception {
    return session.read(Become.NO, Map.of(), probe);
  }

  /** What is to be done. */
  public HostPlan plan(List<Subject> tasks) throws Exception {
    Readings readings = read(Probe.all(tasks.stream().map(t -> t.resource().probe()).toList()));
    List<TaskPlan> plans = new ArrayList<>();
    boolean changes = false;
    for (Subject task : tasks) {
      remember(task);
      TaskPlan plan = Planner.plan(task, readings, changes);
      changes |= !plan.isSettled();
      plans.add(plan);
    }
    return new HostPlan("here", plans, List.of(), List.of(), List.of(), Map.of());
  }

  /** Plans and applies; where there is nothing to do, nothing is begun. */
  public HostResult apply(Subject... tasks) throws Exception {
    HostPlan plan = plan(List.of(tasks));
    return plan.changes() ? apply(plan) : plan.result(0);
  }

  /** Applies a plan. */
  public HostResult apply(HostPlan plan) throws Exception {
    return session.apply(
        plan,
        Become.NO,
        identity("apply", List.of()),
        HostSession.Change.apply(true),
        (n, a, t) -> {});
  }

  /** The single commands of a script: those that belong together one by one. */
  public static List<Step> commands(Script script) {
    List<Step> commands = new ArrayList<>();
    for (Step step : script.steps()) {
      if (step instanceof Step.Attempt attempt) {
        commands.addAll(commands(Script.of(attempt.body())));
      } else if (step instanceof Step.Each each) {
        commands.addAll(commands(Script.of(each.steps())));
      } else {
        commands.add(step);
      }
    }
    return commands;
  }

  /**
   * Dies in the middle of an apply: so many commands of it are done, the last one's change is
   * journalled and has no end.
   */
  public void crash(int commands, Subject... tasks) throws Exception {
    crash(commands, Script.empty(), tasks);
  }

  /**
   * The same, where the next command is begun: {@code half} is what it came to, and the host's
   * shell is killed in it with all that it started.
   */
  public void killedIn(int commands, Script half, Subject... tasks) throws Exception {
    Script death = half.shell("kill -9 0");
    assertThatThrownBy(() -> crash(commands, death, tasks)).isInstanceOf(Unreachable.class);
  }

  private void crash(int commands, Script half, Subject... tasks) throws Exception {
    RunIdentity identity = identity("apply", List.of());
    try (Conversation conversation = session.converse(Become.NO)) {
      HostPlan plan = plan(List.of(tasks));
      conversation.open(
          identity.run(),
          identity.holder(),
          Json.write(identity.header("here")),
          List.of(),
          Map.of(),
          plan.probe());
      int left = commands;
      int index = 0;
      for (TaskPlan task : plan.tasks()) {
        if (!task.changes()) {
          continue;
        }
        List<Step> steps = commands(task.script());
        Script done = Script.of(steps.subList(0, Math.min(left, steps.size())));
        done = left < steps.size() ? done.then(half) : done;
        String entry = Json.write(JournalEntry.of(identity.run(), ++index, task).toMap());
        conversation.change(
            JournalEntry.number(index), entry, task.script(), done, Before.NOTHING, Probe.NOTHING);
        left -= steps.size();
        if (left < 0) {
          Files.delete(
              root.resolve("var/lib/tuner/runs/" + identity.run())
                  .resolve(JournalEntry.number(index) + ".result"));
          break;
        }
      }
    }
  }

  /**
   * Changes a plan's tasks and goes no further, as one whose machine dies; how many changes it
   * made.
   */
  int dieGuarded(Guard guard, Subject... tasks) throws Exception {
    int index = 0;
    HostPlan plan = plan(List.of(tasks));
    try (Conversation conversation = hold()) {
      conversation.guard(guard);
      for (TaskPlan task : plan.tasks()) {
        String entry = Json.write(JournalEntry.of(lastRun, ++index, task).toMap());
        Before before = new Before(Map.of(), Optional.empty(), List.of(), Guard.back(task));
        conversation.change(
            JournalEntry.number(index), entry, task.script(), before, Probe.NOTHING);
      }
    }
    return index;
  }

  /** Takes the host's lock and keeps it until the conversation is closed. */
  Conversation hold() throws Exception {
    RunIdentity identity = identity("apply", List.of());
    lastRun = identity.run();
    Conversation conversation = session.converse(Become.NO);
    conversation.open(
        identity.run(),
        identity.holder(),
        Json.write(identity.header("here")),
        List.of(),
        Map.of(),
        Probe.NOTHING);
    return conversation;
  }

  /** The host's journal. */
  public List<PastRun> runs() throws Exception {
    return JournalReader.read(read(JournalReader.PROBE));
  }

  /** Something that happens on the host meanwhile. */
  interface Meanwhile {
    void happens() throws Exception;
  }

  /** Takes back what `tuner rollback` without a run would. */
  public HostResult rollback(boolean all, boolean force) throws Exception {
    return rollback(all, force, () -> {});
  }

  /** The same, where something happens between the reading of the journal and the rollback. */
  HostResult rollback(Meanwhile meanwhile) throws Exception {
    return rollback(false, false, meanwhile);
  }

  private HostResult rollback(boolean all, boolean force, Meanwhile meanwhile) throws Exception {
    List<PastRun> runs = runs();
    List<PastRun> selected = Undo.select(runs, Optional.empty(), all);
    Undo undo =
        Undo.of(
            selected,
            runs,
            Optional.empty(),
            force,
            name -> Optional.ofNullable(secrets.get(name)));
    HostPlan plan =
        new HostPlan(
            "here", undo.plan(read(undo.probe())), List.of(), List.of(), List.of(), Map.of());
    List<String> names = selected.stream().map(PastRun::run).toList();
    meanwhile.happens();
    return session.apply(
        plan,
        Become.NO,
        identity("rollback", names),
        new HostSession.Change(!force, undo, selected),
        (n, a, t) -> {});
  }

  private RunIdentity identity(String command, List<String> undoes) {
    String name =
        String.format("20260101T0000%02dZ-%04x", ++run, System.identityHashCode(this) & 0xffff);
    return new RunIdentity(name, command, "test@here", "2026-01-01T00:00:00Z", "", "", "", undoes);
  }

  @Override
  public void close() {
    session.close();
    hosts.close();
  }
}
