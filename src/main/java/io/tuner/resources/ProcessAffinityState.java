package io.tuner.resources;

import io.tuner.format.Refusal;
import io.tuner.format.ThreadStatus;
import io.tuner.resource.Content;
import io.tuner.resource.Context;
import io.tuner.resource.Notes;
import io.tuner.resource.Probe;
import io.tuner.resource.ProbeFailed;
import io.tuner.resource.Read;
import io.tuner.resource.Reading;
import io.tuner.resource.Readings;
import io.tuner.resource.Script;
import io.tuner.resource.Unsupported;
import io.tuner.text.CpuSet;
import java.util.ArrayList;
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

  private static final String STATUS = "task/*/status";
  private static final String CPU = "/sys/devices/system/cpu/";

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

  static Probe probe(Read.Selector selector) {
    return Probe.NOTHING.process(selector, STATUS).file(CPU + "online").file(CPU + "possible");
  }

  static ProcessAffinityState read(
      Read.Selector selector, boolean main, Optional<AffinityDropIn> drop, Readings readings)
      throws ProbeFailed {
    CpuSet online = cpus(readings, "online", Optional.empty());
    CpuSet possible = cpus(readings, "possible", Optional.of(online));
    List<ThreadStatus> threads = new ArrayList<>();
    for (Readings.Found process : readings.processes(selector, STATUS)) {
      for (Map.Entry<String, Reading<Content>> file : process.files().entrySet()) {
        thread(process.pid(), file.getKey(), file.getValue(), online)
            .filter(thread -> !main || thread.isMain())
            .ifPresent(threads::add);
      }
    }
    Optional<UnitState> unit = Optional.empty();
    if (drop.isPresent()) {
      unit = Optional.of(UnitState.read(drop.get().file(), readings));
    }
    return new ProcessAffinityState(
        threads.isEmpty() ? Optional.empty() : Optional.of(ThreadCpus.of(threads)),
        unit.flatMap(found -> AffinityDropIn.meaning(found.persistent())),
        unit.flatMap(UnitState::loaded),
        new Around(
            threads, online, possible, unit.map(UnitState::around).orElse(UnitState.Around.NONE)));
  }

  /** One thread; empty where it ended since it was found. */
  private static Optional<ThreadStatus> thread(
      int process, String file, Reading<Content> reading, CpuSet online) throws ProbeFailed {
    if (reading instanceof Reading.Refused<Content> refused
        && refused.reason().contains("No such process")) {
      return Optional.empty();
    }
    Optional<Content> content = reading.known("/proc/" + process + "/" + file);
    if (content.isEmpty()) {
      return Optional.empty();
    }
    try {
      ThreadStatus status = ThreadStatus.of(Readings.decode(content.get()));
      return Optional.of(
          new ThreadStatus(
              status.process(), status.thread(), status.name(), status.cpus().intersect(online)));
    } catch (Refusal refusal) {
      throw new ProbeFailed("/proc/" + process + "/" + file + ": " + refusal.getMessage());
    }
  }

  private static CpuSet cpus(Readings readings, String which, Optional<CpuSet> otherwise)
      throws ProbeFailed {
    Optional<String> list = readings.line(CPU + which);
    if (list.isEmpty() && otherwise.isPresent()) {
      return otherwise.get();
    }
    try {
      return CpuSet.parse(list.orElseThrow(() -> new ProbeFailed("there is no " + CPU + which)));
    } catch (IllegalArgumentException e) {
      throw new ProbeFailed(CPU + which + ": " + e.getMessage());
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
