package io.tuner.plan;

import io.tuner.load.HandlerInstance;
import io.tuner.resource.Probe;
import io.tuner.resource.Risk;
import io.tuner.resource.Settles;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What is to be done on one host in one play.
 *
 * @param host its inventory name
 * @param tasks in declared order
 * @param handlers in declared order
 * @param owed handlers that a run which died had notified and not run
 * @param conflicts with other writers on the host
 * @param environment of every command
 * @param mayReboot whether the host may be rebooted where something waits for a boot
 * @param confirmTimeout how long the host waits for its changes to be confirmed over a new
 *     connection before it takes them back by itself; empty where only those are that may cut it
 *     off
 */
public record HostPlan(
    String host,
    List<TaskPlan> tasks,
    List<HandlerInstance> handlers,
    List<HandlerInstance> owed,
    List<Conflict> conflicts,
    Map<String, String> environment,
    boolean mayReboot,
    Optional<Duration> confirmTimeout) {

  /** How long a change that may cut the host off waits where the play does not say. */
  public static final Duration USUAL_CONFIRM_TIMEOUT = Duration.ofSeconds(60);

  public HostPlan {
    tasks = List.copyOf(tasks);
  }

  /** Of a host that is never rebooted, and whose changes need nobody to confirm them. */
  public HostPlan(
      String host,
      List<TaskPlan> tasks,
      List<HandlerInstance> handlers,
      List<HandlerInstance> owed,
      List<Conflict> conflicts,
      Map<String, String> environment) {
    this(host, tasks, handlers, owed, conflicts, environment, false, Optional.empty());
  }

  /** How long the host waits for this change to be confirmed; empty where it need not be. */
  public Optional<Duration> confirm(TaskPlan task) {
    boolean cuts = task.result().risks().containsKey(Risk.LINK_FLAP);
    return confirmTimeout.or(() -> Optional.of(USUAL_CONFIRM_TIMEOUT).filter(usual -> cuts));
  }

  /** True where commands may be sent. */
  public boolean changes() {
    return tasks.stream().anyMatch(task -> !task.isSettled()) || !due(tasks).isEmpty() || reboots();
  }

  /** True where something waits for a boot, or is going to, and the host may be rebooted for it. */
  public boolean reboots() {
    return mayReboot && tasks.stream().anyMatch(task -> task.result().awaitsBoot());
  }

  /** The handlers that run once these tasks are done: those owed, and those that are notified. */
  public List<HandlerInstance> due(List<TaskPlan> done) {
    List<HandlerInstance> due = new ArrayList<>();
    for (HandlerInstance debt : owed) {
      if (handlers.stream().noneMatch(handler -> same(handler, debt))) {
        due.add(debt);
      }
    }
    for (HandlerInstance handler : handlers) {
      boolean wanted = done.stream().anyMatch(task -> notifies(task, handler));
      boolean debt = owed.stream().anyMatch(other -> same(handler, other));
      if (debt || wanted && handler.action().isPresent()) {
        due.add(handler);
      }
    }
    return due;
  }

  /** True where an owed handler is one of this playbook's, whose order counts. */
  private static boolean same(HandlerInstance handler, HandlerInstance owed) {
    return handler.action().isPresent() && handler.address().equals(owed.address());
  }

  private static boolean notifies(TaskPlan task, HandlerInstance handler) {
    if (task.about().isEmpty() || !task.subject().notifies().contains(handler.name())) {
      return false;
    }
    boolean restart =
        task.result().changes().stream().anyMatch(c -> c.settles() == Settles.When.RESTART);
    return task.result().status() == Status.CHANGED
        || task.result().status() == Status.PENDING && restart;
  }

  /** What an apply is going to do here: its tasks, and the handlers that they notify. */
  public List<TaskResult> announced() {
    List<TaskResult> results = new ArrayList<>(tasks.stream().map(TaskPlan::result).toList());
    if (changes() && !fails()) {
      due(tasks).forEach(handler -> results.add(announced(handler)));
      if (reboots()) {
        results.add(TaskResult.reboot(host, results).with(Map.of(Risk.REBOOT, "")));
      }
    }
    return results;
  }

  private static TaskResult announced(HandlerInstance handler) {
    TaskResult result =
        TaskResult.of(handler.address(), handler.name(), handler.span(), Status.CHANGED, null);
    return handler.type().equals("restart")
        ? result.with(Map.of(Risk.SERVICE_RESTART, ""))
        : result;
  }

  /**
   * True where a task is known to fail beforehand, and not one that the others may go on without.
   */
  public boolean fails() {
    return tasks.stream().anyMatch(TaskPlan::stops);
  }

  /** Everything its resources read. */
  public Probe probe() {
    List<Probe> probes = new ArrayList<>();
    tasks.forEach(task -> task.about().ifPresent(s -> probes.add(s.resource().probe())));
    Probe probe = Probe.all(probes);
    return probe.and(HardLinks.probe(probe));
  }

  /** As reports show it before anything is applied. */
  public HostResult result(int roundTrips) {
    return new HostResult(
        host,
        roundTrips,
        tasks.stream().map(TaskPlan::result).toList(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  /** As reports show it where nothing of it was begun, because others failed before. */
  public HostResult notStarted() {
    List<TaskResult> results =
        tasks.stream()
            .map(task -> task.isSettled() ? task : task.with(notStarted(task.result())))
            .map(TaskPlan::result)
            .toList();
    return new HostResult(host, 0, results, Optional.empty(), Optional.empty(), Optional.empty());
  }

  private static TaskResult notStarted(TaskResult result) {
    return result.with(Status.NOT_STARTED, result.message());
  }

  /** The handlers that a change of this task calls for. */
  public List<HandlerInstance> notifiedBy(TaskPlan task) {
    return handlers.stream()
        .filter(handler -> handler.action().isPresent())
        .filter(handler -> task.subject().notifies().contains(handler.name()))
        .toList();
  }
}
