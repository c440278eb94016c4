package io.tuner.bench;

import io.tuner.format.Counter;
import io.tuner.format.Interrupts;
import io.tuner.format.Refusal;
import io.tuner.resource.Content;
import io.tuner.resource.ProbeFailed;
import io.tuner.resource.Read;
import io.tuner.resource.Reading;
import io.tuner.resource.Readings;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** How many interrupts some handlers had to serve, and how they lay on the CPUs. */
final class InterruptRate {

  private static final String FILE = "/proc/interrupts";

  /** A line has 11 characters a CPU, and a large machine a thousand lines of hundreds of CPUs. */
  static final Read.Glob TABLE = new Read.Glob(FILE, 16 << 20);

  private InterruptRate() {}

  static void add(Pattern handlers, Observed observed, Tally tally) throws ProbeFailed {
    List<Interrupts.Row> start = rows(handlers, observed.start());
    Map<String, Interrupts.Row> end = new HashMap<>();
    rows(handlers, observed.end()).forEach(row -> end.put(row.label(), row));
    Map<Integer, Long> byCpu = new HashMap<>();
    for (Interrupts.Row row : start) {
      Interrupts.Row later = end.get(row.label());
      if (later != null) {
        row.counts().forEach((cpu, count) -> count(cpu, count, later, byCpu));
      }
    }
    if (start.isEmpty()) {
      tally.warn("no handler of an interrupt matches `" + handlers + "`");
      return;
    }
    long all = byCpu.values().stream().mapToLong(Long::longValue).sum();
    tally.lower(Optional.empty(), "interrupts", "1/s", observed.perSecond(all));
    if (all > 0) {
      long most = byCpu.values().stream().mapToLong(Long::longValue).max().orElse(0);
      tally.neither(Optional.empty(), "interrupts_busiest_cpu", "%", 100.0 * most / all);
    }
  }

  /** A CPU that went offline has no column any more. */
  private static void count(int cpu, long count, Interrupts.Row end, Map<Integer, Long> byCpu) {
    Long later = end.counts().get(cpu);
    if (later != null) {
      byCpu.merge(cpu, Counter.advance(count, later).orElse(0), Long::sum);
    }
  }

  private static List<Interrupts.Row> rows(Pattern handlers, Readings readings) throws ProbeFailed {
    Reading<Content> table = readings.glob(FILE).getOrDefault(FILE, new Reading.Absent<>());
    String text = table.known(FILE).map(Readings::decode).orElse("");
    try {
      return Interrupts.parse(text).withAction(handlers);
    } catch (Refusal refusal) {
      throw new ProbeFailed(FILE + ": " + refusal.getMessage());
    }
  }
}
