package io.tuner.host;

import io.tuner.text.Secret;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * The terminal that tuner was started from, whatever its streams lead to: {@code tuner … | tee log}
 * can still ask.
 */
final class Terminal {

  private static final File DEVICE = new File("/dev/tty");

  private Terminal() {}

  /** Asks, with nothing echoed; empty where there is no terminal, or nothing is answered. */
  static Optional<Secret> ask(String question) {
    try (RandomAccessFile terminal = new RandomAccessFile(DEVICE, "rw")) {
      // Whoever presses Ctrl-C at the question wants to see what is typed afterwards.
      Thread restore = new Thread(() -> echo(true), "tuner echo");
      Runtime.getRuntime().addShutdownHook(restore);
      try {
        if (!echo(false)) {
          return Optional.empty();
        }
        terminal.write(question.getBytes(StandardCharsets.UTF_8));
        return line(terminal);
      } finally {
        echo(true);
        Runtime.getRuntime().removeShutdownHook(restore);
        terminal.write('\n');
      }
    } catch (IOException | IllegalStateException none) {
      return Optional.empty();
    }
  }

  private static Optional<Secret> line(RandomAccessFile terminal) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    int next = terminal.read();
    while (next >= 0 && next != '\n') {
      bytes.write(next);
      next = terminal.read();
    }
    return next < 0
        ? Optional.empty()
        : Optional.of(Secret.of(bytes.toString(StandardCharsets.UTF_8)));
  }

  private static boolean echo(boolean wanted) {
    try {
      return new ProcessBuilder("stty", wanted ? "echo" : "-echo")
              .redirectInput(DEVICE)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start()
              .waitFor()
          == 0;
    } catch (IOException missing) {
      return false;
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
