package io.tuner.cli;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Ctrl-C, a hang-up or a termination: the working thread is interrupted, and the process waits a
 * while for it to end its step and report. The JVM then exits with 128 and the signal's number, 130
 * for Ctrl-C.
 */
final class Interruption {

  private static final long GRACE_SECONDS = 20;

  private final CountDownLatch over = new CountDownLatch(1);

  private Interruption() {}

  static Interruption watch(Thread worker) {
    Interruption interruption = new Interruption();
    Runtime.getRuntime().addShutdownHook(new Thread(() -> interruption.signalled(worker)));
    return interruption;
  }

  /** The work has come to its end by itself. */
  void over() {
    over.countDown();
  }

  private void signalled(Thread worker) {
    if (over.getCount() == 0) {
      return;
    }
    worker.interrupt();
    try {
      over.await(GRACE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException second) {
      Thread.currentThread().interrupt();
    }
  }
}
