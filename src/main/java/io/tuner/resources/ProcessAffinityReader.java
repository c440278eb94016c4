package io.tuner.resources;

import io.tuner.format.Refusal;
import io.tuner.format.ThreadStatus;
import io.tuner.resource.Content;
import io.tuner.resource.Probe;
import io.tuner.resource.ProbeFailed;
import io.tuner.resource.Read;
import io.tuner.resource.Reading;
import io.tuner.resource.Readings;
import io.tuner.text.CpuSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How it is read where processes run (proc(5), /proc/PID/task/TID/status).
 *
 * @param selector of the processes
 */
record ProcessAffinityReader(Read.Selector selector) {

  private static final String STATUS = "task/*/status";

  private static final String CPU = "/sys/devices/system/cpu/";

  Probe probe() {
    return Probe.NOTHING.process(selector, STATUS).file(CPU + "online").file(CPU + "possible");
  }

  ProcessAffinityState read(boolean main, Optional<AffinityDropIn> drop, Readings readings)
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
      unit = Optional.of(new UnitReader(drop.get().file()).read(readings));
    }
    return new ProcessAffinityState(
        threads.isEmpty() ? Optional.empty() : Optional.of(ThreadCpus.of(threads)),
        unit.flatMap(found -> AffinityDropIn.meaning(found.persistent())),
        unit.flatMap(UnitState::loaded),
        new ProcessAffinityState.Around(
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
}
