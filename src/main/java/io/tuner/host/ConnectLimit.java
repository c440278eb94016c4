package io.tuner.host;

import java.time.Duration;
import java.util.concurrent.Future;

/** Ends a connection that does not come about in time; does not count while the operator types. */
final class ConnectLimit implements AutoCloseable {

  private final Watch watch;
  private final Duration limit;
  private final Runnable end;
  private Future<?> running;
  private volatile boolean passed;

  ConnectLimit(Watch watch, Duration limit, Runnable end) {
    this.watch = watch;
    this.limit = limit;
    this.end = end;
    resume();
  }

  synchronized void pause() {
    running.cancel(false);
  }

  synchronized void resume() {
    running =
        watch.after(
            limit,
            () -> {
              passed = true;
              end.run();
            });
  }

  /** True where it was this that ended it. */
  boolean hasPassed() {
    return passed;
  }

  @Override
  public synchronized void close() {
    running.cancel(false);
  }
}
