package io.tuner.resource;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a component of a state that is read so that a target can be decided (the schedulers on
 * offer, the health of a battery), or that a script starts from (the whole text of a file of which
 * the task owns a line). It is never compared, shown as a change, or restored.
 *
 * <p>The context of a state is of the moment that the state was read. {@link Resource#transition}
 * takes from the context of {@code from} how the host is now; that of {@code to} tells how the host
 * was when that state was written down. A target carries the observed context over, or says of it
 * what the script will make of it.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface Context {}
