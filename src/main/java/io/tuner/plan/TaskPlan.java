package io.tuner.plan;

import io.tuner.resource.Resource;
import io.tuner.resource.Script;
import java.util.List;
import java.util.Optional;

/**
 * What is to be done about one subject.
 *
 * @param about about what; empty for what has no resource, such as a skipped task
 * @param result as reports show it
 * @param from the state found, where it could be known
 * @param to the state wanted, where there is one
 * @param script from the one to the other; empty where nothing is to be done
 */
public record TaskPlan(
    Optional<Subject> about,
    TaskResult result,
    Optional<Record> from,
    Optional<Record> to,
    Script script) {

  /** A task that has nothing to compare: skipped, or an assertion. */
  public static TaskPlan of(TaskResult result) {
    return new TaskPlan(
        Optional.empty(), result, Optional.empty(), Optional.empty(), Script.empty());
  }

  /** The subject of a task that has one. */
  public Subject subject() {
    return about.orElseThrow();
  }

  /** The same with another result. */
  public TaskPlan with(TaskResult newResult) {
    return new TaskPlan(about, newResult, from, to, script);
  }

  /** What its commands said where they failed, in the words of its type. */
  public List<String> explain(List<String> said) {
    return from.isPresent() ? explain(subject().resource(), from.get(), said) : said;
  }

  @SuppressWarnings("unchecked")
  private static <S extends Record> List<String> explain(
      Resource<S> resource, Record from, List<String> said) {
    return resource.explain((S) from, said);
  }

  /** True where commands are to be sent. */
  public boolean changes() {
    return result.status() == Status.CHANGED;
  }

  /** True where it failed, and the others may not go on without it. */
  public boolean stops() {
    return result.status() == Status.FAILED && !result.ignored();
  }

  /** True where nothing is to be done that is known now. */
  public boolean isSettled() {
    return result.status() != Status.CHANGED && result.status() != Status.UNKNOWN;
  }
}
