package io.tuner.plan;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * One host of a run.
 *
 * @param host its inventory name
 * @param roundTrips requests with their answers
 * @param tasks in the order of the play; handlers that ran come last
 * @param unreachable why it could not be reached, where it could not
 * @param error why it failed as a whole (no lock, a lost connection), where it did
 * @param restore the command that takes back what was applied, where something was
 */
public record HostResult(
    String host,
    int roundTrips,
    List<TaskResult> tasks,
    Optional<String> unreachable,
    Optional<String> error,
    Optional<String> restore) {

  /**
   * The worst of its tasks, ignored failures aside, or unreachable; not started only where nothing
   * was changed.
   */
  public Status status() {
    if (unreachable.isPresent()) {
      return Status.UNREACHABLE;
    }
    if (error.isPresent()) {
      return Status.FAILED;
    }
    Status worst =
        tasks.stream()
            .filter(task -> !task.ignored())
            .map(TaskResult::status)
            .max(Comparator.naturalOrder())
            .orElse(Status.OK);
    return switch (worst) {
      case SKIPPED -> Status.OK;
      case UNKNOWN -> Status.CHANGED;
      case NOT_STARTED -> count(Status.CHANGED) > 0 ? Status.CHANGED : Status.NOT_STARTED;
      default -> worst;
    };
  }

  /** The types of the tasks that changed it. */
  public Set<String> changedTypes() {
    return tasks.stream()
        .filter(task -> task.status() == Status.CHANGED)
        .map(task -> task.address().split("\\[", 2)[0])
        .collect(Collectors.toSet());
  }

  /** The same, failed as a whole. */
  public HostResult failed(String why) {
    return new HostResult(host, roundTrips, tasks, unreachable, Optional.of(why), restore);
  }

  public long count(Status status) {
    return tasks.stream().filter(task -> task.status() == status).count();
  }
}
