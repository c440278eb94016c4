package io.tuner.report;

import io.tuner.bench.statistics.BenchmarkResult;
import java.util.List;

/** The measurements of a page: each table with its charts. */
final class HtmlBenchmarks {

  private final Markup page;
  private int charts;

  HtmlBenchmarks(Markup page) {
    this.page = page;
  }

  void write(List<BenchmarkResult> results) {
    for (BenchmarkTable table : BenchmarkTables.of(results)) {
      table(table);
      if (!table.remarks().isEmpty()) {
        page.open("ul", "class", "remarks");
        table.remarks().forEach(text -> page.element("li", text));
        page.close();
      }
      for (Chart chart : Chart.of(table)) {
        chart.write(page, "chart-" + ++charts);
      }
    }
  }

  private void table(BenchmarkTable table) {
    // A caption would scroll away with a table that is wider than a phone.
    page.newLine().element("h3", table.caption());
    page.open(
        "div", "class", "wide", "tabindex", "0", "role", "group", "aria-label", table.caption());
    page.open("table", "class", "numbers").element("caption", table.caption(), "class", "unseen");
    page.open("thead").open("tr");
    table.head().forEach(name -> page.element("th", name, "scope", "col"));
    page.close().close().open("tbody");
    for (BenchmarkTable.Row row : table.rows()) {
      page.open("tr");
      row.dimensions().forEach(value -> page.element("th", value, "scope", "row"));
      for (int i = 0; i < row.cells().size(); i++) {
        String kind = table.columns().get(i).equals("verdict") ? verdict(row.result()) : "";
        page.element("td", row.cells().get(i), "class", kind);
      }
      page.close();
    }
    page.close().close().close();
  }

  /** What hosts were like, as a small table. */
  void environment(EnvironmentTable table) {
    String label = "what the hosts were like when they were measured";
    page.newLine()
        .open("div", "class", "wide", "tabindex", "0", "role", "group", "aria-label", label);
    page.open("table").element("caption", label, "class", "unseen");
    page.open("thead").open("tr");
    table.head().forEach(name -> page.element("th", name, "scope", "col"));
    page.close().close().open("tbody");
    int names = table.head().indexOf("what") + 1;
    for (List<String> row : table.rows()) {
      page.open("tr");
      row.stream().limit(names).forEach(name -> page.element("th", name, "scope", "row"));
      row.stream().skip(names).forEach(value -> page.element("td", value));
      page.close();
    }
    page.close().close().close();
  }

  private static String verdict(BenchmarkResult result) {
    return result.verdict().map(verdict -> "status " + verdict.word().replace(' ', '-')).orElse("");
  }
}
