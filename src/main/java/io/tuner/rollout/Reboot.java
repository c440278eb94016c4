package io.tuner.rollout;

import io.tuner.apply.HostSession;
import io.tuner.host.Become;
import io.tuner.host.Unreachable;
import io.tuner.plan.Change;
import io.tuner.plan.HostPlan;
import io.tuner.plan.HostResult;
import io.tuner.plan.Planner;
import io.tuner.plan.Status;
import io.tuner.plan.TaskPlan;
import io.tuner.plan.TaskResult;
import io.tuner.resource.Leaves;
import io.tuner.resource.Readings;
import io.tuner.resource.Settles;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Reboots a host whose changes wait for that, once for all of them, and looks at every task again:
 * what waited must have settled, and what was live must be so still.
 */
final class Reboot {

  private final Function<String, Become> become;
  private final Watch watch;

  Reboot(Function<String, Become> become, Watch watch) {
    this.become = become;
    this.watch = watch;
  }

  /** The result of a host that was applied to: as it is, or that of after its reboot. */
  HostResult after(HostPlan plan, HostSession session, HostResult applied)
      throws InterruptedException {
    Status status = applied.status();
    boolean whole = status == Status.OK || status == Status.PENDING || status == Status.CHANGED;
    if (!plan.mayReboot() || !whole || applied.tasks().stream().noneMatch(TaskResult::awaitsBoot)) {
      return applied;
    }
    TaskResult reboot = TaskResult.reboot(plan.host(), applied.tasks());
    Become rights = become.apply(plan.host());
    Boot boot = new Boot(session, rights, what -> watch.phase(plan.host(), what));
    List<Change> boots = new ArrayList<>();
    try {
      while (true) {
        Boot.Booted booted = boot.run();
        boots.add(
            new Change("live", "boot_id", Settles.When.NOW, "", booted.before(), booted.after()));
        watch.phase(plan.host(), "verifying after its reboot");
        Readings readings = session.read(rights, plan.environment(), plan.probe());
        List<TaskResult> tasks = looked(plan, applied.tasks(), readings, boots.size());
        if (tasks.stream().noneMatch(TaskResult::awaitsBoot)) {
          return with(applied, session, tasks, reboot.and(boots));
        }
      }
    } catch (Boot.Failed e) {
      TaskResult failed = reboot.and(boots).with(Status.FAILED, Optional.of(e.getMessage()));
      return with(applied, session, applied.tasks(), failed);
    } catch (Unreachable e) {
      String why = "rebooted, and could not be read: " + e.getMessage();
      TaskResult failed = reboot.and(boots).with(Status.FAILED, Optional.of(why));
      return with(applied, session, applied.tasks(), failed);
    }
  }

  private static List<TaskResult> looked(
      HostPlan plan, List<TaskResult> applied, Readings readings, int boots) {
    List<TaskResult> tasks = new ArrayList<>(applied);
    for (int i = 0; i < plan.tasks().size(); i++) {
      TaskPlan task = plan.tasks().get(i);
      TaskResult before = applied.get(i);
      if (task.about().isPresent() && before.status() != Status.FAILED) {
        tasks.set(i, looked(before, Planner.plan(task.subject(), readings, false), boots));
      }
    }
    return tasks;
  }

  /**
   * One task.
   *
   * @param boots how many there were
   */
  private static TaskResult looked(TaskResult before, TaskPlan plan, int boots) {
    TaskResult now = plan.result();
    if (now.status() == Status.FAILED) {
      String why = "after the reboot: " + now.message().orElse("");
      return before.with(Status.FAILED, Optional.of(why));
    }
    for (Change left : now.changes()) {
      if (left.settlesNow()) {
        String why = "lost by the reboot: " + Planner.untaken(left);
        return before.with(Status.FAILED, Optional.of(why));
      }
      if (left.settles() == Settles.When.BOOT) {
        String why = "rebooted, and still waits for a boot: " + Planner.untaken(left);
        boolean another = boots < Leaves.boots(plan.to().orElseThrow().getClass(), left.aspect());
        return another ? before : before.with(Status.FAILED, Optional.of(why));
      }
    }
    Status status = before.status() == Status.PENDING ? Status.CHANGED : before.status();
    return before.settled(status, now.changes());
  }

  private static HostResult with(
      HostResult applied, HostSession session, List<TaskResult> tasks, TaskResult reboot) {
    List<TaskResult> all = new ArrayList<>(tasks);
    all.add(reboot);
    return new HostResult(
        applied.host(),
        session.roundTrips(),
        all,
        applied.unreachable(),
        applied.error(),
        applied.restore());
  }
}
