package io.tuner.resource;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a parameter of type {@link Content} whose value in a playbook is the path of a file on the
 * control machine, relative to the playbook (or to {@code files/} and {@code templates/} beside it);
 * the file is read while the playbook is loaded, and the parameter is its content.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface LocalFile {

  /** True where the file is a template, rendered for each host. */
  boolean rendered() default false;
}
