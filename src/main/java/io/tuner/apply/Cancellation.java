package io.tuner.apply;

import io.tuner.host.Become;
import io.tuner.host.Connection;
import io.tuner.host.Exec;
import io.tuner.host.Streams;
import io.tuner.host.Unreachable;
import io.tuner.probe.HostShell;
import io.tuner.probe.Prober;
import io.tuner.probe.Token;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;

/** Ends a step that outlived its time, with every process it started (proc(5), /proc/PID/stat). */
final class Cancellation {

  /** What tells a process's descendants, who may have left its group. */
  static final String FUNCTIONS =
      """
      # victims PID: sets _victims to a process and all that it started
      victims() {
        _victims=$1 _new=$1
        while [ -n "$_new" ]; do
          _next=
          for _stat in /proc/[0-9]*/stat; do
            IFS= read -r _line 2>/dev/null <"$_stat" || continue
            _child=${_line%% *}
            set -- ${_line##*) }
            case " $_new " in *" $2 "*) _next="$_next $_child" ;; esac
          done
          _victims="$_victims$_next" _new=$_next
        done
      }
      """;

  private final Connection connection;
  private final Become become;

  Cancellation(Connection connection, Become become) {
    this.connection = connection;
    this.become = become;
  }

  void kill(String pid) throws Unreachable, InterruptedException {
    String token = Token.random();
    try (Exec exec = connection.start(become)) {
      exec.send(
          Prober.frame(
              HostShell.preamble(connection.root(), token, Map.of())
                  + FUNCTIONS
                  + "victims "
                  + pid
                  + "\nkill -9 $_victims\nprintf '\\n%s END\\n' \"$T\"\n"));
      byte[] end = ("\n" + token + " END\n").getBytes(StandardCharsets.US_ASCII);
      exec.streams().await(Streams.Fence.out(end), Duration.ofSeconds(30));
    } catch (IOException e) {
      throw new Unreachable(Unreachable.Kind.CLOSED, "the connection ended: " + e.getMessage(), "");
    }
  }
}
