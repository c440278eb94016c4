package io.tuner.load;

import io.tuner.resource.Resource;
import io.tuner.text.Span;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A task on one host, once per item of its loop.
 *
 * @param address {@code block_queue[sdb]}; {@code assert[…]} for an assertion
 * @param type {@code block_queue}
 * @param name the task's name with its item's label, or empty
 * @param span where it is written
 * @param kind what can be done with it
 * @param reason why it is skipped, which fact is needed, or the message of an assertion
 * @param resource where READY
 * @param parameters as rendered, in plain values (Map, List, String), secrets left out; empty
 *     unless READY
 * @param notifies names of handlers, topics resolved
 * @param ignoreErrors true: the host goes on where it fails
 * @param become with whose rights
 */
public record Instance(
    String address,
    String type,
    String name,
    Span span,
    Kind kind,
    Optional<String> reason,
    Optional<Resource<?>> resource,
    Map<String, Object> parameters,
    List<String> notifies,
    boolean ignoreErrors,
    Become become) {

  /** What can be done with an instance. */
  public enum Kind {
    /** It has its resource. */
    READY,
    /** Its condition does not hold. */
    SKIPPED,
    /** It reads facts, and none were given. */
    NEEDS_FACTS,
    /** An assertion that holds. */
    PASSED,
    /** An assertion that does not hold: nothing may be changed on the host. */
    REFUTED
  }
}
