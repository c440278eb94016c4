package io.tuner.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tuner.text.Secret;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PromptsTest {

  /** Asks at its terminal, and shows the answer backwards, to tell it from an echo. */
  static final class Asking {
    public static void main(String[] arguments) {
      Optional<Secret> answer = Prompts.terminal().ask("passphrase: ", secret -> true);
      System.out.println(
          answer.map(s -> new StringBuilder(s.reveal()).reverse().toString()).orElse("nobody"));
    }
  }

  private static String command(String redirect) {
    return Path.of(System.getProperty("java.home"), "bin/java")
        + " -cp target/classes:target/test-classes io.tuner.host.PromptsTest\\$Asking"
        + redirect;
  }

  @Test
  void theTerminalIsAskedWithoutAnEchoWhateverTheStreamsAre() throws Exception {
    assumeTrue(LocalConnection.installed("script"), "script (bsdutils) is not installed: left out");
    Process process =
        new ProcessBuilder("script", "-qec", command(" </dev/null | cat"), "/dev/null")
            .redirectErrorStream(true)
            .start();
    StringBuilder said = new StringBuilder();
    InputStream out = process.getInputStream();
    for (int next = out.read(); next >= 0; next = out.read()) {
      said.append((char) next);
      if (said.toString().equals("passphrase: ")) {
        process.getOutputStream().write("open sesame\n".getBytes(StandardCharsets.UTF_8));
        process.getOutputStream().flush();
      }
    }
    assertThat(said.toString()).contains("emases nepo").doesNotContain("sesame");
  }

  @Test
  void withoutATerminalNobodyAnswers() throws Exception {
    Process process =
        new ProcessBuilder("setsid", "sh", "-c", command("")).redirectErrorStream(true).start();
    process.getOutputStream().close();
    assertThat(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
        .isEqualTo("nobody\n");
  }

  @Test
  void aQuestionIsAskedOnce() {
    List<String> asked = new ArrayList<>();
    Prompts prompts =
        new Prompts(
            question -> {
              asked.add(question);
              return Optional.of(Secret.of("answer"));
            });
    for (int i = 0; i < 3; i++) {
      assertThat(prompts.ask("a: ", secret -> true)).hasValue(Secret.of("answer"));
      assertThat(prompts.ask("b: ", secret -> false)).isEmpty();
    }
    assertThat(asked).containsExactly("a: ", "b: ", "b: ", "b: ");
  }
}
