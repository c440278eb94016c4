package io.tuner.format;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/** Asks the real sh of this machine about a script. */
final class ShellSyntax {
  private ShellSyntax() {}

  /** Fails unless {@code sh -n} accepts the script. */
  static void check(String script) throws Exception {
    assertThat(run(script, Redirect.PIPE, "sh", "-n")).isEmpty();
  }

  /**
   * The value a real shell, which finds no programs, has after the script; null where the variable
   * is not set.
   */
  static String value(String script, String name) throws Exception {
    String asked =
        "PATH=/nowhere\nunset L M N\n" + script + "\nprintf %s \"${" + name + "-<unset>}\"\n";
    String value = run(asked, Redirect.DISCARD, "sh");
    return value.equals("<unset>") ? null : value;
  }

  private static String run(String script, Redirect errors, String... command) throws Exception {
    ProcessBuilder builder = new ProcessBuilder(command);
    Process process =
        (errors == Redirect.PIPE
                ? builder.redirectErrorStream(true)
                : builder.redirectError(errors))
            .start();
    process.getOutputStream().write(script.getBytes(StandardCharsets.UTF_8));
    process.getOutputStream().close();
    byte[] output = process.getInputStream().readAllBytes();
    assertThat(process.waitFor(10, TimeUnit.SECONDS)).isTrue();
    return new String(output, StandardCharsets.UTF_8);
  }
}
