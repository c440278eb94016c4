package io.tuner.bench;

import io.tuner.format.Counter;
import io.tuner.format.ProcStat;
import io.tuner.format.ProcStat.State;
import io.tuner.resource.Parameter;
import io.tuner.resource.Probe;
import io.tuner.resource.ProbeFailed;
import io.tuner.resource.Problems;
import io.tuner.resource.Readings;
import io.tuner.resource.Type;
import io.tuner.text.CpuSet;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** What the CPUs of a host were at. */
@Type(
    name = "cpu",
    summary = "Watches what CPUs do, by state, of the host and of sets of CPUs",
    guide =
        """
        From `/proc/stat`, read at the start and at the end, in per cent of the time of the set: 100 is all of its CPUs. \
        `busy` is all but `idle`, `iowait` and `steal`; then `user`, `nice`, `system`, `irq`, `softirq`, `steal` (what the \
        hypervisor gave to others while there was work), `guest` (virtual machines; the kernel has it within `user` as well, it is \
        taken out there) and `iowait`. `iowait` is idle time, and the kernel's manual calls it unreliable: it is shown, and judged by \
        nobody. `context_switches` are those of the host, a second.

        A CPU that was offline at the start or at the end is left out of its set.
        """)
public record Cpu(
    @Parameter(
            value = "Sets of CPUs to tell apart, by a name of their own.",
            example = "{isolated: 2-7, rest: \"0-1\"}")
        Map<String, CpuSet> cpus,
    @Parameter(value = "Tells of every CPU as well.", name = "per_cpu", byDefault = "false")
        boolean perCpu)
    implements Observer {

  private static final String FILE = "/proc/stat";

  private static final Set<State> IDLE = Set.of(State.IDLE, State.IOWAIT, State.STEAL);

  /** Busy with what may be the work itself; neither more nor less of it is good. */
  private static final Set<State> SHOWN =
      Set.of(State.USER, State.NICE, State.GUEST, State.GUEST_NICE, State.IOWAIT);

  @Override
  public void validate(Problems problems) {
    cpus.forEach(
        (name, set) -> {
          if (set.isEmpty()) {
            problems.error("cpus." + name, "the set `" + name + "` has no CPU");
          } else if (name.matches("[0-9]+")) {
            problems.error("cpus." + name, "`" + name + "` would be taken for CPU " + name);
          }
        });
  }

  @Override
  public Probe probe() {
    return Probe.NOTHING.file(FILE);
  }

  @Override
  public Outcome between(Observed observed) throws ProbeFailed {
    Tally tally = new Tally("cpu");
    ProcStat start = stat(observed.start());
    ProcStat end = stat(observed.end());
    if (start.total().isPresent() && end.total().isPresent()) {
      Map<State, Long> ticks = ProcStat.between(start.total().get(), end.total().get());
      shares(Optional.empty(), ticks, tally);
    }
    start.contextSwitches().ifPresent(before -> switches(before, end, observed, tally));
    Set<Integer> known = new TreeSet<>(start.cpus().keySet());
    known.retainAll(end.cpus().keySet());
    cpus.forEach((name, set) -> set(name, set, known, start, end, tally));
    for (int cpu : perCpu ? known : Set.<Integer>of()) {
      shares(Optional.of("" + cpu), between(cpu, start, end), tally);
    }
    return tally.outcome();
  }

  private static void set(
      String name, CpuSet set, Set<Integer> known, ProcStat start, ProcStat end, Tally tally) {
    Map<State, Long> sum = new EnumMap<>(State.class);
    for (int cpu : set.numbers()) {
      if (known.contains(cpu)) {
        between(cpu, start, end).forEach((state, ticks) -> sum.merge(state, ticks, Long::sum));
      } else {
        tally.warn("CPU " + cpu + " of `" + name + "` was not online all the time: left out");
      }
    }
    shares(Optional.of(name), sum, tally);
  }

  private static Map<State, Long> between(int cpu, ProcStat start, ProcStat end) {
    return ProcStat.between(start.cpus().get(cpu), end.cpus().get(cpu));
  }

  /** Of less than one tick nothing can be told. */
  private static void shares(Optional<String> set, Map<State, Long> ticks, Tally tally) {
    long all = ticks.values().stream().mapToLong(Long::longValue).sum();
    if (all == 0) {
      return;
    }
    long idle = IDLE.stream().mapToLong(state -> ticks.getOrDefault(state, 0L)).sum();
    tally.lower(set, "busy", "%", 100.0 * (all - idle) / all);
    ticks.forEach(
        (state, count) -> {
          String name = state.name().toLowerCase(Locale.ROOT);
          double share = 100.0 * count / all;
          if (SHOWN.contains(state)) {
            tally.neither(set, name, "%", share);
          } else if (state != State.IDLE) {
            tally.lower(set, name, "%", share);
          }
        });
  }

  private static void switches(long before, ProcStat end, Observed observed, Tally tally) {
    end.contextSwitches().stream()
        .flatMap(after -> Counter.advance(before, after).stream())
        .forEach(
            count ->
                tally.lower(
                    Optional.empty(), "context_switches", "1/s", observed.perSecond(count)));
  }

  private static ProcStat stat(Readings readings) throws ProbeFailed {
    return ProcStat.parse(
        readings.text(FILE).orElseThrow(() -> new ProbeFailed("the host has no " + FILE)));
  }
}
