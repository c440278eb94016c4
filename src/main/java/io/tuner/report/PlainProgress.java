package io.tuner.report;

import io.tuner.text.Printable;
import java.io.PrintStream;
import java.time.Clock;
import java.time.LocalTime;
import java.time.format.DateTimeFormatter;

/** Progress where nobody watches: a line an event, {@code 12:03:04 db1: probing}. */
public final class PlainProgress implements Progress {

  private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss");

  private final PrintStream out;
  private final Clock clock;

  /** Times are of the clock's zone. */
  public PlainProgress(PrintStream out, Clock clock) {
    this.out = out;
    this.clock = clock;
  }

  /** A host is heard of with its first phase. */
  @Override
  public void hostStarted(String host) {}

  @Override
  public void hostPhase(String host, String phase) {
    line(host, phase);
  }

  @Override
  public void hostDone(String host, String status) {
    line(host, status);
  }

  @Override
  public synchronized void aside(Runnable output) {
    output.run();
  }

  @Override
  public synchronized void finished() {
    out.flush();
  }

  private synchronized void line(String host, String text) {
    String time = TIME.format(LocalTime.now(clock));
    out.println(time + " " + Printable.of(host) + ": " + Printable.cut(Printable.of(text)));
  }
}
