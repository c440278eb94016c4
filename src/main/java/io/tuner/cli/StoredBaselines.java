package io.tuner.cli;

import io.tuner.bench.Item;
import io.tuner.bench.ReferenceSource;
import io.tuner.bench.StoredRows;
import io.tuner.report.RunReport;
import io.tuner.text.Diagnostic;
import io.tuner.text.Diagnostics;
import io.tuner.text.Span;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The stored runs that a run is compared with. They are read, and what they lack is told, before
 * any host is contacted: nobody measures for hours against nothing.
 */
final class StoredBaselines {

  private static final int MOST_NAMED = 5;

  private final StoredRuns runs = StoredRuns.ours();
  private final Map<String, RunReport> reports = new LinkedHashMap<>();
  private final Optional<String> against;

  private StoredBaselines(Optional<String> against) {
    this.against = against;
  }

  /**
   * Those that can be named without facts.
   *
   * @param items by host, those that are going to be measured
   * @param whole true where these are all
   * @param against the run that is asked for on the command line
   * @throws Stop where one cannot be read, or has nothing of what is asked for
   */
  static StoredBaselines read(
      Map<String, List<Item>> items,
      boolean whole,
      Optional<String> against,
      Diagnostics diagnostics)
      throws Stop, IOException {
    StoredBaselines stored = new StoredBaselines(against);
    if (against.isPresent()) {
      stored.reports.put(against.get(), stored.runs.read(against.get()));
      stored.check(items, whole, diagnostics);
    }
    for (List<Item> own : items.values()) {
      for (Item item : own) {
        if (item.reference().isPresent()
            && item.reference().get() instanceof ReferenceSource.Run run) {
          stored.add(item, run, diagnostics);
        }
      }
    }
    return stored;
  }

  private void add(Item item, ReferenceSource.Run run, Diagnostics diagnostics) throws IOException {
    if (reports.containsKey(run.run())) {
      return;
    }
    try {
      reports.put(run.run(), runs.read(run.run()));
    } catch (Stop stop) {
      stop.diagnostics().stream().map(one -> at(run.span(), one)).forEach(diagnostics::add);
      return;
    }
    StoredRows rows = rows(reports.get(run.run()));
    if (rows.rows().stream().noneMatch(row -> row.name().equals(item.name()))) {
      diagnostics.add(
          Diagnostic.warning(
                  run.span(),
                  "the run `"
                      + rows.run()
                      + "` did not measure `"
                      + item.name()
                      + "`: there is no gap")
              .hint(measured(rows)));
    }
  }

  private static Diagnostic at(Span span, Diagnostic one) {
    return new Diagnostic(one.severity(), span, one.message(), one.note(), one.hint());
  }

  /** A run of another playbook or of other hosts has nothing to compare with. */
  private void check(Map<String, List<Item>> items, boolean whole, Diagnostics diagnostics) {
    StoredRows rows = rows(reports.get(against.orElseThrow()));
    Map<Span, List<String>> lacking = new LinkedHashMap<>();
    Map<Span, Item> named = new LinkedHashMap<>();
    long all = 0;
    long lacks = 0;
    for (Map.Entry<String, List<Item>> host : items.entrySet()) {
      for (Item item : host.getValue()) {
        all++;
        if (!rows.has(host.getKey(), item.name())) {
          lacks++;
          named.put(item.span(), item);
          lacking.computeIfAbsent(item.span(), span -> new ArrayList<>()).add(host.getKey());
        }
      }
    }
    if (whole && all > 0 && lacks == all) {
      diagnostics.add(
          Diagnostic.error(
                  Span.NONE,
                  "the run `" + rows.run() + "` measured none of these benchmarks on these hosts")
              .hint(measured(rows)));
      return;
    }
    lacking.forEach(
        (span, hosts) ->
            diagnostics.add(
                Diagnostic.warning(
                        span,
                        "the run `"
                            + rows.run()
                            + "` did not measure `"
                            + named.get(span).name()
                            + "` on "
                            + some(hosts)
                            + ": nothing is claimed of it there")
                    .hint(measured(rows))));
  }

  private static String measured(StoredRows rows) {
    List<String> what =
        rows.rows().stream()
            .map(row -> "`" + row.name() + "` on " + row.host())
            .distinct()
            .toList();
    return what.isEmpty() ? "it measured nothing" : "it measured " + some(what);
  }

  private static String some(List<String> all) {
    int more = all.size() - MOST_NAMED;
    return all.stream().limit(MOST_NAMED).collect(Collectors.joining(", "))
        + (more > 0 ? ", and " + more + " more" : "");
  }

  /** A run that a benchmark names; one that only facts could name is read now. */
  RunReport report(String run) throws Stop, IOException {
    if (!reports.containsKey(run)) {
      reports.put(run, runs.read(run));
    }
    return reports.get(run);
  }

  /** What a run that was read measured. */
  StoredRows rows(String run) {
    return rows(reports.get(run));
  }

  /** The run that is asked for on the command line. */
  Optional<RunReport> against() {
    return against.map(reports::get);
  }

  /** What it measured. */
  static StoredRows rows(RunReport report) {
    boolean alone = report.run().command().equals("bench");
    return new StoredRows(report.run().run(), alone, report.benchmarks(), report.run().failed());
  }
}
