package io.tuner.rollout;

import io.tuner.apply.HostSession;
import io.tuner.bench.Attended;
import io.tuner.bench.Finished;
import io.tuner.host.Become;
import io.tuner.host.Connection;
import io.tuner.host.Unreachable;
import io.tuner.resource.Probe;
import io.tuner.resource.ProbeFailed;
import io.tuner.text.Printable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Boots a host and awaits the end of its boot. That it has booted is known by its boot_id
 * (random(4)), which the kernel makes anew at every boot.
 */
final class Boot {

  private static final String ID = "/proc/sys/kernel/random/boot_id";
  private static final String UUID = "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}";

  /** How long a host that does not answer is left alone. */
  private static final Duration PAUSE = Duration.ofSeconds(1);

  /** What to do where the boot did not go as it should. */
  private static final String HINT =
      "\nhint: look at its console; what was applied is on it, and `tuner history` tells it";

  /** systemctl(1) queues the reboot and comes back; where there is no systemd, shutdown(8) does. */
  private static final String REBOOT =
      """
      if [ -d /run/systemd/system ]; then
        exec systemctl reboot
      fi
      exec shutdown -r now
      """;

  /** Until all units have started, or it is known that some never will; systemctl(1). */
  private static final String SETTLED =
      """
      [ -d /run/systemd/system ] || exit 0
      while :; do
        state=$(systemctl is-system-running)
        case $state in
          initializing | starting) sleep 1 ;;
          stopping | '') echo "${state:-unknown}"; exit 1 ;;
          *) exit 0 ;;
        esac
      done
      """;

  private final HostSession session;
  private final Become become;
  private final Consumer<String> phase;

  /**
   * A boot of a host.
   *
   * @param phase is told what is awaited
   */
  Boot(HostSession session, Become become, Consumer<String> phase) {
    this.session = session;
    this.become = become;
    this.phase = phase;
  }

  /** It did not go as it should; the message says where, what, what next. */
  static final class Failed extends Exception {
    private static final long serialVersionUID = 1L;

    Failed(String message) {
      super(message);
    }
  }

  /**
   * The boot_ids before and after.
   *
   * @param took from the command to the end of the boot
   */
  record Booted(String before, String after, Duration took) {}

  /**
   * Boots.
   *
   * @throws Failed where it would not, did not come back in time, came back as another host, or
   *     never went down
   */
  Booted run() throws Failed, InterruptedException {
    long began = System.nanoTime();
    long end = began + session.rebootLimit().toNanos();
    String before = order();
    phase.accept("rebooting");
    String after = another(before, end);
    phase.accept("waiting for the end of its boot");
    settled(end);
    return new Booted(before, after, Duration.ofNanos(System.nanoTime() - began));
  }

  /** Tells it to boot, and gives its boot_id of before. */
  private String order() throws Failed, InterruptedException {
    String before;
    try {
      before =
          id().orElseThrow(() -> new Failed("it has no boot_id, so nothing could tell its boot"));
      if (Files.isReadable(Path.of(ID)) && Files.readString(Path.of(ID)).strip().equals(before)) {
        throw new Failed(
            "it is the machine that tuner runs on, or a part of it (their boot_id is the same), which"
                + " tuner never reboots\nhint: reboot it by hand, then `tuner verify`");
      }
    } catch (Unreachable | IOException e) {
      throw new Failed("not rebooted: " + e.getMessage());
    }
    try {
      Finished told =
          Attended.run(
              session.connection(), become, Map.of(), REBOOT, Duration.ofMinutes(2), line -> {});
      if (told.exit() != 0) {
        throw new Failed(
            "not rebooted: the host refuses: "
                + Printable.cut(Printable.of(told.stderr().strip())));
      }
    } catch (Unreachable e) {
      if (e.kind() != Unreachable.Kind.CLOSED) {
        throw new Failed("not rebooted: " + e.getMessage());
      }
      // It went down before it could answer.
    }
    return before;
  }

  /** Another boot_id than this. */
  private String another(String before, long end) throws Failed, InterruptedException {
    String last = "";
    do {
      try {
        session.disconnect();
        Optional<String> now = id();
        if (now.isPresent() && !now.get().equals(before)) {
          return now.get();
        }
        last = now.isEmpty() ? "it has no valid boot_id" : "";
      } catch (Unreachable e) {
        if (e.kind() == Unreachable.Kind.HOST_KEY_CHANGED
            || e.kind() == Unreachable.Kind.HOST_KEY_UNKNOWN) {
          throw new Failed(
              "another host key answers after the reboot, and it is not trusted: "
                  + e.getMessage()
                  + e.hint().map(hint -> "\nhint: " + hint).orElse(""));
        }
        last = e.getMessage();
      }
      Thread.sleep(PAUSE.toMillis());
    } while (System.nanoTime() < end);
    String limit = session.rebootLimit().toSeconds() + " s";
    throw new Failed(
        last.isEmpty()
            ? "told to reboot, it has not within "
                + limit
                + ": its boot_id is still "
                + before
                + HINT
            : "did not come back within "
                + limit
                + " of its reboot (tuner_reboot_timeout): "
                + last
                + HINT);
  }

  private void settled(long end) throws Failed, InterruptedException {
    while (true) {
      long left = Math.max(Duration.ofSeconds(1).toNanos(), end - System.nanoTime());
      try {
        Connection connection = session.connection();
        Duration limit = Duration.ofNanos(left);
        Finished told = Attended.run(connection, become, Map.of(), SETTLED, limit, line -> {});
        if (told.exit() != 0) {
          throw new Failed(
              "came back, but its boot has not come to its end within "
                  + session.rebootLimit().toSeconds()
                  + " s of the reboot (tuner_reboot_timeout)"
                  + HINT);
        }
        return;
      } catch (Unreachable e) {
        if (System.nanoTime() > end) {
          throw new Failed("came back, and was lost again: " + e.getMessage() + HINT);
        }
        session.disconnect();
        Thread.sleep(PAUSE.toMillis());
      }
    }
  }

  private Optional<String> id() throws Unreachable, InterruptedException {
    try {
      return session
          .read(become, Map.of(), Probe.NOTHING.file(ID))
          .line(ID)
          .map(String::strip)
          .filter(id -> id.matches(UUID));
    } catch (ProbeFailed refused) {
      return Optional.empty();
    }
  }
}
