package io.tuner.report;

import io.tuner.text.Durations;
import io.tuner.text.Printable;
import java.io.PrintStream;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Progress on a terminal: a line for each busy host and one with what is done, what is left and how
 * long it took, drawn over the last ones at most five times a second. The first lines come after a
 * moment, so that a quick run shows none.
 */
public final class LiveProgress implements Progress {

  private static final long PERIOD_MILLIS = 200;
  private static final int MOST_HOSTS = 8;
  private static final int WIDTH = 100;

  /** Line wrap off while drawing: a wrapped line would make the count of lines wrong (DECAWM). */
  private static final String NO_WRAP = "\u001b[?7l";

  private static final String WRAP = "\u001b[?7h";
  private static final String CLEAR_TO_END = "\u001b[J";

  private final PrintStream out;
  private final Style style;
  private final int total;
  private final LongSupplier nanos;
  private final long start;
  private final Map<String, Busy> busy = new LinkedHashMap<>();
  private final ScheduledExecutorService ticker;
  private int done;
  private int drawnLines;
  private boolean over;

  /** A host that is worked on, what it is at, and since when. */
  private record Busy(String phase, long since) {}

  /** Starts drawing. {@code total}: how many hosts there will be. */
  public static LiveProgress start(PrintStream out, Style style, int total) {
    LiveProgress progress = new LiveProgress(out, style, total, System::nanoTime);
    progress.ticker.scheduleAtFixedRate(
        progress::draw, PERIOD_MILLIS, PERIOD_MILLIS, TimeUnit.MILLISECONDS);
    return progress;
  }

  LiveProgress(PrintStream out, Style style, int total, LongSupplier nanos) {
    this.out = out;
    this.style = style;
    this.total = total;
    this.nanos = nanos;
    this.start = nanos.getAsLong();
    this.ticker =
        Executors.newSingleThreadScheduledExecutor(
            task -> {
              Thread thread = new Thread(task, "progress");
              thread.setDaemon(true);
              return thread;
            });
  }

  @Override
  public void hostStarted(String host) {
    hostPhase(host, "starting");
  }

  @Override
  public synchronized void hostPhase(String host, String phase) {
    if (over) {
      over = false;
      done = 0;
    }
    Busy before = busy.get(host);
    busy.put(host, new Busy(phase, before == null ? nanos.getAsLong() : before.since()));
  }

  @Override
  public synchronized void hostDone(String host, String status) {
    busy.remove(host);
    done++;
  }

  @Override
  public synchronized void aside(Runnable output) {
    clear();
    output.run();
  }

  @Override
  public synchronized void finished() {
    over = true;
    busy.clear();
    clear();
  }

  /** Draws what there is now over what was drawn before. */
  synchronized void draw() {
    if (over || busy.isEmpty()) {
      return;
    }
    StringBuilder text = new StringBuilder(NO_WRAP).append(erase());
    busy.entrySet().stream()
        .limit(MOST_HOSTS)
        .forEach(host -> text.append(line(host.getKey(), host.getValue())).append('\n'));
    String sum =
        done + " of " + total + " hosts done, " + (total - done) + " left, " + since(start);
    int more = busy.size() - MOST_HOSTS;
    text.append(style.faint(more > 0 ? sum + "; " + more + " more at work" : sum));
    out.print(text.append('\n').append(WRAP));
    out.flush();
    drawnLines = Math.min(busy.size(), MOST_HOSTS) + 1;
  }

  private String line(String host, Busy at) {
    String text = Printable.of(host) + ": " + Printable.of(at.phase());
    String cut = text.length() <= WIDTH ? text : text.substring(0, WIDTH) + "…";
    return cut + style.faint("  " + since(at.since()));
  }

  private String since(long then) {
    return Durations.show(
        Duration.ofSeconds(Duration.ofNanos(nanos.getAsLong() - then).toSeconds()));
  }

  private void clear() {
    out.print(erase());
    out.flush();
    drawnLines = 0;
  }

  /** Up to the first drawn line, and away with all below (ECMA-48: CPL, ED). */
  private String erase() {
    return drawnLines == 0 ? "" : "\u001b[" + drawnLines + "F" + CLEAR_TO_END;
  }
}
