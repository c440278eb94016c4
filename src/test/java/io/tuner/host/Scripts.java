package io.tuner.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** What tests of hosts send, and how they look at what comes back. */
final class Scripts {

  /** Long enough for a busy machine; never waited for where all is well. */
  static final Duration LIMIT = Duration.ofSeconds(30);

  static final Streams.Fence NEVER = (out, err) -> false;

  /** Kills the group when the connection ends. */
  static final String GUARD =
      "exec 4<&0 </dev/null\n"
          + "{ while IFS= read -r p; do kill -9 \"$p\"; done; kill -9 0; } <&4 >/dev/null 2>&1 &\n"
          + "exec 4<&-\n";

  private Scripts() {}

  static byte[] framed(String script) {
    byte[] bytes = (script + "\n").getBytes(StandardCharsets.UTF_8);
    byte[] length = (bytes.length + "\n").getBytes(StandardCharsets.UTF_8);
    byte[] whole = new byte[length.length + bytes.length];
    System.arraycopy(length, 0, whole, 0, length.length);
    System.arraycopy(bytes, 0, whole, length.length, bytes.length);
    return whole;
  }

  static String out(Exec exec) {
    return new String(exec.streams().out().takeAll(), StandardCharsets.UTF_8);
  }

  static String err(Exec exec) {
    return new String(exec.streams().err().takeAll(), StandardCharsets.UTF_8);
  }

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** The output of a script, which has no further input, up to its end. */
  static String run(Connection connection, Become become, String script) throws Exception {
    try (Exec exec = connection.start(become)) {
      exec.send(framed(script));
      exec.endOfInput();
      assertThat(exec.streams().await(NEVER, LIMIT)).isEqualTo(Streams.Outcome.CLOSED);
      return out(exec);
    }
  }

  /** The process whose number is the first line of the output, and which waits for something. */
  static ProcessHandle process(Exec exec) throws Exception {
    return ProcessHandle.of(processNumber(exec)).orElseThrow();
  }

  /** The first line of the output. */
  static long processNumber(Exec exec) throws Exception {
    exec.streams().await(Streams.Fence.out(bytes("\n")), LIMIT);
    long end = exec.streams().out().find(bytes("\n"), 0);
    String number = new String(exec.streams().out().copy(0, end), StandardCharsets.UTF_8);
    return Long.parseLong(number.strip());
  }
}
