package io.tuner.apply;

import io.tuner.host.Become;
import io.tuner.host.Connection;
import io.tuner.host.Flooded;
import io.tuner.host.Host;
import io.tuner.host.Unreachable;
import io.tuner.plan.HostPlan;
import io.tuner.plan.HostResult;
import io.tuner.probe.Prober;
import io.tuner.resource.Probe;
import io.tuner.resource.ProbeFailed;
import io.tuner.resource.Readings;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** One host during one run: a connection, and everything that goes over it. */
public final class HostSession implements AutoCloseable {

  private final Host host;
  private final Duration limit;
  private final Duration rebootLimit;
  private Connection connection;
  private Prober prober;
  private int conversed;
  private String lastRun = "";
  private int lastIndex;

  /**
   * A session of one host; nothing is contacted yet.
   *
   * @param limit for one command
   * @param rebootLimit for a reboot, to the end of the boot
   */
  public HostSession(Host host, Duration limit, Duration rebootLimit) {
    this.host = host;
    this.limit = limit;
    this.rebootLimit = rebootLimit;
  }

  /** True where the host can be booted, and is not the machine that tuner runs on. */
  public boolean boots() {
    return host.boots();
  }

  /** How long a reboot may take, to the end of the boot. */
  public Duration rebootLimit() {
    return rebootLimit;
  }

  /** The connection, made where it was not yet. */
  public Connection connection() throws Unreachable {
    connect();
    return connection;
  }

  /** Connects where that was not done yet, and reads. */
  public Readings read(Become become, Map<String, String> environment, Probe probe)
      throws Unreachable, InterruptedException {
    connect();
    return prober.read(become, environment, probe);
  }

  /**
   * The host's journal. Where only root may read it, it is read as root: it is a playbook that says
   * with whose rights it was written, and there is none at hand.
   *
   * @throws ProbeFailed where it cannot be read all the same
   */
  public Journal journal(Become become) throws Unreachable, InterruptedException, ProbeFailed {
    try {
      Readings readings = read(become, Map.of(), JournalReader.PROBE);
      if (become.enabled() || !JournalReader.isRefused(readings)) {
        return new Journal(JournalReader.read(readings), become);
      }
    } catch (Flooded tooMuch) {
      return new Journal(JournalReader.readInParts(probe -> read(become, Map.of(), probe)), become);
    }
    return journal(Become.ROOT);
  }

  /**
   * A journal.
   *
   * @param runs oldest first
   * @param become with whose rights it was read
   */
  public record Journal(List<PastRun> runs, Become become) {}

  private void connect() throws Unreachable {
    if (connection == null) {
      connection = host.connect();
      prober = new Prober(connection, limit);
    }
  }

  /** Connects where that was not done yet, and applies a plan. */
  public HostResult apply(
      HostPlan plan, Become become, RunIdentity identity, Change change, Applier.Watch watch)
      throws Unreachable {
    connect();
    int before = identity.run().equals(lastRun) ? lastIndex : 0;
    Applier applier = new Applier(plan, identity, change.undo(), before, watch);
    HostResult result =
        applier.apply(connection, become, limit, change.strict(), change.rolledBack());
    lastRun = identity.run();
    lastIndex = applier.lastIndex();
    conversed += result.roundTrips();
    return applier.guard().isPresent()
        ? confirmed(result, become, identity, applier.guard().get())
        : result;
  }

  private HostResult confirmed(
      HostResult result, Become become, RunIdentity identity, Guard guard) {
    String unconfirmed =
        "; the host takes its changes back by itself within %d s of its last step"
            .formatted(guard.limit().toSeconds());
    try {
      if (!Thread.currentThread().isInterrupted()) {
        return new Confirmation(this, become, identity.run(), guard.limit()).of(result);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return result.failed(
        result.error().orElse("interrupted before it was confirmed") + unconfirmed);
  }

  /**
   * Removes runs from the host's journal.
   *
   * @throws Unreachable also where another run holds the lock
   */
  public void forget(Become become, RunIdentity identity, List<PastRun> runs)
      throws Unreachable, InterruptedException {
    try (Conversation conversation = converse(become)) {
      conversation.open(
          identity.run(),
          identity.holder(),
          Json.write(identity.header(host.name())),
          runs,
          Map.of(),
          Probe.NOTHING);
      conversation.forget(runs);
    } catch (Conversation.Refused e) {
      throw new Unreachable(Unreachable.Kind.CONFIGURATION, e.getMessage(), "");
    }
  }

  /** Starts a conversation; nothing is locked or changed yet. */
  Conversation converse(Become become) throws Unreachable {
    connect();
    return Conversation.start(connection, become, limit);
  }

  /**
   * How a plan is applied.
   *
   * @param strict true: refused where the host moved since the plan was made
   * @param undo what is taken back
   * @param rolledBack the runs that are taken back with it
   */
  public record Change(boolean strict, Undo undo, List<PastRun> rolledBack) {
    /** An apply. */
    public static Change apply(boolean strict) {
      return new Change(strict, Undo.NOTHING, List.of());
    }
  }

  /** Ends the connection; the next request makes a new one. */
  public void disconnect() {
    conversed = roundTrips();
    close();
    connection = null;
    prober = null;
  }

  /** Requests with their answers, so far. */
  public int roundTrips() {
    return conversed + (prober == null ? 0 : prober.roundTrips());
  }

  @Override
  public void close() {
    if (connection != null) {
      connection.close();
    }
  }
}
