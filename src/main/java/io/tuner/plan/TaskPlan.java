package io.tuner.plan;

import io.tuner.resource.Script;
import java.util.Optional;

/**
 * What is to be done about one subject.
 *
 * @param subject about what
 * @param result as reports show it
 * @param from the state found, where it could be known
 * @param to the state wanted, where there is one
 * @param script from the one to the other; empty where nothing is to be done
 */
public record TaskPlan(
    Subject subject,
    TaskResult result,
    Optional<Record> from,
    Optional<Record> to,
    Script script) {

  /** True where commands are to be sent. */
  public boolean changes() {
    return result.status() == Status.CHANGED;
  }

  /** True where nothing is to be done that is known now. */
  public boolean isSettled() {
    return result.status() != Status.CHANGED && result.status() != Status.UNKNOWN;
  }
}
