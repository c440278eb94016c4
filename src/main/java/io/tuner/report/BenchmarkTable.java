package io.tuner.report;

import io.tuner.bench.statistics.BenchmarkResult;
import java.util.List;

/**
 * What was measured, as a table that every form draws alike. All texts are as they were told: each
 * form makes them fit to be shown.
 *
 * @param caption the benchmark, and what is the same in every row
 * @param dimensions the names of the first columns: what tells the rows apart
 * @param columns the names of the others
 * @param rows in the order they were measured
 * @param remarks sentences below the table: how to read the intervals, why a verdict is no plainer
 */
record BenchmarkTable(
    String caption,
    List<String> dimensions,
    List<String> columns,
    List<Row> rows,
    List<String> remarks) {

  /**
   * A row.
   *
   * @param dimensions a value for each dimension
   * @param cells a value for each other column
   * @param result what the row is made of, for charts
   */
  record Row(List<String> dimensions, List<String> cells, BenchmarkResult result) {

    /** What the row is called where it stands alone. */
    String name() {
      return dimensions.isEmpty() ? result.metric().name() : String.join(", ", dimensions);
    }
  }

  /** The names of all columns. */
  List<String> head() {
    return java.util.stream.Stream.of(dimensions, columns).flatMap(List::stream).toList();
  }
}
