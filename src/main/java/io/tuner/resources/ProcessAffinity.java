package io.tuner.resources;

import io.tuner.resource.Knob;
import io.tuner.resource.Notes;
import io.tuner.resource.Parameter;
import io.tuner.resource.Probe;
import io.tuner.resource.ProbeFailed;
import io.tuner.resource.Problems;
import io.tuner.resource.Readings;
import io.tuner.resource.Resource;
import io.tuner.resource.Risk;
import io.tuner.resource.Script;
import io.tuner.resource.Settles;
import io.tuner.resource.Type;
import io.tuner.resource.Unsupported;
import io.tuner.text.CpuSet;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Pins the threads of running processes to CPUs, and of a unit those of every later start. */
@Type(
    name = "process_affinity",
    summary = "On which CPUs a process and all its threads run",
    guide =
        """
        Every thread of every process found is moved, and read back from `/proc/PID/task/*/status`.

        Of a `unit`, later starts are pinned too: `CPUAffinity=` in the drop-in \
        `tuner-affinity.conf`, after an empty one, for systemd adds up several. Without a unit only \
        what runs now is pinned: apply again after each start.

        A process that does not run is pending, and not ok.
        """)
public record ProcessAffinity(
    @Parameter(value = "the name of the processes, as in `/proc/PID/comm`", example = "observer")
        Optional<String> process,
    @Parameter(value = "the systemd unit whose processes are meant", example = "observer")
        Optional<String> unit,
    @Parameter(value = "a file that holds the process's number", example = "/run/observer.pid")
        Optional<String> pidfile,
    @Parameter(
            value = "the CPUs, as a list; a stride may follow a range: `0-30:2`",
            example = "24-47",
            required = true)
        CpuSet cpus,
    @Parameter(value = "all threads, or each process's first alone", byDefault = "all")
        Threads threads)
    implements Resource<ProcessAffinityState> {

  /** Which threads of a process. */
  public enum Threads {
    ALL,
    MAIN
  }

  @Override
  public String name() {
    return unit.map(text -> Unit.of(text).name()).or(() -> process).or(() -> pidfile).orElse("");
  }

  @Override
  public void validate(Problems problems) {
    if (Stream.of(process, unit, pidfile).filter(Optional::isPresent).count() != 1) {
      problems.error("process", "name one of `process`, `unit` and `pidfile`");
    }
    if (process.filter(text -> text.isBlank() || text.indexOf('\n') >= 0).isPresent()) {
      problems.error("process", "`process` is not the name of a process");
    }
    unit.ifPresent(text -> Unit.validate("unit", text, problems));
    if (unit.filter(text -> Unit.of(text).isTemplate() || text.endsWith("@")).isPresent()) {
      problems.error("unit", "a template has no processes", "name an instance: `name@1`");
    }
    if (pidfile.filter(path -> !path.startsWith("/")).isPresent()) {
      problems.error("pidfile", "`pidfile` is not a path from the root on");
    }
    if (cpus.isEmpty()) {
      problems.error("cpus", "`cpus` names no CPU");
    }
  }

  @Override
  public Map<Knob, String> claims() {
    Map<Knob, String> claims = new TreeMap<>(Map.of(live(), cpus.toString()));
    unit.ifPresent(text -> claims.put(drop().knob(), cpus.toString()));
    return claims;
  }

  @Override
  public Probe probe() {
    Probe probe = reader().probe();
    return unit.isPresent() ? probe.and(drop().probe()) : probe;
  }

  @Override
  public ProcessAffinityState parse(Readings readings) throws ProbeFailed {
    return reader().read(threads == Threads.MAIN, unit.map(text -> drop()), readings);
  }

  @Override
  public ProcessAffinityState target(ProcessAffinityState observed, Notes notes)
      throws Unsupported {
    CpuSet online = observed.around().wanted(cpus, notes);
    notes.disturbs("live", "processes come and go");
    if (observed.live().isEmpty()) {
      notes.settles("live", Settles.When.RESTART, name() + " does not run");
      notes.warn(name() + " does not run: apply again once it does");
    } else if (!observed.live().equals(Optional.of(ThreadCpus.all(online)))) {
      notes.risk(Risk.LIVE, "the threads of " + name() + " move to CPUs " + online);
    }
    if (unit.isEmpty()) {
      notes.warn("only what runs now is pinned: a new start of " + name() + " is not");
      notes.risk(Risk.VOLATILE, "lost when " + name() + " starts again");
    }
    return observed.wanted(online, unit.map(text -> drop()), notes);
  }

  @Override
  public Script transition(ProcessAffinityState from, ProcessAffinityState to) {
    Script files = unit.isPresent() ? to.persisted(from, drop()) : Script.empty();
    return files.then(to.moved(from, threads == Threads.ALL));
  }

  @Override
  public Map<String, Knob> knobs(ProcessAffinityState state) {
    Map<String, Knob> knobs = new TreeMap<>();
    state.live().ifPresent(found -> knobs.put("live", live()));
    state.persistent().ifPresent(set -> knobs.put("persistent", drop().knob()));
    state.loaded().ifPresent(is -> knobs.put("loaded", Knob.of("unit:" + name() + ":loaded")));
    return knobs;
  }

  Knob live() {
    return Knob.of("cpus:" + name());
  }

  private AffinityDropIn drop() {
    return new AffinityDropIn(Unit.of(unit.orElseThrow()), cpus);
  }

  private ProcessAffinityReader reader() {
    return new ProcessAffinityReader(
        process
            .map(Processes::named)
            .or(() -> unit.map(text -> Unit.of(text).processes()))
            .orElseGet(() -> Processes.inFile(pidfile.orElse("/"))));
  }
}
