package io.tuner.resource;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Describes one parameter, which is one component of a resource's record. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface Parameter {

  /** What it is, with its unit and form. */
  String value();

  /** Its name in a playbook, where Java cannot have that for a component: {@code interface}. */
  String name() default "";

  /** A value as a playbook would have it, in YAML. */
  String example() default "";

  /** What is taken where it is left out, in YAML; empty where nothing is. */
  String byDefault() default "";

  /** True where a task without it is an error. */
  boolean required() default false;
}
