package io.tuner.host;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** One thread that ends what takes too long. */
final class Watch implements AutoCloseable {

  private final ScheduledExecutorService clock;

  Watch() {
    ScheduledThreadPoolExecutor executor =
        new ScheduledThreadPoolExecutor(1, action -> daemon("tuner watch", action));
    executor.setRemoveOnCancelPolicy(true);
    clock = Executors.unconfigurableScheduledExecutorService(executor);
  }

  /** Calls {@code end} after the limit, on a thread of its own, for it may have to wait. */
  Future<?> after(Duration limit, Runnable end) {
    return clock.schedule(
        () -> daemon("tuner end", end).start(), limit.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** Calls {@code look} again and again, each time on a thread of its own. */
  Future<?> every(Duration step, Runnable look) {
    return clock.scheduleWithFixedDelay(
        () -> daemon("tuner look", look).start(),
        step.toMillis(),
        step.toMillis(),
        TimeUnit.MILLISECONDS);
  }

  static Thread daemon(String name, Runnable action) {
    Thread thread = new Thread(action, name);
    thread.setDaemon(true);
    return thread;
  }

  @Override
  public void close() {
    clock.shutdownNow();
  }
}
