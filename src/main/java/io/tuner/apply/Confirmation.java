package io.tuner.apply;

import io.tuner.host.Become;
import io.tuner.host.Unreachable;
import io.tuner.plan.HostResult;
import io.tuner.plan.Status;
import io.tuner.plan.TaskResult;
import io.tuner.resource.Probe;
import io.tuner.resource.ProbeFailed;
import io.tuner.resource.Readings;
import io.tuner.text.Printable;
import io.tuner.text.Shell;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The end of an apply whose changes the host guards ({@link GuardShell}): they are confirmed over a
 * new connection, for one that is open already proves nothing. Where none can be made in time, or
 * the old one was lost in the middle, the host takes them back by itself; that is awaited, and
 * told.
 */
final class Confirmation {

  /** How long a host that does not answer is left alone. */
  private static final Duration PAUSE = Duration.ofSeconds(1);

  /** What the host may take for taking back, beyond its waiting. */
  private static final Duration SLACK = Duration.ofMinutes(2);

  private final HostSession session;
  private final Become become;
  private final String journal;
  private final Duration limit;

  /**
   * The confirmation of a run.
   *
   * @param limit how long the host waits for it
   */
  Confirmation(HostSession session, Become become, String run, Duration limit) {
    this.session = session;
    this.become = become;
    this.journal = "J=$R/var/lib/tuner/runs/" + Shell.quote(run) + "\n";
    this.limit = limit;
  }

  /** The result, once the host has been told, or has taken its changes back. */
  HostResult of(HostResult applied) throws InterruptedException {
    if (applied.error().isPresent()) {
      return takenBack(applied, applied.error().get());
    }
    session.disconnect();
    long end = System.nanoTime() + limit.toNanos();
    String why = "";
    while (System.nanoTime() < end) {
      try {
        if (ask(GuardShell.CONFIRM).contains("CONFIRMED")) {
          return applied;
        }
        return takenBack(
            applied, "nobody confirmed its changes within " + limit.toSeconds() + " s");
      } catch (Unreachable e) {
        why = e.getMessage();
        session.disconnect();
        Thread.sleep(PAUSE.toMillis());
      }
    }
    String unconfirmed = "no new connection within %d s of its changes: %s";
    return takenBack(applied, unconfirmed.formatted(limit.toSeconds(), why));
  }

  /** Awaits that the host took its changes back, and says so. */
  private HostResult takenBack(HostResult applied, String why) throws InterruptedException {
    session.disconnect();
    long end = System.nanoTime() + limit.plus(SLACK).toNanos();
    while (System.nanoTime() < end) {
      try {
        String said = ask(GuardShell.GIVE_UP);
        if (said.startsWith("WHOLE")) {
          return of(applied, why + "; the host took its changes back by itself", Optional.empty());
        }
        if (said.startsWith("PART")) {
          String rest = said.substring("PART".length()).strip();
          String told =
              why
                  + "; the host took back by itself what it could"
                  + rest.lines()
                      .limit(20)
                      .map(line -> "\n  " + Printable.of(line))
                      .reduce("", String::concat);
          return of(applied, told, applied.restore());
        }
      } catch (Unreachable e) {
        session.disconnect();
      }
      Thread.sleep(PAUSE.toMillis());
    }
    String lost =
        "%s; it does not answer, and takes its changes back by itself within %d s of the last word"
            + "\nhint: `tuner history` tells whether it did, once it answers";
    return of(applied, lost.formatted(why, limit.toSeconds()), applied.restore());
  }

  private HostResult of(HostResult applied, String error, Optional<String> restore) {
    List<TaskResult> tasks = new ArrayList<>(applied.tasks());
    if (restore.isEmpty()) {
      tasks.replaceAll(
          task ->
              task.status() == Status.CHANGED || task.status() == Status.PENDING
                  ? task.with(
                      Status.FAILED, Optional.of("was made, and taken back by the host itself"))
                  : task);
    }
    return new HostResult(
        applied.host(),
        applied.roundTrips(),
        tasks,
        applied.unreachable(),
        Optional.of(error),
        restore);
  }

  private String ask(String script) throws Unreachable, InterruptedException {
    String question = journal + script;
    try {
      Readings readings = session.read(become, Map.of(), Probe.NOTHING.ask(question));
      return readings.ask(question).known("the journal").map(Readings.Output::stdout).orElse("");
    } catch (ProbeFailed e) {
      throw new Unreachable(Unreachable.Kind.CLOSED, e.getMessage(), "");
    }
  }
}
