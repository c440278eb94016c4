package io.tuner.resources;

import io.tuner.format.ThreadStatus;
import io.tuner.format.TunedMerge;
import io.tuner.format.TunedScheduler;
import io.tuner.resource.Knob;
import io.tuner.resource.ProbeFailed;
import io.tuner.resource.Readings;
import io.tuner.resource.Resource;
import io.tuner.resource.Writer;
import io.tuner.text.CpuSet;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What TuneD's plug-in scheduler makes of the interrupts and processes that tasks set.
 *
 * @param scheduler as the active profile has it
 */
public record TunedIsolation(TunedScheduler scheduler) {

  /**
   * That of a profile; empty where it isolates none.
   *
   * @param scripts texts of the scripts that lie beside tuner's own profiles, by path
   */
  public static Optional<TunedIsolation> of(TunedMerge merge, Map<String, String> scripts) {
    return TunedScheduler.of(merge, scripts).map(TunedIsolation::new);
  }

  /** What it makes of the tasks' interrupts and processes, as far as a host's answer tells them. */
  List<Writer.Claim> claims(List<Resource<?>> tasks, Readings readings, String profile)
      throws ProbeFailed {
    List<Writer.Claim> claims = new ArrayList<>();
    for (Resource<?> task : tasks) {
      if (task instanceof IrqAffinity one && takes(one)) {
        IrqAffinityState state = one.parse(readings);
        for (String handler : state.live().keySet()) {
          if (scheduler.takesInterrupt(handler)) {
            claims.add(claim(IrqKnobs.live(handler), profile));
          }
        }
      } else if (task instanceof ProcessAffinity one
          && takes(one, one.parse(readings).around().threads())) {
        claims.add(claim(one.live(), profile));
      }
    }
    return claims;
  }

  /** What becomes of the CPUs that a task names, as far as that is known without a host. */
  public Optional<Writer.Claim> claim(Resource<?> task) {
    if (task instanceof IrqAffinity one && takes(one) && one.cpus().isPresent()) {
      return Optional.of(claim(Knob.of("irq:" + one.name()), one.cpus().get()));
    }
    if (task instanceof ProcessAffinity one && takes(one, List.of())) {
      return Optional.of(claim(one.live(), one.cpus()));
    }
    return Optional.empty();
  }

  private Writer.Claim claim(Knob knob, CpuSet wanted) {
    return new Writer.Claim(knob, wanted.toString(), scheduler.place(), scheduler.makes());
  }

  private Writer.Claim claim(Knob knob, String profile) {
    return new Writer.Claim(
        knob,
        "off CPUs " + scheduler.cores(),
        profile + ", " + scheduler.place(),
        scheduler.makes());
  }

  /** Whether it takes CPUs from interrupts of a task. */
  boolean takes(IrqAffinity task) {
    return scheduler.interrupts() && task.iface().filter(scheduler.excluded()::contains).isEmpty();
  }

  /**
   * Whether it takes CPUs from a task's processes: TuneD looks for a pattern anywhere in a thread's
   * name.
   *
   * @param threads that run
   */
  boolean takes(ProcessAffinity task, Collection<ThreadStatus> threads) {
    List<String> names = new ArrayList<>();
    task.process().ifPresent(names::add);
    if (names.isEmpty()) {
      threads.stream().filter(ThreadStatus::isMain).map(ThreadStatus::name).forEach(names::add);
    }
    return names.isEmpty() || names.stream().anyMatch(scheduler::takesProcess);
  }
}
