package io.tuner.lab;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Marks a test class that needs the emulated machine ({@link Machine}). Such classes are left out
 * by default and run alone with {@code mvn -Pvm test}, as root, with the packages of {@code
 * src/test/lab/machine/packages}.
 *
 * <p>All classes share the machine, which is theirs to write; a test puts back what it wrote.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Tag("vm")
@ExtendWith(Machine.class)
public @interface EmulatedMachine {}
