package io.tuner.resources;

import io.tuner.format.TimeSpan;
import io.tuner.resource.Content;
import io.tuner.resource.Script;
import io.tuner.text.Shell;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * How nodeos is stopped and started, by its unit.
 *
 * @param task whose
 * @param found how the unit is: for how long systemd waits, and what it starts
 */
record NodeosRun(NodeosState task, ChainState.Around found) {

  /** What is waited for longer than systemd is said to wait. */
  static final Duration MARGIN = Duration.ofMinutes(10);

  /** Keeps, through a run that dies, that nodeos is to be started again. */
  static String mark(NodeosState task) {
    return task.data_dir() + "/.tuner-stopped";
  }

  /** Prints what a unit that is down, $1, said last: of one that runs, nothing that counts. */
  private static final String LOG =
      "case $(systemctl show --property=ActiveState \"$1\") in ActiveState=active | \"\") ;;"
          + " *) journalctl -q --no-pager -o cat -n 200 -u \"$1\" ;; esac";

  static String[] log(NodeosState task) {
    return new String[] {"-c", LOG, "sh", Unit.of(task.unit()).name()};
  }

  /** The drop-in that is there for one start. */
  static String loading(NodeosState task) {
    return "/run/systemd/system/" + Unit.of(task.unit()).name() + ".d/zz-tuner-snapshot.conf";
  }

  /** The unit's settings, which are what it takes to write or to read the whole state. */
  static DropIn dropIn(NodeosState task, String stop, String start) {
    return new DropIn(
        Unit.of(task.unit()),
        "tuner.conf",
        DropIn.sorted(
            Map.of(
                "Service",
                Map.of("TimeoutStopSec", List.of(stop), "TimeoutStartSec", List.of(start)))));
  }

  private String unit() {
    return Unit.of(task.unit()).name();
  }

  Script stop() {
    Script mark =
        Script.empty()
            .replaceFile(
                mark(task), Content.of("tuner stopped " + unit() + ", and starts it again\n"));
    // A stop that systemd ended with a kill is a success for systemctl, and the state is dirty.
    String file = Shell.quote(task.state() + StateFiles.FILE);
    String check =
        "[ ! -e \"$R\"%1$s ] || [ \"$(head -c 9 \"$R\"%1$s | tail -c 1 | tr '\\000\\001' 01)\" = 0 ] || "
            + "{ echo %2$s >&2; exit 1; }";
    String message = Shell.quote(task.unit() + " did not close its state: its dirty flag is set");
    return mark.within(patience(found.stop()), Script.empty().run("systemctl", "stop", unit()))
        .shell(check.formatted(file, message));
  }

  Script start() {
    Script start = Script.empty().run("systemctl", "start", unit());
    return Script.empty().within(patience(found.start()), start);
  }

  private Duration patience(String timeout) {
    long seconds = Math.max(TimeSpan.timeout(timeout).orElse(0), task.size().bytes() >> 26);
    return MARGIN.plusSeconds(Math.min(seconds, Duration.ofHours(12).toSeconds()));
  }

  /**
   * Starts nodeos from the snapshot, which it takes as an argument alone: for this one start a
   * drop-in below /run adds it, and goes again.
   */
  Script load() {
    String text =
        "[Service]\nExecStart=\nExecStart="
            + found.exec()
            + " --snapshot "
            + task.snapshot().orElseThrow()
            + "\n";
    return Script.empty()
        .replaceFile(loading(task), Content.of(text))
        .run("systemctl", "daemon-reload")
        .then(start())
        .then(forget());
  }

  /** The next start is a usual one. */
  Script forget() {
    return Script.empty().removeFile(loading(task)).run("systemctl", "daemon-reload");
  }
}
