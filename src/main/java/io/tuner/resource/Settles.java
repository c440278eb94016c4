package io.tuner.resource;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Says when an aspect takes effect; an aspect without it settles now. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface Settles {

  /** When. */
  When value();

  /** How many boots it may take, where that is when. */
  int boots() default 1;

  /** The moments a change can take effect. */
  enum When {
    /** With the change itself. */
    NOW,
    /** When the service it belongs to starts again. */
    RESTART,
    /** When the host boots again. */
    BOOT,
    /** Not on this host, for a reason that is told. */
    NEVER
  }
}
