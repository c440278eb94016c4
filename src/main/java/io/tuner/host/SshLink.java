package io.tuner.host;

import com.jcraft.jsch.Session;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Future;

/** A login at one server that lives as long as the server answers. */
final class SshLink implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(1);

  private final SshTarget target;
  private final Optional<SshLink> through;
  private final Session session;
  private final Wire wire;
  private final Runnable cut;
  private final Watch watch;
  private final Future<?> check;
  private volatile boolean silent;
  private volatile long seen;
  private volatile int unanswered;

  SshLink(
      SshTarget target,
      Optional<SshLink> through,
      Session session,
      Wire wire,
      Runnable cut,
      Watch watch) {
    this.target = target;
    this.through = through;
    this.session = session;
    this.wire = wire;
    this.cut = cut;
    this.watch = watch;
    this.check = watch.every(target.silence(), this::check);
  }

  Session session() {
    return session;
  }

  boolean isAlive() {
    return session.isConnected() && !wire.hasEnded();
  }

  /** How it is reached, for a name that is its own. */
  String way() {
    return target.place() + through.map(link -> " through " + link.way()).orElse("");
  }

  /** What is to be said where the connection went. */
  String end() {
    return silent ? "it no longer answers" : "the connection was lost";
  }

  /**
   * JSch's own way leans on the time limit of the socket, which can strike within a packet and then
   * spoil the stream.
   */
  private void check() {
    long received = wire.lastReceived();
    if (received != seen) {
      seen = received;
      unanswered = 0;
    } else if (unanswered >= target.silences()) {
      silent = true;
      cut.run();
      check.cancel(false);
    } else {
      unanswered++;
      ask();
    }
  }

  private void ask() {
    try {
      session.sendKeepAliveMsg();
    } catch (Exception gone) {
      check.cancel(false);
    }
  }

  @Override
  public void close() {
    check.cancel(false);
    // Saying goodbye waits for whoever is writing, and that may be for ever.
    Future<?> late = watch.after(PATIENCE, cut);
    session.disconnect();
    late.cancel(false);
    cut.run();
  }
}
