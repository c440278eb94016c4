package io.tuner.plan;

import io.tuner.resource.Risk;
import io.tuner.resource.Settles;
import io.tuner.text.Span;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One task on one host, as planned or as it went: what every report is made of.
 *
 * @param address {@code block_queue[sdb]}
 * @param name the task's own name, or empty
 * @param source where it is written
 * @param status how it stands
 * @param message why it failed, was skipped, or is not known yet
 * @param warnings things to know
 * @param risks what the change can do besides, with what it is in this case
 * @param irreversible why it cannot be taken back, where it cannot
 * @param changes what differs; pending ones included
 * @param commands the commands of the change as people read them
 * @param ignoring true: where it fails, the playbook goes on without it
 */
public record TaskResult(
    String address,
    String name,
    Span source,
    Status status,
    Optional<String> message,
    List<String> warnings,
    Map<Risk, String> risks,
    Optional<String> irreversible,
    List<Change> changes,
    List<String> commands,
    boolean ignoring) {

  /** A task without which nothing goes on. */
  public TaskResult(
      String address,
      String name,
      Span source,
      Status status,
      Optional<String> message,
      List<String> warnings,
      Map<Risk, String> risks,
      Optional<String> irreversible,
      List<Change> changes,
      List<String> commands) {
    this(
        address,
        name,
        source,
        status,
        message,
        warnings,
        risks,
        irreversible,
        changes,
        commands,
        false);
  }

  /** A task about which there is nothing to say but this. */
  public static TaskResult of(
      String address, String name, Span source, Status status, String message) {
    return new TaskResult(
        address,
        name,
        source,
        status,
        Optional.ofNullable(message),
        List.of(),
        Map.of(),
        Optional.empty(),
        List.of(),
        List.of());
  }

  /** A reboot of a host; written where the first of these tasks is that waits for it. */
  public static TaskResult reboot(String host, List<TaskResult> tasks) {
    Span source = tasks.stream().filter(TaskResult::awaitsBoot).findFirst().orElseThrow().source();
    return of("reboot[" + host + "]", "", source, Status.CHANGED, null);
  }

  public TaskResult with(Status newStatus, Optional<String> newMessage) {
    return new TaskResult(
        address,
        name,
        source,
        newStatus,
        newMessage,
        warnings,
        risks,
        irreversible,
        changes,
        commands,
        ignoring);
  }

  /** The same, refused before any of its commands was sent. */
  public TaskResult refused(String why) {
    return new TaskResult(
        address,
        name,
        source,
        Status.FAILED,
        Optional.of(why),
        warnings,
        risks,
        irreversible,
        changes,
        List.of(),
        ignoring);
  }

  /** The same with further changes. */
  public TaskResult and(List<Change> more) {
    List<Change> all = new ArrayList<>(changes);
    all.addAll(more);
    return more.isEmpty()
        ? this
        : new TaskResult(
            address,
            name,
            source,
            status,
            message,
            warnings,
            risks,
            irreversible,
            List.copyOf(all),
            commands,
            ignoring);
  }

  /** The same, where of its changes only these are left to settle. */
  public TaskResult settled(Status newStatus, List<Change> left) {
    List<Change> now =
        changes.stream()
            .map(change -> left.stream().anyMatch(change::isOfSameLeaf) ? change : change.settled())
            .toList();
    return new TaskResult(
        address,
        name,
        source,
        newStatus,
        message,
        warnings,
        risks,
        irreversible,
        now,
        commands,
        ignoring);
  }

  /** The same with other risks. */
  public TaskResult with(Map<Risk, String> newRisks) {
    return new TaskResult(
        address,
        name,
        source,
        status,
        message,
        warnings,
        newRisks,
        irreversible,
        changes,
        commands,
        ignoring);
  }

  /** The same, where its failure is one that the playbook ignores. */
  public TaskResult ignoring(boolean ignores) {
    return new TaskResult(
        address,
        name,
        source,
        status,
        message,
        warnings,
        risks,
        irreversible,
        changes,
        commands,
        ignores);
  }

  /** True where something of it takes effect with the next boot. */
  public boolean awaitsBoot() {
    return status != Status.FAILED
        && changes.stream().anyMatch(change -> change.settles() == Settles.When.BOOT);
  }

  /** True where it failed, and that is no failure of its host. */
  public boolean ignored() {
    return status == Status.FAILED && ignoring;
  }
}
