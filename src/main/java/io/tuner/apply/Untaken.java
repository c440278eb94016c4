package io.tuner.apply;

import io.tuner.plan.JournalEntry;
import io.tuner.plan.Planner;
import io.tuner.plan.Status;
import io.tuner.plan.TaskPlan;
import io.tuner.probe.HostShell;
import io.tuner.resource.Codec;
import io.tuner.resource.Readings;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What stands where a change did not take, such as the nearest value that a driver allows. It is of
 * the run's making as well, and a rollback must not take it for somebody else's.
 */
final class Untaken {
  private final Map<Integer, String> numbers = new TreeMap<>();

  /** Notes which entry of the journal a task has. */
  void journalled(int task, int index) {
    numbers.put(task, JournalEntry.number(index));
  }

  /** What journals the state of each task that failed, where it can be read. */
  String commands(List<TaskPlan> tasks, Readings latest) {
    StringBuilder commands = new StringBuilder();
    numbers.forEach(
        (task, number) -> {
          if (tasks.get(task).result().status() == Status.FAILED) {
            Planner.plan(tasks.get(task).subject(), latest, false)
                .from()
                .map(state -> HostShell.word(Json.write(Codec.toMap(state))))
                .ifPresent(
                    state ->
                        commands.append("durable \"$J/" + number + ".found\" " + state + "\n"));
          }
        });
    return commands.toString();
  }
}
