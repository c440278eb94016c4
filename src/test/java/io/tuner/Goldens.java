package io.tuner;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Files that tests compare what they make with. {@code mvn test -Dgoldens=write} rewrites them; the
 * difference is then reviewed like code.
 */
public final class Goldens {

  private Goldens() {}

  /** The file holds exactly this text, or is made to. */
  public static void check(Path file, String actual) throws IOException {
    if (writing()) {
      Files.createDirectories(file.toAbsolutePath().getParent());
      Files.writeString(file, actual);
    }
    String expected = Files.exists(file) ? Files.readString(file) : "";
    assertThat(actual).as("%s (rewritten by -Dgoldens=write)", file).isEqualTo(expected);
  }

  /** True where goldens are to be rewritten. */
  public static boolean writing() {
    return "write".equals(System.getProperty("goldens"));
  }
}
