package io.tuner.bench;

import io.tuner.format.Counter;
import io.tuner.format.Glob;
import io.tuner.format.InterfaceCounters;
import io.tuner.format.InterfaceCounters.Column;
import io.tuner.resource.Parameter;
import io.tuner.resource.Probe;
import io.tuner.resource.ProbeFailed;
import io.tuner.resource.Problems;
import io.tuner.resource.Readings;
import io.tuner.resource.Type;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** What the network interfaces of a host carry and lose, and the interrupts that takes. */
@Type(
    name = "network",
    summary = "Watches what network interfaces carry and drop, and interrupts",
    guide =
        """
        Per interface, from `/proc/net/dev`, all a second: `rx_bytes`, `rx_packets`, `rx_dropped` (with those that the hardware \
        missed), `rx_errors`, and the same of `tx`. Of the host, from `/proc/net/softnet_stat`: `softnet_dropped`, packets lost \
        because a CPU's backlog was full, and `softnet_squeezed`, how often a CPU stopped with packets left. `interrupts` are those a \
        second whose handlers the pattern finds in `/proc/interrupts`, and `interrupts_busiest_cpu` the share that one CPU had \
        to serve, in per cent.
        """)
public record Network(
    @Parameter(
            value =
                "Names of interfaces, or patterns. Without it, all that carried anything, but the loopback.",
            example = "[enp2s0f0, bond*]")
        List<String> interfaces,
    @Parameter(
            value =
                "A pattern (a Java regular expression) of handlers' names in `/proc/interrupts`.",
            example = "enp2s0f0")
        Optional<String> interrupts)
    implements Observer {

  private static final String COUNTERS = "/proc/net/dev";

  private static final List<Column> TRAFFIC =
      List.of(Column.RX_BYTES, Column.RX_PACKETS, Column.TX_BYTES, Column.TX_PACKETS);

  private static final List<Column> LOSSES =
      List.of(Column.RX_DROPPED, Column.RX_ERRORS, Column.TX_DROPPED, Column.TX_ERRORS);

  @Override
  public void validate(Problems problems) {
    try {
      interrupts.ifPresent(Pattern::compile);
    } catch (PatternSyntaxException e) {
      problems.error(
          "interrupts",
          "`" + e.getPattern() + "` is not a regular expression: " + e.getDescription());
    }
  }

  @Override
  public Probe probe() {
    Probe probe = BacklogRate.PROBE.file(COUNTERS);
    return interrupts.isPresent() ? probe.and(InterruptRate.TABLE) : probe;
  }

  @Override
  public Outcome between(Observed observed) throws ProbeFailed {
    Tally tally = new Tally("network");
    Map<String, Map<Column, Long>> start = counters(observed.start());
    Map<String, Map<Column, Long>> end = counters(observed.end());
    for (String name : chosen(start, end, tally)) {
      if (start.containsKey(name) && end.containsKey(name)) {
        one(name, start.get(name), end.get(name), observed, tally);
      } else {
        tally.warn(
            "`" + name + "` " + (start.containsKey(name) ? "vanished" : "appeared") + " meanwhile");
      }
    }
    BacklogRate.add(observed, tally);
    if (interrupts.isPresent()) {
      InterruptRate.add(Pattern.compile(interrupts.get()), observed, tally);
    }
    return tally.outcome();
  }

  private Set<String> chosen(
      Map<String, Map<Column, Long>> start, Map<String, Map<Column, Long>> end, Tally tally) {
    Set<String> all = new TreeSet<>(start.keySet());
    all.addAll(end.keySet());
    Set<String> chosen = new TreeSet<>();
    for (String pattern : interfaces) {
      Glob glob = Glob.of(pattern);
      if (all.stream().noneMatch(glob::matches)) {
        tally.warn("no interface matches `" + pattern + "`");
      }
      all.stream().filter(glob::matches).forEach(chosen::add);
    }
    if (interfaces.isEmpty()) {
      all.stream()
          .filter(name -> !name.equals("lo"))
          .filter(name -> carried(start.get(name)) || carried(end.get(name)))
          .forEach(chosen::add);
    }
    return chosen;
  }

  private static boolean carried(Map<Column, Long> counters) {
    return counters != null
        && TRAFFIC.stream().anyMatch(column -> counters.getOrDefault(column, 0L) > 0);
  }

  private static void one(
      String name, Map<Column, Long> start, Map<Column, Long> end, Observed observed, Tally tally) {
    for (List<Column> columns : List.of(TRAFFIC, LOSSES)) {
      for (Column column : columns) {
        if (!start.containsKey(column) || !end.containsKey(column)) {
          continue;
        }
        OptionalLong advance = Counter.advance(start.get(column), end.get(column));
        String quantity = column.name().toLowerCase(Locale.ROOT);
        String unit = quantity.endsWith("bytes") ? "B/s" : "1/s";
        advance.ifPresent(
            count -> {
              double rate = observed.perSecond(count);
              if (columns == LOSSES) {
                tally.lower(Optional.of(name), quantity, unit, rate);
              } else {
                tally.neither(Optional.of(name), quantity, unit, rate);
              }
            });
      }
    }
  }

  private static Map<String, Map<Column, Long>> counters(Readings readings) throws ProbeFailed {
    return InterfaceCounters.parse(
            readings
                .text(COUNTERS)
                .orElseThrow(() -> new ProbeFailed("the host has no " + COUNTERS)))
        .interfaces();
  }
}
