package io.tuner.bench;

import io.tuner.host.Become;
import io.tuner.host.Connection;
import io.tuner.host.Exec;
import io.tuner.host.Received;
import io.tuner.host.Streams;
import io.tuner.host.Unreachable;
import io.tuner.probe.HostShell;
import io.tuner.probe.Prober;
import io.tuner.probe.Token;
import io.tuner.text.Shell;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Runs one program on a host and waits for its end. Nothing of tuner's works there meanwhile: a
 * shell sleeps in {@code wait}, another in {@code read}. Where the connection ends, the program is
 * ended too: nothing is left running on a host that nobody watches.
 */
public final class Attended {

  /** How often the last line of its output is looked at, on the control machine. */
  private static final Duration LOOK = Duration.ofSeconds(1);

  /** As timeout(1) has it. */
  private static final int TIMED_OUT = 124;

  /** How long a program may take to end that is told to: it removes what it made. */
  private static final Duration LEAVE = Duration.ofSeconds(15);

  /**
   * Where its input ends, the connection has, or the time is over: the program gets a TERM, on
   * which benchmarks remove the files they made, and what is left after ten seconds is killed.
   */
  private static final String SCRIPT =
      """
      printf '\\n%s BEGIN\\n' "$T"
      printf '\\n%s BEGIN\\n' "$T" >&2
      exec 4<&0 </dev/null
      cd /
      (eval "$E$C") </dev/null 4<&- &
      _run=$!
      {
        trap '' HUP TERM
        while IFS= read -r _line; do :; done
        kill -s TERM 0
        _left=10
        while [ "$_left" -gt 0 ] && kill -s 0 "$_run"; do
          sleep 1
          _left=$((_left - 1))
        done
        kill -s KILL 0
      } <&4 >/dev/null 2>&1 &
      exec 4<&-
      wait "$_run"
      printf '\\n%s EXIT %s\\n\\n%s END\\n' "$T" "$?" "$T"
      printf '\\n%s END\\n' "$T" >&2
      """;

  private Attended() {}

  /**
   * Runs.
   *
   * @param environment what it finds set
   * @param command for the host's {@code sh -c}
   * @param limit how long it may take; it is ended then
   * @param lastLine is told the last line of output when there is another
   * @return with exit 124, as timeout(1) has it, where the time was over
   * @throws Unreachable where the connection ends, or the host floods
   */
  public static Finished run(
      Connection connection,
      Become become,
      Map<String, String> environment,
      String command,
      Duration limit,
      Consumer<String> lastLine)
      throws Unreachable, InterruptedException {
    String token = Token.random();
    String script =
        HostShell.preamble(connection.root(), token, environment)
            + HostShell.raw("C=" + Shell.quote("own " + Shell.quote(command)) + "\n")
            + SCRIPT;
    long began = System.nanoTime();
    try (Exec exec = connection.start(become)) {
      exec.send(Prober.frame(script));
      boolean ended = await(exec, token, limit, lastLine);
      Duration took = Duration.ofNanos(System.nanoTime() - began);
      String out = after(exec.streams().out(), "\n" + token + " BEGIN\n");
      String err = after(exec.streams().err(), "\n" + token + " BEGIN\n");
      if (!ended) {
        return new Finished(
            TIMED_OUT, out, "ended after its limit of " + limit.toSeconds() + " s", took);
      }
      int exit = out.lastIndexOf("\n" + token + " EXIT ");
      String code = exit < 0 ? "" : out.substring(exit + token.length() + 7).split("\n", 2)[0];
      return new Finished(
          code.matches("[0-9]{1,3}") ? Integer.parseInt(code) : -1,
          out.substring(0, Math.max(0, exit)),
          before(err, "\n" + token + " END\n"),
          took);
    } catch (IOException e) {
      throw new Unreachable(
          Unreachable.Kind.CLOSED,
          "the connection ended while a benchmark was started: " + e.getMessage(),
          "");
    }
  }

  /** False where its time is over; it is ended then. */
  private static boolean await(Exec exec, String token, Duration limit, Consumer<String> lastLine)
      throws Unreachable, InterruptedException {
    long end = System.nanoTime() + limit.toNanos();
    Streams streams = exec.streams();
    byte[] mark = ("\n" + token + " END\n").getBytes(StandardCharsets.ISO_8859_1);
    Streams.Fence fence = Streams.Fence.both(mark, mark);
    String told = "";
    while (true) {
      long left = end - System.nanoTime();
      Duration wait = Duration.ofNanos(Math.max(0, Math.min(left, LOOK.toNanos())));
      switch (streams.await(fence, wait)) {
        case FENCE -> {
          return true;
        }
        case CLOSED -> throw exec.lost();
        case FLOODED -> {
          exec.kill();
          throw new Unreachable(
              Unreachable.Kind.CLOSED,
              "the benchmark wrote more than " + (Streams.LIMIT >> 20) + " MiB",
              "let it write to a file, and print the result");
        }
        default -> {
          if (left <= 0) {
            exec.endOfInput();
            if (streams.await((out, err) -> false, LEAVE) == Streams.Outcome.TIMEOUT) {
              exec.kill();
            }
            return false;
          }
          String line = lastLine(streams.out(), token);
          if (!line.isEmpty() && !line.equals(told)) {
            told = line;
            lastLine.accept(line);
          }
        }
      }
    }
  }

  private static String lastLine(Received out, String token) {
    long to = out.received();
    String tail = text(out.copy(Math.max(out.taken(), to - 512), to)).stripTrailing();
    String line = tail.substring(Math.max(tail.lastIndexOf('\n'), tail.lastIndexOf('\r')) + 1);
    return line.contains(token) ? "" : line;
  }

  /** Noise of the login shell stands before the mark. */
  private static String after(Received stream, String mark) {
    String all = text(stream.takeAll());
    int at = all.indexOf(mark);
    return at < 0 ? all : all.substring(at + mark.length());
  }

  private static String before(String text, String mark) {
    int at = text.lastIndexOf(mark);
    return at < 0 ? text : text.substring(0, at);
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
