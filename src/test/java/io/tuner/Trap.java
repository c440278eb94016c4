package io.tuner;

import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A trap of the field that a test watches: a row of docs/traps.md. A transcript says the same by
 * lines {@code trap: …} of its head.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@Repeatable(Trap.All.class)
public @interface Trap {

  /** In place of a type: of all of them. */
  String EVERY_TYPE = "every type";

  /** In place of a type: of what others write. */
  String CONFLICTS = "conflicts";

  /** Names of the resource types it is set for, or {@link #EVERY_TYPE} or {@link #CONFLICTS}. */
  String[] types();

  /** The trap, in a sentence without its point. */
  String value();

  /** Several of them. */
  @Target(ElementType.METHOD)
  @Retention(RetentionPolicy.RUNTIME)
  @interface All {
    /** Each. */
    Trap[] value();
  }
}
