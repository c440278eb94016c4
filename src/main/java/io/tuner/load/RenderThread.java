package io.tuner.load;

import java.time.Duration;
import java.util.concurrent.Callable;

/**
 * Runs FreeMarker within bounds: of steps, of stack, of time. FreeMarker asks before every turn of
 * a loop whether its thread was interrupted; this thread says yes when it has had its turns.
 */
final class RenderThread<T> extends Thread {

  private static final long MOST_STEPS = 2_000_000;
  private static final long STACK_BYTES = 8L << 20;
  private static final Duration MOST_TIME = Duration.ofSeconds(30);

  /** A bound was reached; the message says which. */
  static final class Exhausted extends Exception {
    private static final long serialVersionUID = 1L;

    Exhausted(String message) {
      super(message, null, false, false);
    }
  }

  private final Callable<T> work;
  private T result;
  private Throwable failure;
  private long steps;

  private RenderThread(Callable<T> work) {
    super(null, null, "templates", STACK_BYTES);
    this.work = work;
    setDaemon(true);
  }

  /**
   * Does the work here where this is such a thread already, else on a new one.
   *
   * @throws Exhausted where a bound was reached
   */
  static <T> T run(Callable<T> work) throws Exception {
    if (Thread.currentThread() instanceof RenderThread<?>) {
      return work.call();
    }
    RenderThread<T> thread = new RenderThread<>(work);
    thread.start();
    thread.join(MOST_TIME.toMillis());
    return thread.outcome();
  }

  @Override
  public void run() {
    try {
      result = work.call();
    } catch (StackOverflowError e) {
      failure = new Exhausted("the template calls itself without end");
    } catch (OutOfMemoryError e) {
      failure = new Exhausted("the template needs more memory than there is");
    } catch (Throwable e) {
      failure = e;
    }
  }

  @Override
  public boolean isInterrupted() {
    return ++steps > MOST_STEPS || super.isInterrupted();
  }

  private T outcome() throws Exception {
    if (isAlive()) {
      throw new Exhausted("the template takes longer than " + MOST_TIME.toSeconds() + " s");
    }
    if (steps > MOST_STEPS) {
      throw new Exhausted("the template goes through more than " + MOST_STEPS + " turns of loops");
    }
    if (failure instanceof Exception exception) {
      throw exception;
    }
    if (failure instanceof Error error) {
      throw error;
    }
    return result;
  }
}
