package io.tuner.plan;

import io.tuner.load.Become;
import io.tuner.load.Instance;
import io.tuner.resource.Described;
import io.tuner.resource.Resource;
import io.tuner.text.Span;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a plan speaks of: one resource on one host, from a playbook, a saved plan or a journal.
 *
 * @param address {@code block_queue[sdb]}
 * @param type {@code block_queue}
 * @param name the task's name, or empty
 * @param source where it is written
 * @param resource what is declared
 * @param parameters plain values without secrets, for journals and saved plans
 * @param notifies names of handlers
 * @param ignoreErrors true: the host goes on where it fails
 * @param become with whose rights
 * @param wanted the target, where it is decided already: a saved plan's, or what a rollback restores
 */
public record Subject(
    String address,
    String type,
    String name,
    Span source,
    Resource<?> resource,
    Map<String, Object> parameters,
    List<String> notifies,
    boolean ignoreErrors,
    Become become,
    Optional<Record> wanted) {

  /** Of a task that is ready. */
  public static Subject of(Instance instance) {
    return new Subject(
        instance.address(),
        instance.type(),
        instance.name(),
        instance.span(),
        instance.resource().orElseThrow(),
        instance.parameters(),
        instance.notifies(),
        instance.ignoreErrors(),
        instance.become(),
        Optional.empty());
  }

  /** The same, with its target decided. */
  public Subject wanting(Record target) {
    return new Subject(
        address, type, name, source, resource, parameters, notifies, ignoreErrors, become,
        Optional.of(target));
  }

  /** The same as declared: its target follows from what is found. */
  public Subject undecided() {
    return new Subject(
        address, type, name, source, resource, parameters, notifies, ignoreErrors, become,
        Optional.empty());
  }

  /** The class of the states. */
  @SuppressWarnings("unchecked")
  public Class<? extends Record> state() {
    return Described.of((Class<? extends Record>) resource.getClass()).state();
  }
}
