package io.tuner.lab;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Marks a test class that needs the lab's hosts ({@link Lab}). Such classes are left out by default
 * and run alone with {@code mvn -Plab test}, as root, with the packages of {@code
 * src/test/lab/packages}.
 *
 * <p>All classes share the hosts. A test may write what belongs to a host alone, and puts it back
 * or calls {@link Host#reset}; what is global to the machine a host cannot write.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Tag("lab")
@ExtendWith(Lab.class)
public @interface RealHosts {}
