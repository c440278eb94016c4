package io.tuner.plan;

import java.util.Locale;

/** How a task or a host stands; later is worse where a host takes the worst of its tasks. */
public enum Status {
  /** Left out by {@code when}, tags or an empty loop. */
  SKIPPED,
  /** Read back as declared. */
  OK,
  /** As declared but for what a restart or reboot settles. */
  PENDING,
  /** Changed, or would change. */
  CHANGED,
  /** Known after an earlier task is applied. */
  UNKNOWN,
  /** Not reached because an earlier task, or another host, failed. */
  NOT_STARTED,
  /** Failed. */
  FAILED,
  /** Of a host: it could not be reached. */
  UNREACHABLE;

  /** The word of the JSON document. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
