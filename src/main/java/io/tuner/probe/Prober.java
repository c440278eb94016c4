package io.tuner.probe;

import io.tuner.host.Become;
import io.tuner.host.Connection;
import io.tuner.host.Exec;
import io.tuner.host.Flooded;
import io.tuner.host.ManagementController;
import io.tuner.host.Streams;
import io.tuner.host.Unreachable;
import io.tuner.resource.Probe;
import io.tuner.resource.Read;
import io.tuner.resource.Readings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Sends one probe to one host, and gives its readings: one request, one answer. */
public final class Prober {

  /**
   * Ends what the control machine names, and everything when the connection ends (a tool that hangs
   * must not outlive us).
   */
  private static final String GUARD =
      """
      exec 4<&0 </dev/null
      { while IFS= read -r _victim; do kill -9 "$_victim"; done; kill -9 0; } <&4 >/dev/null 2>&1 &
      exec 4<&-
      """;

  private static final String LOGIN_SHELL = "see what the login shell of that user prints and runs";

  private final Connection connection;
  private final Duration limit;
  private int roundTrips;

  /**
   * A prober of one host.
   *
   * @param limit for the files together, and for each command
   */
  public Prober(Connection connection, Duration limit) {
    this.connection = connection;
    this.limit = limit;
  }

  /** How many requests were answered. */
  public int roundTrips() {
    return roundTrips;
  }

  /**
   * Reads.
   *
   * @throws Unreachable also where the host floods, hangs, or answers with something else
   */
  public Readings read(Become become, Map<String, String> environment, Probe probe)
      throws Unreachable, InterruptedException {
    String token = Token.random();
    String script =
        HostShell.preamble(connection.root(), token, environment)
            + GUARD
            + ProbeScript.functions()
            + ProbeScript.body(probe);
    try (Exec exec = connection.start(become)) {
      exec.send(frame(script));
      await(exec, token, probe);
      roundTrips++;
      byte[] out = exec.streams().out().takeAll();
      byte[] err = exec.streams().err().takeAll();
      return withAnswers(
          probe, limit, ProbeAnswer.parse(probe, connection.root(), token, out, err));
    } catch (ProbeAnswer.Garbled e) {
      throw garbled(e.getMessage());
    } catch (IOException e) {
      throw new Unreachable(
          Unreachable.Kind.CLOSED,
          "the connection ended while a probe was sent: " + e.getMessage(),
          "");
    }
  }

  /** The readings of a host, and the answers of the management controllers that a probe asks. */
  public static Readings withAnswers(Probe probe, Duration limit, Readings readings) {
    List<Read.Http> requests = ProbeScript.of(probe, Read.Http.class);
    if (requests.isEmpty()) {
      return readings;
    }
    Readings.Builder all = new Readings.Builder().addAll(readings);
    ManagementController controller = new ManagementController(limit);
    requests.forEach(request -> all.answer(request, controller.read(request)));
    return all.build();
  }

  /** A script as it travels: its length in bytes, a line end, itself. */
  public static byte[] frame(String script) {
    byte[] body = HostShell.bytes(script);
    byte[] head = (body.length + "\n").getBytes(StandardCharsets.US_ASCII);
    byte[] frame = new byte[head.length + body.length];
    System.arraycopy(head, 0, frame, 0, head.length);
    System.arraycopy(body, 0, frame, head.length, body.length);
    return frame;
  }

  private void await(Exec exec, String token, Probe probe)
      throws Unreachable, InterruptedException, IOException {
    byte[] end = ascii("\n" + token + " END\n");
    int commands = ProbeScript.commandsOf(probe).size();
    int done = 0;
    boolean killed = false;
    Streams streams = exec.streams();
    while (true) {
      Streams.Fence whole = Streams.Fence.both(end, end);
      Streams.Fence next =
          done < commands ? whole.or(Streams.Fence.out(command(token, done + 1))) : whole;
      Streams.Outcome outcome = streams.await(next, limit);
      if (outcome == Streams.Outcome.FENCE) {
        if (streams.out().find(end, streams.out().taken()) >= 0
            && streams.err().find(end, streams.err().taken()) >= 0) {
          return;
        }
        done++;
        killed = false;
        continue;
      }
      long started = outcome == Streams.Outcome.TIMEOUT && !killed ? running(streams, token) : -1;
      if (started < 0) {
        if (outcome != Streams.Outcome.CLOSED) {
          exec.kill();
        }
        throw failure(outcome, exec);
      }
      // One command hangs: it alone is ended, and its reading is refused.
      exec.send(ascii(started + "\n"));
      killed = true;
    }
  }

  /**
   * The number of the process that runs, as the last line of its kind tells; -1 where none does.
   */
  private static long running(Streams streams, String token) {
    byte[] mark = ascii("\n" + token + " p ");
    long from = streams.out().taken();
    long last = -1;
    for (long at; (at = streams.out().find(mark, from)) >= 0; from = at + 1) {
      last = at + mark.length;
    }
    if (last < 0 || streams.out().find(ascii("\n" + token + " c "), last) >= 0) {
      return -1;
    }
    long lineEnd = streams.out().find(ascii("\n"), last);
    String pid = new String(streams.out().copy(last, lineEnd), StandardCharsets.US_ASCII);
    return pid.matches("[0-9]{1,9}") ? Long.parseLong(pid) : -1;
  }

  private Unreachable failure(Streams.Outcome outcome, Exec exec) {
    return switch (outcome) {
      case CLOSED -> exec.lost();
      case FLOODED ->
          new Flooded("the host sends more than " + (Streams.LIMIT >> 20) + " MiB", LOGIN_SHELL);
      default ->
          new Unreachable(
              Unreachable.Kind.TIMEOUT,
              "the host did not answer a probe within " + limit.toSeconds() + " s",
              "look for a file or a tool that hangs there; ansible_command_timeout sets the limit");
    };
  }

  private static Unreachable garbled(String message) {
    return new Unreachable(Unreachable.Kind.CLOSED, message, LOGIN_SHELL);
  }

  private static byte[] command(String token, int number) {
    return ascii("\n" + token + " c " + number + " ");
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }
}
