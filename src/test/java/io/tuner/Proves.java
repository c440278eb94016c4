package io.tuner;

import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * What a test proves: a row of docs/verified.md. On a class it is said of all its tests. Where the
 * class runs on real hosts or an emulated machine, the row counts as proof for its types; a model
 * never does.
 */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@Repeatable(Proves.All.class)
public @interface Proves {

  /** Names of resource types; none where it is about no type of its own. */
  String[] types() default {};

  /** The claim. */
  String what();

  /** Against what: a kernel, a tool, a model. */
  String against();

  /** Several of them. */
  @Target({ElementType.TYPE, ElementType.METHOD})
  @Retention(RetentionPolicy.RUNTIME)
  @interface All {
    /** Each. */
    Proves[] value();
  }
}
