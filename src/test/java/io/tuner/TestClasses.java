package io.tuner;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Disabled;
import org.junit.platform.commons.annotation.Testable;
import org.junit.platform.commons.support.AnnotationSupport;

/** The test classes that there are, and what of them is run. */
public final class TestClasses {
  private static final Path ROOT = Path.of("src/test/java");

  private TestClasses() {}

  /** Every class that has a test which is run, by name. */
  public static List<Class<?>> run() {
    try (Stream<Path> files = Files.walk(ROOT)) {
      return files
          .filter(file -> file.toString().endsWith("Test.java"))
          .<Class<?>>map(TestClasses::load)
          .filter(TestClasses::isRun)
          .sorted(Comparator.comparing(Class::getSimpleName))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The tests of a class that are run, by name. */
  public static List<Method> tests(Class<?> type) {
    return Arrays.stream(type.getDeclaredMethods())
        .filter(method -> AnnotationSupport.isAnnotated(method, Testable.class))
        .filter(TestClasses::isEnabled)
        .sorted(Comparator.comparing(Method::getName))
        .toList();
  }

  private static boolean isRun(Class<?> type) {
    return !Modifier.isAbstract(type.getModifiers()) && isEnabled(type) && !tests(type).isEmpty();
  }

  private static boolean isEnabled(AnnotatedElement element) {
    return !AnnotationSupport.isAnnotated(element, Disabled.class);
  }

  private static Class<?> load(Path file) {
    String name = ROOT.relativize(file).toString().replaceFirst("\\.java$", "").replace('/', '.');
    try {
      return Class.forName(name, false, TestClasses.class.getClassLoader());
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }
}
