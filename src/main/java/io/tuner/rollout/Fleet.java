package io.tuner.rollout;

import io.tuner.apply.HostSession;
import io.tuner.host.Unreachable;
import io.tuner.plan.HostResult;
import io.tuner.plan.TaskResult;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** The sessions of a run's hosts, and work on them side by side. */
public final class Fleet implements AutoCloseable {

  /** Work on one host. */
  @FunctionalInterface
  public interface Work<T> {
    T on(String host, HostSession session) throws Unreachable, InterruptedException;
  }

  private static final int GRACE_SECONDS = 15;

  private final Map<String, HostSession> sessions;
  private final Map<String, Unreachable> lost = new LinkedHashMap<>();
  private final ExecutorService workers;
  private final Set<Runnable> waiting = new HashSet<>();
  private final Set<String> busy = new HashSet<>();
  private boolean interrupted;

  /**
   * A fleet.
   *
   * @param sessions by host, in inventory order
   * @param forks how many hosts at a time
   */
  public Fleet(Map<String, HostSession> sessions, int forks) {
    this.sessions = new LinkedHashMap<>(sessions);
    int threads = Math.max(1, Math.min(forks, sessions.size()));
    this.workers =
        Executors.newFixedThreadPool(
            threads,
            task -> {
              Thread thread = new Thread(task, "host");
              thread.setDaemon(true);
              return thread;
            });
  }

  /** The hosts that have not been lost, in inventory order. */
  public List<String> hosts() {
    return sessions.keySet().stream().filter(host -> !lost.containsKey(host)).toList();
  }

  /** Every host, lost or not, in inventory order. */
  public List<String> all() {
    return List.copyOf(sessions.keySet());
  }

  public HostSession session(String host) {
    return sessions.get(host);
  }

  /** The hosts that could not be reached, with why. */
  public Map<String, Unreachable> lost() {
    return Map.copyOf(lost);
  }

  /** True where the operator ended the work before it was done. */
  public boolean interrupted() {
    return interrupted;
  }

  /** True where an interruption found the host in a step that has not ended since. */
  public boolean isBusy(String host) {
    return busy.contains(host);
  }

  /**
   * Does the work on each of these hosts. Those that are lost by it, or that an interruption kept
   * from it, have no answer.
   */
  public <T> Map<String, T> each(List<String> hosts, Work<T> work) {
    Map<String, Future<T>> running = new LinkedHashMap<>();
    Map<String, T> answers = new LinkedHashMap<>();
    if (interrupted) {
      return answers;
    }
    for (String host : hosts) {
      Callable<T> call = () -> work.on(host, sessions.get(host));
      running.put(host, workers.submit(call));
    }
    for (Map.Entry<String, Future<T>> one : running.entrySet()) {
      answer(one.getKey(), one.getValue(), answers);
    }
    return answers;
  }

  private <T> void answer(String host, Future<T> future, Map<String, T> answers) {
    if (interrupted && !future.isDone()) {
      if (!waiting.contains(future)) {
        busy.add(host);
      }
      return;
    }
    try {
      answers.put(host, future.get());
    } catch (InterruptedException e) {
      interrupt();
      // The host that was waited for has ended its step since, and tells what it did.
      answer(host, future, answers);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof Unreachable unreachable) {
        lost.put(host, unreachable);
      } else if (e.getCause() instanceof RuntimeException fault) {
        throw fault;
      } else if (!(e.getCause() instanceof InterruptedException)) {
        throw new IllegalStateException(e.getCause());
      }
    }
  }

  /** Each host ends the step it is in; none begins another. */
  private void interrupt() {
    interrupted = true;
    waiting.addAll(workers.shutdownNow());
    try {
      workers.awaitTermination(GRACE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException second) {
      Thread.currentThread().interrupt();
    }
  }

  /** The result of a lost host, with what it had done before. */
  public HostResult unreachable(String host, List<TaskResult> tasks) {
    Unreachable why = lost.get(host);
    String message = why.getMessage() + why.hint().map(hint -> "\nhint: " + hint).orElse("");
    return new HostResult(
        host,
        sessions.get(host).roundTrips(),
        new ArrayList<>(tasks),
        Optional.of(message),
        Optional.empty(),
        Optional.empty());
  }

  /** The result of a host that an interruption left without an answer. */
  public HostResult unanswered(String host) {
    String message =
        isBusy(host)
            ? "interrupted in a step that has not ended yet\nhint: tuner history tells what was done"
            : "interrupted before it was read";
    return new HostResult(
        host,
        sessions.get(host).roundTrips(),
        List.of(),
        Optional.empty(),
        Optional.of(message),
        Optional.empty());
  }

  @Override
  public void close() {
    workers.shutdownNow();
    sessions.values().forEach(HostSession::close);
  }
}
