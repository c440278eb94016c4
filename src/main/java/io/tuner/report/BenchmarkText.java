package io.tuner.report;

import io.tuner.bench.HostEnvironment;
import io.tuner.bench.statistics.BenchmarkResult;
import io.tuner.text.Printable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Tables of benchmarks for terminals: columns aligned, numbers to the right. */
final class BenchmarkText {

  private static final String GAP = "  ";

  private BenchmarkText() {}

  /** Every table with its caption and remarks, and an empty line after each. */
  static String of(List<BenchmarkResult> results, Style style) {
    StringBuilder out = new StringBuilder();
    for (BenchmarkTable table : BenchmarkTables.of(results)) {
      out.append(style.heading(Printable.of(table.caption()))).append('\n');
      List<List<String>> lines = lines(table);
      int[] widths = widths(lines);
      for (int i = 0; i < lines.size(); i++) {
        String line = line(lines.get(i), widths, table.dimensions().size());
        out.append(GAP).append(i == 0 ? style.faint(line) : line).append('\n');
      }
      table
          .remarks()
          .forEach(text -> out.append(GAP).append(style.faint(Printable.of(text))).append('\n'));
      out.append('\n');
    }
    return out.toString();
  }

  /** A line for what hosts were like, those alike together, and an empty line. */
  static String environments(List<HostEnvironment> environments, Style style, boolean verbose) {
    Map<String, List<String>> hosts = new LinkedHashMap<>();
    environments.forEach(
        one ->
            hosts
                .computeIfAbsent(EnvironmentTable.line(one), line -> new ArrayList<>())
                .add(one.host()));
    StringBuilder out = new StringBuilder();
    out.append(style.heading(EnvironmentTable.NAME.toLowerCase(Locale.ROOT))).append('\n');
    hosts.forEach(
        (line, names) ->
            out.append(GAP)
                .append(HostNames.of(names, verbose))
                .append(": ")
                .append(Printable.of(line))
                .append('\n'));
    return out.append('\n').toString();
  }

  private static List<List<String>> lines(BenchmarkTable table) {
    List<List<String>> lines = new ArrayList<>();
    lines.add(table.head().stream().map(BenchmarkText::cell).toList());
    for (BenchmarkTable.Row row : table.rows()) {
      List<String> cells = new ArrayList<>(row.dimensions());
      cells.addAll(row.cells());
      lines.add(cells.stream().map(BenchmarkText::cell).toList());
    }
    return lines;
  }

  private static String cell(String text) {
    return Printable.cut(Printable.of(text));
  }

  private static int[] widths(List<List<String>> lines) {
    int[] widths = new int[lines.get(0).size()];
    for (List<String> line : lines) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], width(line.get(i)));
      }
    }
    return widths;
  }

  private static String line(List<String> cells, int[] widths, int dimensions) {
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < cells.size(); i++) {
      String cell = cells.get(i);
      String padding = " ".repeat(widths[i] - width(cell));
      out.append(i == 0 ? "" : GAP).append(i < dimensions ? cell + padding : padding + cell);
    }
    return out.toString().stripTrailing();
  }

  private static int width(String text) {
    return text.codePointCount(0, text.length());
  }
}
