package io.tuner.bench;

import io.tuner.format.Counter;
import io.tuner.format.SoftnetStat;
import io.tuner.resource.Probe;
import io.tuner.resource.ProbeFailed;
import io.tuner.resource.Readings;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToLongFunction;

/** How often CPUs could not keep up with the packets that came in. */
final class BacklogRate {

  private static final String FILE = "/proc/net/softnet_stat";

  static final Probe PROBE = Probe.NOTHING.file(FILE);

  private BacklogRate() {}

  /** Adds what all CPUs lost and left; one that went offline is left out. */
  static void add(Observed observed, Tally tally) throws ProbeFailed {
    add("softnet_dropped", SoftnetStat.Cpu::dropped, observed, tally);
    add("softnet_squeezed", SoftnetStat.Cpu::squeezed, observed, tally);
  }

  private static void add(
      String quantity, ToLongFunction<SoftnetStat.Cpu> column, Observed observed, Tally tally)
      throws ProbeFailed {
    Map<Integer, SoftnetStat.Cpu> start = cpus(observed.start());
    Map<Integer, SoftnetStat.Cpu> end = cpus(observed.end());
    long sum = 0;
    for (Map.Entry<Integer, SoftnetStat.Cpu> cpu : start.entrySet()) {
      SoftnetStat.Cpu later = end.getOrDefault(cpu.getKey(), cpu.getValue());
      long from = column.applyAsLong(cpu.getValue());
      sum += Counter.advance(from, column.applyAsLong(later)).orElse(0);
    }
    if (!start.isEmpty()) {
      tally.lower(Optional.empty(), quantity, "1/s", observed.perSecond(sum));
    }
  }

  private static Map<Integer, SoftnetStat.Cpu> cpus(Readings readings) throws ProbeFailed {
    return SoftnetStat.parse(readings.text(FILE).orElse("")).cpus();
  }
}
