package io.tuner.apply;

import io.tuner.plan.JournalEntry;
import java.util.List;
import java.util.Map;

/**
 * A run as a host's journal holds it.
 *
 * @param run its name
 * @param sequence its place among the runs of that host: later runs have higher numbers
 * @param header what run.json says: command, operator, started, playbook, digest, commit
 * @param entries its changes, in order
 * @param ended how it ended: complete, failed, continued; empty where it died or runs
 * @param running true where it still holds the host's lock
 * @param interrupted true where that was because its operator ended it
 * @param rolledBackBy the run that took it back, or empty
 * @param continues runs that died and that it finished
 */
public record PastRun(
    String run,
    int sequence,
    Map<String, Object> header,
    List<JournalEntry> entries,
    String ended,
    boolean running,
    boolean interrupted,
    String rolledBackBy,
    List<String> continues) {

  /** One of the words of run.json; empty where it does not say. */
  public String said(String key) {
    Object value = header.get(key);
    return value == null ? "" : value.toString();
  }

  /** True where it is a rollback itself. */
  public boolean isRollback() {
    return said("command").equals("rollback");
  }

  /** True where it began to change something and did not end. */
  public boolean died() {
    return ended.isEmpty() && !entries.isEmpty();
  }

  /** True where there is something of it to take back. */
  public boolean canBeTakenBack() {
    return !isRollback() && rolledBackBy.isEmpty() && entries.stream().anyMatch(e -> !e.isAction());
  }

  /** True where nothing of it is left to take back, and no run that is needs it. */
  public boolean isSpent() {
    return !died() && !canBeTakenBack();
  }

  /** The runs that a rollback was taking back. */
  public List<String> undoes() {
    return header.get("undoes") instanceof List<?> runs
        ? runs.stream().map(String::valueOf).toList()
        : List.of();
  }
}
