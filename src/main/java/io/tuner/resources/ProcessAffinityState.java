package io.tuner.resources;

import io.tuner.format.ThreadStatus;
import io.tuner.resource.Context;
import io.tuner.resource.Notes;
import io.tuner.resource.Script;
import io.tuner.resource.Unsupported;
import io.tuner.text.CpuSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Where processes run.
 *
 * @param live the online CPUs of the threads that run; empty where none does
 * @param persistent what the drop-in sets
 * @param loaded whether the manager has read the drop-in as it is; empty where that is not known
 * @param around what a target is decided by
 */
record ProcessAffinityState(
    Optional<ThreadCpus> live,
    Optional<String> persistent,
    Optional<Boolean> loaded,
    @Context Around around) {

  /**
   * What is read only to decide.
   *
   * @param threads those that run, with the online CPUs of each
   * @param online the CPUs that are online
   * @param possible the CPUs that may come online
   * @param unit what the manager says; of no unit, nothing
   */
  record Around(List<ThreadStatus> threads, CpuSet online, CpuSet possible, UnitState.Around unit) {

    /** The CPUs of a set that are online. */
    CpuSet wanted(CpuSet cpus, Notes notes) throws Unsupported {
      if (!possible.containsAll(cpus)) {
        throw new Unsupported("CPUs " + cpus + " are wanted, and this host has " + possible);
      }
      CpuSet now = cpus.intersect(online);
      if (now.isEmpty()) {
        throw new Unsupported("CPUs " + cpus + " are all offline");
      }
      if (!now.equals(cpus)) {
        notes.warn("of CPUs " + cpus + " only " + now + " are online");
      }
      return now;
    }
  }

  /** The state wanted where this was found. */
  ProcessAffinityState wanted(CpuSet cpus, Optional<AffinityDropIn> drop, Notes notes)
      throws Unsupported {
    Optional<ThreadCpus> all = Optional.of(ThreadCpus.all(cpus));
    if (drop.isEmpty()) {
      return new ProcessAffinityState(all, persistent, loaded, around);
    }
    DropIn file = drop.get().file();
    UnitState.remembered(loaded, notes);
    around.unit().writable(file, notes);
    Around edited =
        new Around(around.threads, around.online, around.possible, around.unit.edited(file));
    return new ProcessAffinityState(
        all, AffinityDropIn.meaning(file.wanted()), loaded.map(was -> true), edited);
  }

  /** The commands that write this drop-in where it was {@code from}. */
  Script persisted(ProcessAffinityState from, AffinityDropIn drop) {
    return unit().after(from.unit(), drop.file());
  }

  private UnitState unit() {
    return new UnitState(AffinityDropIn.settings(persistent), loaded, Map.of(), around.unit());
  }

  /** The commands that move the threads of {@code from} to where this has them. */
  Script moved(ProcessAffinityState from, boolean wholeProcesses) {
    if (live.isEmpty() || live.equals(from.live)) {
      return Script.empty();
    }
    ThreadCpus wanted = live.get();
    Script moves = Script.empty();
    if (wholeProcesses && wanted.isUniform()) {
      for (int process :
          from.around.threads.stream().map(ThreadStatus::process).distinct().toList()) {
        moves = taskset(moves, "-acp", wanted.most(), process);
      }
    } else {
      for (Map.Entry<String, ThreadStatus> thread :
          ThreadCpus.keys(from.around.threads).entrySet()) {
        CpuSet cpus = wanted.cpus(thread.getKey());
        if (!cpus.equals(thread.getValue().cpus())) {
          moves = taskset(moves, "-cp", cpus, thread.getValue().thread());
        }
      }
    }
    return Script.empty().each(moves);
  }

  private static Script taskset(Script script, String option, CpuSet cpus, int number) {
    return script.run("taskset", option, cpus.toString(), Integer.toString(number));
  }
}
