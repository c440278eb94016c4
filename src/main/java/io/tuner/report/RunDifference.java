package io.tuner.report;

import io.tuner.bench.HostEnvironment;
import io.tuner.bench.statistics.BenchmarkResult;
import io.tuner.plan.Change;
import io.tuner.plan.HostResult;
import io.tuner.plan.RunResult;
import io.tuner.plan.Status;
import io.tuner.plan.TaskResult;
import io.tuner.resource.Content;
import io.tuner.resource.Settles;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Two runs side by side, as a report of its own: what the first did stands as before, what the
 * second did as after.
 */
public final class RunDifference {

  /** The command that such a report is of. */
  public static final String COMMAND = "report";

  /** What a run ends with that was interrupted, as shells have it of SIGINT. */
  private static final int INTERRUPTED = 130;

  private final RunReport one;
  private final RunReport other;
  private final List<String> notes = new ArrayList<>();

  private RunDifference(RunReport one, RunReport other) {
    this.one = one;
    this.other = other;
  }

  /** The difference of two runs. */
  public static RunReport of(RunReport one, RunReport other) {
    return new RunDifference(one, other).report();
  }

  private RunReport report() {
    notes.add("before: " + told(one));
    notes.add("after: " + told(other));
    List<HostResult> hosts = hosts();
    List<BenchmarkResult> benchmarks = BenchmarkPairs.of(one, other);
    if (!benchmarks.isEmpty()) {
      notes.add("the two runs are two blocks of time: what else changed between them counts too");
    }
    for (RunReport report : List.of(one, other)) {
      if (report.run().exit() == INTERRUPTED) {
        notes.add(name(report) + " was interrupted: what it did not come to is missing");
      }
    }
    List<HostEnvironment> environments = environments();
    environments.forEach(environment -> notes.addAll(environment.notes()));
    RunResult result =
        new RunResult(name(one) + ".." + name(other), COMMAND, true, 0, hosts, List.of());
    return new RunReport(result, RunReport.About.NOTHING, benchmarks, environments, notes);
  }

  /** What a host was like when each run measured it last. */
  private List<HostEnvironment> environments() {
    List<HostEnvironment> all = new ArrayList<>();
    for (HostEnvironment first : one.environments()) {
      for (HostEnvironment second : other.environments()) {
        boolean both = !first.blocks().isEmpty() && !second.blocks().isEmpty();
        if (both && second.host().equals(first.host())) {
          List<HostEnvironment.Seen> seen = List.of(last("before", first), last("after", second));
          all.add(HostEnvironment.of(first.host(), seen, changed(first.host())));
        }
      }
    }
    return all;
  }

  private static HostEnvironment.Seen last(String state, HostEnvironment of) {
    return new HostEnvironment.Seen(state, of.blocks().get(of.blocks().size() - 1).environment());
  }

  /** What the later run changed on a host. */
  private Set<String> changed(String host) {
    return other.run().hosts().stream()
        .filter(result -> result.host().equals(host) && !other.run().dryRun())
        .flatMap(result -> result.changedTypes().stream())
        .collect(Collectors.toSet());
  }

  private static String name(RunReport report) {
    return report.run().run();
  }

  private static String told(RunReport report) {
    RunReport.About about = report.about();
    String of = about.playbook().isEmpty() ? "" : " of " + about.playbook();
    String by = about.operator().isEmpty() ? "" : " by " + about.operator();
    return name(report) + " (" + report.run().command() + of + by + ")";
  }

  private List<HostResult> hosts() {
    Map<String, HostResult> first = byName(one);
    Map<String, HostResult> second = byName(other);
    Set<String> names = new LinkedHashSet<>(first.keySet());
    names.addAll(second.keySet());
    List<HostResult> hosts = new ArrayList<>();
    for (String name : names) {
      if (!first.containsKey(name) || !second.containsKey(name)) {
        notes.add(name + ": only in " + name(first.containsKey(name) ? one : other));
      }
      hosts.add(
          host(name, Optional.ofNullable(first.get(name)), Optional.ofNullable(second.get(name))));
    }
    return hosts;
  }

  private static Map<String, HostResult> byName(RunReport report) {
    Map<String, HostResult> hosts = new LinkedHashMap<>();
    report.run().hosts().forEach(host -> hosts.put(host.host(), host));
    return hosts;
  }

  private HostResult host(String name, Optional<HostResult> first, Optional<HostResult> second) {
    first.ifPresent(host -> unanswered(host, one));
    second.ifPresent(host -> unanswered(host, other));
    Map<String, TaskResult> before = first.map(RunDifference::byAddress).orElse(Map.of());
    Map<String, TaskResult> after = second.map(RunDifference::byAddress).orElse(Map.of());
    Set<String> addresses = new LinkedHashSet<>(before.keySet());
    addresses.addAll(after.keySet());
    List<TaskResult> tasks = new ArrayList<>();
    for (String address : addresses) {
      tasks.add(
          task(Optional.ofNullable(before.get(address)), Optional.ofNullable(after.get(address))));
    }
    return new HostResult(name, 0, tasks, Optional.empty(), Optional.empty(), Optional.empty());
  }

  private void unanswered(HostResult host, RunReport in) {
    host.unreachable()
        .or(host::error)
        .ifPresent(why -> notes.add(host.host() + " failed in " + name(in) + ": " + why));
  }

  /** The same address may stand twice: each time it is another task. */
  private static Map<String, TaskResult> byAddress(HostResult host) {
    Map<String, TaskResult> tasks = new LinkedHashMap<>();
    Map<String, Integer> seen = new LinkedHashMap<>();
    for (TaskResult task : host.tasks()) {
      int count = seen.merge(task.address(), 1, Integer::sum);
      tasks.put(count == 1 ? task.address() : task.address() + " (" + count + ")", task);
    }
    return tasks;
  }

  private TaskResult task(Optional<TaskResult> before, Optional<TaskResult> after) {
    List<Change> changes = new ArrayList<>();
    String was = before.map(task -> Wording.of(one.run()).of(task.status())).orElse(null);
    String is = after.map(task -> Wording.of(other.run()).of(task.status())).orElse(null);
    if (!Objects.equals(was, is)) {
      changes.add(new Change("status", "", Settles.When.NOW, "", was, is));
    }
    changes.addAll(changes(before, after));
    TaskResult shown = after.or(() -> before).orElseThrow();
    return new TaskResult(
        shown.address(),
        shown.name(),
        shown.source(),
        changes.isEmpty() ? Status.OK : Status.CHANGED,
        Optional.empty(),
        lacking(before.isPresent(), after.isPresent()),
        Map.of(),
        Optional.empty(),
        changes,
        List.of());
  }

  /** Every form tells warnings, and what one run has not is easily read as what it did not do. */
  private List<String> lacking(boolean inOne, boolean inOther) {
    return inOne && inOther ? List.of() : List.of("only in " + name(inOne ? one : other));
  }

  private static List<Change> changes(Optional<TaskResult> before, Optional<TaskResult> after) {
    Map<List<String>, Change> first = byLeaf(before);
    Map<List<String>, Change> second = byLeaf(after);
    Set<List<String>> leaves = new LinkedHashSet<>(first.keySet());
    leaves.addAll(second.keySet());
    List<Change> changes = new ArrayList<>();
    for (List<String> leaf : leaves) {
      Change one = first.get(leaf);
      Change other = second.get(leaf);
      if (!did(one).equals(did(other))) {
        boolean files =
            one != null
                && other != null
                && one.to() instanceof Content
                && other.to() instanceof Content;
        Object from = files ? one.to() : one == null ? null : did(one);
        Object to = files ? other.to() : other == null ? null : did(other);
        changes.add(new Change(leaf.get(0), leaf.get(1), Settles.When.NOW, "", from, to));
      }
    }
    return changes;
  }

  private static Map<List<String>, Change> byLeaf(Optional<TaskResult> task) {
    Map<List<String>, Change> leaves = new LinkedHashMap<>();
    task.ifPresent(
        known -> known.changes().forEach(c -> leaves.put(List.of(c.aspect(), c.path()), c)));
    return leaves;
  }

  /** What a run did to a leaf: {@code 60 -> 1}. */
  private static String did(Change change) {
    if (change == null) {
      return "";
    }
    ChangeRow row = ChangeRow.of(change);
    String later = change.settlesNow() ? "" : " (" + row.settles() + ")";
    return row.before() + " -> " + row.after() + later;
  }
}
