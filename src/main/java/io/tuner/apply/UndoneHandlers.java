package io.tuner.apply;

import io.tuner.plan.JournalEntry;
import io.tuner.plan.Status;
import io.tuner.plan.TaskResult;
import io.tuner.text.Source;
import io.tuner.text.Span;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The handlers of runs that are taken back. */
public final class UndoneHandlers {

  private UndoneHandlers() {}

  /**
   * What handlers of these runs did: it is not done again, for a restart would start what the first
   * state had stopped. So what a service was given by it stays in use until its next restart.
   */
  public static List<TaskResult> of(List<PastRun> runs) {
    Map<String, TaskResult> handlers = new LinkedHashMap<>();
    for (PastRun run : runs) {
      run.entries().stream()
          .filter(JournalEntry::isAction)
          .forEach(
              entry ->
                  handlers.put(
                      entry.address(),
                      TaskResult.of(
                          entry.address(),
                          entry.name(),
                          new Span(new Source(entry.source(), ""), 0, 0, 1),
                          Status.PENDING,
                          "is not run again by a rollback: what was restored is in use after the"
                              + " next restart or reload")));
    }
    return List.copyOf(handlers.values());
  }
}
