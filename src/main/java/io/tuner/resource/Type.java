package io.tuner.resource;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Names a resource type, an action, a benchmark type or an observer; its reference page, help and
 * JSON Schema come from it.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Type {

  /** The YAML key: the kernel's or the tool's noun in snake_case. */
  String name();

  /** One sentence for the list of types. */
  String summary();

  /** What a reader of the reference page must know beyond the parameters; plain Markdown. */
  String guide() default "";

  /**
   * Its parameters as a playbook has them, where the examples of all of them do not go together.
   */
  String example() default "";

  /** Raised when the state's form changes, so that an older journal is read rightly or refused. */
  int schema() default 1;
}
