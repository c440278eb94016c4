package io.tuner.format;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The file {@code /proc/stat} (proc_stat(5)): how long each CPU was in which state since the boot,
 * in ticks, 100 a second nearly everywhere; only their shares are of use here. A CPU that is
 * offline has no line. Before Linux 2.6.33 the last columns are missing.
 *
 * @param total of all CPUs, those that are offline now included
 * @param cpus by number
 * @param contextSwitches of all CPUs; empty where not shown
 */
public record ProcStat(
    Optional<Map<State, Long>> total,
    Map<Integer, Map<State, Long>> cpus,
    OptionalLong contextSwitches) {

  /** The states, in the order of the columns; guests' time is in USER and in NICE as well. */
  public enum State {
    USER,
    NICE,
    SYSTEM,
    IDLE,
    /**
     * Idle while a task that last ran here waits for a disk. Not reliable: the task waits, not the
     * CPU, it may run on another one then, and the value may fall.
     */
    IOWAIT,
    IRQ,
    SOFTIRQ,
    /** What the hypervisor gave to others. */
    STEAL,
    GUEST,
    GUEST_NICE
  }

  private static final State[] STATES = State.values();
  private static final Pattern CPU = Pattern.compile("cpu([0-9]{0,4})(\\s[0-9\\s]*)");
  private static final Pattern SWITCHES = Pattern.compile("ctxt\\s+([0-9]{1,18})\\s*");

  public ProcStat {
    cpus = Collections.unmodifiableMap(new TreeMap<>(cpus));
  }

  /** Reads the file; lines of another form are left out. */
  public static ProcStat parse(String text) {
    Optional<Map<State, Long>> total = Optional.empty();
    Map<Integer, Map<State, Long>> cpus = new TreeMap<>();
    OptionalLong switches = OptionalLong.empty();
    for (Line line : Line.split(text)) {
      Matcher cpu = CPU.matcher(line.text());
      Matcher ctxt = SWITCHES.matcher(line.text());
      if (cpu.matches() && cpu.group(1).isEmpty()) {
        total = Optional.of(states(cpu.group(2)));
      } else if (cpu.matches()) {
        cpus.put(Integer.valueOf(cpu.group(1)), states(cpu.group(2)));
      } else if (ctxt.matches()) {
        switches = OptionalLong.of(Long.parseLong(ctxt.group(1)));
      }
    }
    return new ProcStat(total, cpus, switches);
  }

  private static Map<State, Long> states(String columns) {
    Map<State, Long> states = new EnumMap<>(State.class);
    String[] words = columns.strip().split("\\s+");
    for (int i = 0; i < STATES.length && i < words.length; i++) {
      State state = STATES[i];
      Counter.read(words[i]).ifPresent(ticks -> states.put(state, ticks));
    }
    return Collections.unmodifiableMap(states);
  }

  /**
   * The ticks between two readings of one CPU, or of all. Those of guests are taken out of USER and
   * NICE, so that the states add up to the time; one that fell, as IOWAIT may, is taken for none.
   */
  public static Map<State, Long> between(Map<State, Long> start, Map<State, Long> end) {
    Map<State, Long> ticks = new EnumMap<>(State.class);
    start.forEach(
        (state, ticksThen) -> {
          Long ticksNow = end.get(state);
          if (ticksNow != null) {
            ticks.put(state, Math.max(0, ticksNow - ticksThen));
          }
        });
    without(ticks, State.USER, State.GUEST);
    without(ticks, State.NICE, State.GUEST_NICE);
    return ticks;
  }

  private static void without(Map<State, Long> ticks, State of, State part) {
    Long guests = ticks.get(part);
    if (guests != null) {
      ticks.computeIfPresent(of, (state, all) -> Math.max(0, all - guests));
    }
  }
}
