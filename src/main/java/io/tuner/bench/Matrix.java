package io.tuner.bench;

import io.tuner.bench.statistics.Cell;
import io.tuner.resource.Problems;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The parameters of a benchmark that take lists: those with several values are the dimensions of
 * its cells, those with one are the same in all.
 */
final class Matrix {

  private final Map<String, List<String>> parameters = new LinkedHashMap<>();

  /** Adds a parameter; without a value the program's own default holds. */
  Matrix with(String name, List<?> values) {
    parameters.put(name, values.stream().map(String::valueOf).toList());
    return this;
  }

  /** Every combination, the values in the order they were written. */
  List<Cell> cells() {
    Map<String, List<String>> several = new LinkedHashMap<>(parameters);
    several.values().removeIf(values -> values.size() < 2);
    return several.isEmpty() ? List.of(Cell.ONLY) : Cell.matrix(several);
  }

  /** What a cell has of a parameter; empty where nothing was said of it. */
  String of(Cell cell, String name) {
    List<String> values = parameters.get(name);
    return cell.values().getOrDefault(name, values.isEmpty() ? "" : values.get(0));
  }

  /** The values of a parameter; none where it is none of these, or nothing was said of it. */
  List<String> values(String name) {
    return parameters.getOrDefault(name, List.of());
  }

  /** The name, and the values that all cells have: {@code fio randread 4k}. */
  String name(String type, String... names) {
    StringBuilder text = new StringBuilder(type);
    for (String name : names) {
      List<String> values = parameters.get(name);
      if (values.size() == 1) {
        text.append(' ').append(values.get(0));
      }
    }
    return text.toString();
  }

  /** Says where a value is given twice. */
  void check(Problems problems) {
    parameters.forEach(
        (name, values) -> {
          if (new HashSet<>(values).size() < values.size()) {
            problems.error(name, "`" + name + "` has a value twice");
          }
        });
  }
}
