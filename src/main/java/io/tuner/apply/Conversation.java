package io.tuner.apply;

import io.tuner.host.Become;
import io.tuner.host.Connection;
import io.tuner.host.Exec;
import io.tuner.host.Received;
import io.tuner.host.Streams;
import io.tuner.host.Unreachable;
import io.tuner.probe.HostShell;
import io.tuner.probe.ProbeAnswer;
import io.tuner.probe.ProbeScript;
import io.tuner.probe.Prober;
import io.tuner.probe.Token;
import io.tuner.resource.Probe;
import io.tuner.resource.Readings;
import io.tuner.resource.Script;
import io.tuner.text.Shell;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * One exec that holds an apply: a frame goes out (lock, change, reading), its answer comes back,
 * and the next one is sent only then. So a change that did not take is known before the next one
 * starts.
 */
final class Conversation implements AutoCloseable {

  /** The host is locked by another run, or does not let us keep a journal. */
  static final class Refused extends Exception {
    private static final long serialVersionUID = 1L;

    Refused(String message) {
      super(message);
    }
  }

  private final Connection connection;
  private final Become become;
  private final Exec exec;
  private final String token = Token.random();
  private final Duration limit;
  private int roundTrips;
  private String run = "";
  private String functions = "";
  private Optional<Guard> guard = Optional.empty();
  private String unsent = "";

  private Conversation(Connection connection, Become become, Exec exec, Duration limit) {
    this.connection = connection;
    this.become = become;
    this.exec = exec;
    this.limit = limit;
  }

  /** Starts the host's half; nothing is changed and no lock is taken yet. */
  static Conversation start(Connection connection, Become become, Duration limit)
      throws Unreachable {
    return new Conversation(connection, become, connection.start(become), limit);
  }

  int roundTrips() {
    return roundTrips;
  }

  /**
   * Takes the lock, opens the run and reads.
   *
   * @param who for the one who finds the lock held
   * @param past runs that must be as they were read, before there was a lock
   * @throws Refused where another run has the lock, one of those went on, or the journal cannot be
   *     written
   */
  Readings open(
      String run,
      String who,
      String header,
      List<PastRun> past,
      Map<String, String> environment,
      Probe probe)
      throws Refused, Unreachable, InterruptedException {
    this.run = run;
    functions =
        HostShell.preamble(connection.root(), token, environment)
            + "S=$R/var/lib/tuner OLD= J= _died=\ntrap '' HUP PIPE\n"
            + ProbeScript.functions()
            + StepFunctions.TEXT
            + ConversationShell.functions()
            + GuardShell.functions();
    String script =
        functions
            + "exec 3>&1\nif take_lock "
            + HostShell.word(who)
            + past.stream()
                .map(one -> " && as_read " + HostShell.word(one.run()) + " " + one.entries().size())
                .collect(Collectors.joining())
            + " && died && tidy && open_run "
            + HostShell.word(run)
            + " "
            + HostShell.word(header)
            + "; then say LOCKED\n"
            + ProbeScript.body(probe)
            + "converse; fi\nsay END; say END >&2\n";
    send(Prober.frame(script));
    byte[] out = answer(limit);
    byte[] err = exec.streams().err().takeAll();
    Optional<String> refusal = new Answer(token, out).refusal();
    if (refusal.isPresent()) {
      throw new Refused(refusal.get());
    }
    return parse(probe, out, err);
  }

  /** From now on the host takes the changes back by itself, unless they are confirmed in time. */
  void guard(Guard one) {
    guard = Optional.of(one);
    unsent = Guard.script(run, functions);
  }

  /** Sends a change, waits for it, and reads. */
  Outcome change(String index, String entry, Script script, Before before, Probe probe)
      throws Unreachable, InterruptedException {
    return change(index, entry, script, script, before, probe);
  }

  /** As above, where only a part of the script that is journalled comes to be done. */
  Outcome change(String index, String entry, Script script, Script part, Before before, Probe probe)
      throws Unreachable, InterruptedException {
    Duration patience = limit.multipliedBy(5).plus(part.patience());
    String guarded =
        guard.map(one -> one.before(index, patience, before.back()) + " && ").orElse("");
    StringBuilder change =
        new StringBuilder(guarded + "change " + index + " " + HostShell.word(entry) + " ");
    change.append(Shell.quote(StepShell.commands(part)));
    script.paths().forEach(path -> change.append(' ').append(HostShell.word(path)));
    StringBuilder frame = new StringBuilder(unsent + before.around(index, change.toString()));
    unsent = "";
    guard.map(Guard::after).ifPresent(frame::append);
    frame.append(ProbeScript.body(probe));
    send(Prober.frame(frame.toString()));
    try {
      Sending.send(exec, token, part, limit.multipliedBy(5));
    } catch (IOException e) {
      throw closed(e);
    }
    byte[] out = changed(patience);
    byte[] err = exec.streams().err().takeAll();
    return new Answer(token, out).outcome(parse(probe, out, err));
  }

  /** Reads again. */
  Readings probe(Probe probe) throws Unreachable, InterruptedException {
    send(Prober.frame(guard.map(Guard::after).orElse("") + ProbeScript.body(probe)));
    byte[] out = answer(limit);
    return parse(probe, out, exec.streams().err().takeAll());
  }

  /** Marks the run as ended, after these commands; the runs given are then rolled back. */
  void end(String word, List<PastRun> rolledBack, String commands)
      throws Unreachable, InterruptedException {
    StringBuilder frame = new StringBuilder(commands);
    // Newest first: a directory that a change had made goes after what later ones made in it.
    for (int i = rolledBack.size() - 1; i >= 0; i--) {
      frame.append("unmake_run ").append(rolledBack.get(i).run()).append("; ");
    }
    for (PastRun run : rolledBack) {
      frame.append("durable \"$S/runs/").append(run.run()).append("/rolled-back\" \"${J##*/}\"; ");
    }
    frame.append("end_run ").append(HostShell.word(word)).append("; ").append(end());
    exchange(frame.toString());
  }

  /**
   * Has the host write down, behind the step it is in, that the operator ended the run; no answer
   * is waited for.
   */
  void interrupted() {
    try {
      send(Prober.frame("durable \"$J/interrupted\" interrupted\n"));
    } catch (Unreachable gone) {
      // Then it is a run that died.
    }
  }

  /** Removes these runs from the journal, and this one, which changed nothing else. */
  void forget(List<PastRun> runs) throws Unreachable, InterruptedException {
    StringBuilder frame = new StringBuilder("rm -rf --");
    runs.forEach(run -> frame.append(" \"$S/runs/\"").append(HostShell.word(run.run())));
    frame.append(" \"$J\"\n").append(end());
    exchange(frame.toString());
  }

  @Override
  public void close() {
    exec.endOfInput();
    exec.close();
  }

  private void exchange(String frame) throws Unreachable, InterruptedException {
    send(Prober.frame(frame));
    answer(limit);
    exec.streams().err().takeAll();
  }

  private static String end() {
    return "say END; say END >&2\n";
  }

  /**
   * The answer to a change; where it outlives its time, it is ended on the host with its children.
   */
  private byte[] changed(Duration patience) throws Unreachable, InterruptedException {
    byte[] end = ascii("\n" + token + " END\n");
    Streams streams = exec.streams();
    if (streams.await(Streams.Fence.both(end, end), patience) == Streams.Outcome.TIMEOUT) {
      Received out = streams.out();
      Answer said = new Answer(token, out.copy(out.taken(), out.received()));
      String pid = said.after("PID");
      if (pid != null && pid.matches("[0-9]{1,9}") && said.after("STEP") == null) {
        new Cancellation(connection, become).kill(pid);
      }
    }
    return answer(limit);
  }

  private byte[] answer(Duration patience) throws Unreachable, InterruptedException {
    byte[] end = ascii("\n" + token + " END\n");
    Streams streams = exec.streams();
    Streams.Outcome outcome = streams.await(Streams.Fence.both(end, end), patience);
    switch (outcome) {
      case FENCE -> roundTrips++;
      case CLOSED -> throw exec.lost();
      case FLOODED ->
          throw new Unreachable(
              Unreachable.Kind.CLOSED, "the host sends more than it was asked", "");
      default ->
          throw new Unreachable(
              Unreachable.Kind.TIMEOUT,
              "the host did not answer within " + patience.toSeconds() + " s",
              "the step it was in is in the journal; see `tuner history`");
    }
    return streams.out().takeAll();
  }

  private Readings parse(Probe probe, byte[] out, byte[] err) throws Unreachable {
    try {
      return Prober.withAnswers(
          probe, limit, ProbeAnswer.parse(probe, connection.root(), token, out, err));
    } catch (ProbeAnswer.Garbled e) {
      throw new Unreachable(Unreachable.Kind.CLOSED, e.getMessage(), "");
    }
  }

  private void send(byte[] frame) throws Unreachable {
    try {
      exec.send(frame);
    } catch (IOException e) {
      throw closed(e);
    }
  }

  private static Unreachable closed(IOException e) {
    return new Unreachable(
        Unreachable.Kind.CLOSED,
        "the connection ended: " + e.getMessage(),
        "the host finishes the step it is in; apply again to go on");
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }
}
