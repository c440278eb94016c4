package io.tuner.bench.statistics;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * One point of a benchmark's matrix.
 *
 * @param values by parameter, in the order of the type's parameters: {@code rw: randread, bs: 4k}
 */
public record Cell(Map<String, String> values) {

  /** The cell of a benchmark without a matrix. */
  public static final Cell ONLY = new Cell(Map.of());

  public Cell {
    values = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(values));
  }

  /** Every combination, the last parameter changing fastest. */
  public static List<Cell> matrix(Map<String, List<String>> parameters) {
    List<Map<String, String>> cells = new ArrayList<>(List.of(Map.of()));
    parameters.forEach(
        (name, values) -> {
          List<Map<String, String>> wider = new ArrayList<>();
          for (Map<String, String> cell : cells) {
            for (String value : values) {
              Map<String, String> more = new LinkedHashMap<>(cell);
              more.put(name, value);
              wider.add(more);
            }
          }
          cells.clear();
          cells.addAll(wider);
        });
    return cells.stream().map(Cell::new).toList();
  }

  /** {@code rw=randread bs=4k}; empty for the only cell. */
  public String name() {
    return values.entrySet().stream()
        .map(entry -> entry.getKey() + "=" + entry.getValue())
        .collect(Collectors.joining(" "));
  }
}
