package io.tuner.format;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The file /proc/interrupts (proc(5), kernel/irq/proc.c): a column for each CPU that is online, a
 * row for each interrupt.
 *
 * @param cpus numbers of the CPUs in the order of the columns; offline ones have no column
 * @param rows numbered interrupts and the architecture's own (NMI, LOC, …), in order
 */
public record Interrupts(List<Integer> cpus, List<Row> rows) {
  private static final Pattern CPU = Pattern.compile("CPU([0-9]{1,6})");
  private static final Pattern ROW = Pattern.compile("\\s*([^\\s:]+):(.*)");
  private static final Pattern COUNT = Pattern.compile("\\s+([0-9]{1,18})(?=\\s|$)");
  private static final Pattern REST =
      Pattern.compile(
          "(\\S+)(?:\\s+[0-9]+(?:-\\S+)?)?(?:\\s+(?:Level|Edge)(?:\\s*-\\S+)?)?"
              + "(?:\\s{2,}(\\S.*))?");

  /**
   * One interrupt.
   *
   * @param label number or name, {@code 24} or {@code NMI}
   * @param counts by CPU number; rows such as ERR have one count for all, under the first CPU
   * @param chip interrupt controller, with the trigger in the form of old kernels ({@code
   *     IO-APIC-edge}); empty for the architecture's own rows
   * @param actions names of the handlers that share it: {@code eth0-TxRx-0}; of the architecture's
   *     own rows the description
   */
  public record Row(String label, Map<Integer, Long> counts, String chip, List<String> actions) {
    /** The interrupt's number; empty for the architecture's own. */
    public OptionalInt number() {
      return label.matches("[0-9]{1,9}")
          ? OptionalInt.of(Integer.parseInt(label))
          : OptionalInt.empty();
    }

    /** Sum over all CPUs. */
    public long total() {
      return counts.values().stream().mapToLong(Long::longValue).sum();
    }
  }

  /**
   * Reads the file.
   *
   * @throws Refusal if there is no heading that names the CPUs
   */
  public static Interrupts parse(String text) throws Refusal {
    List<Line> lines = Line.split(text);
    List<Integer> cpus = new ArrayList<>();
    if (!lines.isEmpty()) {
      for (String word : lines.get(0).text().strip().split("\\s+")) {
        Matcher cpu = CPU.matcher(word);
        if (cpu.matches()) {
          cpus.add(Integer.parseInt(cpu.group(1)));
        }
      }
    }
    if (cpus.isEmpty()) {
      throw new Refusal("the table of interrupts does not begin with a line of CPUs");
    }
    List<Row> rows = new ArrayList<>();
    for (Line line : lines.subList(1, lines.size())) {
      Matcher row = ROW.matcher(line.text());
      if (row.matches()) {
        rows.add(row(row.group(1), row.group(2), cpus));
      }
    }
    return new Interrupts(List.copyOf(cpus), rows);
  }

  private static Row row(String label, String text, List<Integer> cpus) {
    Map<Integer, Long> counts = new LinkedHashMap<>();
    Matcher count = COUNT.matcher(text);
    int at = 0;
    while (counts.size() < cpus.size() && count.region(at, text.length()).lookingAt()) {
      counts.put(cpus.get(counts.size()), Long.parseLong(count.group(1)));
      at = count.end();
    }
    String rest = text.substring(at).strip();
    Matcher parts = REST.matcher(rest);
    if (!label.matches("[0-9]{1,9}") || !parts.matches()) {
      return new Row(label, counts, "", rest.isEmpty() ? List.of() : List.of(rest));
    }
    List<String> actions =
        parts.group(2) == null ? List.of() : List.of(parts.group(2).split("\\s*,\\s+"));
    return new Row(label, counts, parts.group(1), actions);
  }

  /** The numbered interrupts with a handler whose name the pattern finds. */
  public List<Row> withAction(Pattern name) {
    return rows.stream()
        .filter(row -> row.number().isPresent())
        .filter(row -> row.actions.stream().anyMatch(action -> name.matcher(action).find()))
        .toList();
  }
}
