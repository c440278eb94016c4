package io.tuner.report;

import io.tuner.bench.Environment;
import io.tuner.bench.HostEnvironment;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * What hosts were like around what was measured, as a table that every form draws alike: a row for
 * each thing that a host tells, a column for the first block of runs and one for the last. All
 * texts are as they were told: each form makes them fit to be shown.
 *
 * @param head the names of the columns
 * @param rows a text for each column
 */
record EnvironmentTable(List<String> head, List<List<String>> rows) {

  /** What the tables are called. */
  static final String NAME = "Environment";

  private static final String MEASURED = "measured";
  private static final String UNEXPLAINED = "not made by the play";

  /** A thing that a host tells: in each block, and whether it differs. */
  private record Item(String what, List<String> values, String difference) {}

  /** The tables: one of all hosts of which the same states were measured. */
  static List<EnvironmentTable> of(List<HostEnvironment> environments) {
    Map<List<String>, List<HostEnvironment>> byStates =
        environments.stream()
            .collect(
                Collectors.groupingBy(
                    EnvironmentTable::states, LinkedHashMap::new, Collectors.toList()));
    List<EnvironmentTable> tables = new ArrayList<>();
    byStates.forEach((states, hosts) -> tables.add(table(states, hosts, environments.size() > 1)));
    return tables;
  }

  /**
   * All of a host in one line, without the states: {@code kernel 5.10; load average 1 -> 2}. An
   * identifier of a boot tells nothing by itself, and is left out where it is the same.
   */
  static String line(HostEnvironment of) {
    return items(of).stream()
        .filter(item -> !item.what().equals(MEASURED))
        .filter(item -> !item.what().equals("boot") || !item.difference().isEmpty())
        .map(
            item -> {
              List<String> values = item.values().stream().distinct().toList();
              String note = item.difference().isEmpty() ? "" : " (" + item.difference() + ")";
              return item.what() + " " + String.join(" -> ", values) + note;
            })
        .collect(Collectors.joining("; "));
  }

  private static List<String> states(HostEnvironment of) {
    return of.blocks().stream().map(HostEnvironment.Seen::state).toList();
  }

  private static EnvironmentTable table(
      List<String> states, List<HostEnvironment> hosts, boolean several) {
    List<Item> all = hosts.stream().flatMap(host -> items(host).stream()).toList();
    boolean differ = all.stream().anyMatch(item -> !item.difference().isEmpty());
    List<String> head = new ArrayList<>(several ? List.of("host", "what") : List.of("what"));
    head.addAll(states.stream().distinct().count() == states.size() ? states : numbered(states));
    head.addAll(differ ? List.of("difference") : List.of());
    List<List<String>> rows = new ArrayList<>();
    for (HostEnvironment host : hosts) {
      for (Item item : items(host)) {
        List<String> row = new ArrayList<>(several ? List.of(host.host()) : List.of());
        row.add(item.what());
        row.addAll(item.values());
        row.addAll(differ ? List.of(item.difference()) : List.of());
        rows.add(row);
      }
    }
    return new EnvironmentTable(head, rows);
  }

  /** Blocks of one state. */
  private static List<String> numbered(List<String> states) {
    return IntStream.range(0, states.size())
        .mapToObj(i -> states.get(i) + (i == 0 ? ", first block" : ", last block"))
        .toList();
  }

  private static List<Item> items(HostEnvironment of) {
    List<Map<String, String>> told =
        of.blocks().stream().map(block -> block.environment().shown()).toList();
    Set<String> names = new LinkedHashSet<>();
    told.forEach(one -> names.addAll(one.keySet()));
    List<String> differ = of.differences().stream().map(Environment.Difference::what).toList();
    List<Item> items = new ArrayList<>();
    List<String> times =
        of.blocks().stream().map(block -> block.environment().time().toString()).toList();
    items.add(new Item(MEASURED, times, ""));
    for (String name : names) {
      List<String> values = told.stream().map(one -> one.getOrDefault(name, Figures.NONE)).toList();
      String difference =
          of.unexplained().contains(name)
              ? UNEXPLAINED
              : differ.contains(name) ? "made by the play" : "";
      items.add(new Item(name, values, difference));
    }
    return items;
  }
}
