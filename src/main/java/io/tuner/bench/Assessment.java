package io.tuner.bench;

import io.tuner.bench.statistics.BenchmarkResult;
import io.tuner.bench.statistics.Cell;
import io.tuner.bench.statistics.Expectation;
import io.tuner.bench.statistics.Gate;
import io.tuner.bench.statistics.Judge;
import io.tuner.bench.statistics.Median;
import io.tuner.bench.statistics.Metric;
import io.tuner.bench.statistics.NoiseFloor;
import io.tuner.bench.statistics.Reference;
import io.tuner.bench.statistics.Series;
import io.tuner.bench.statistics.Verdict;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * From blocks of runs to results.
 *
 * @param hosts which hosts a reference names
 * @param stored what a stored run measured, by its name
 * @param against the run whose state is the one compared with, where one was asked for
 */
public record Assessment(
    Function<ReferenceSource.Hosts, List<String>> hosts,
    Function<String, StoredRows> stored,
    Optional<StoredRows> against) {

  /** Where nothing is known of other hosts and runs. */
  public static final Assessment NOTHING =
      new Assessment(
          source -> List.of(),
          run -> new StoredRows(run, true, List.of(), Map.of()),
          Optional.empty());

  /** What stands in a report for a benchmark that told no number at all. */
  static final Metric RUNS = Metric.neither("runs", "");

  /**
   * What was measured of a benchmark on one host.
   *
   * @param before its first state; nothing where a stored run has it
   * @param again the same once more, for the noise; mostly nothing. Where a stored run has the
   *     first state, the second one once more
   * @param after its second state
   * @param others what the hosts of its reference told
   * @param interleaved true where the runs of both states alternated
   */
  public record Blocks(
      Block before, Block again, Block after, List<ReferenceHost> others, boolean interleaved) {

    private Stream<Block> all() {
      return Stream.of(before, again, after);
    }

    private Set<Metric> metrics(Cell cell) {
      Set<Metric> metrics = new LinkedHashSet<>();
      all().forEach(block -> metrics.addAll(block.metrics(cell)));
      return metrics;
    }

    private Optional<String> incomparable(Cell cell) {
      return all().flatMap(block -> block.incomparable(cell).stream()).findFirst();
    }

    private List<String> warnings(Cell cell) {
      return all().flatMap(block -> block.warnings(cell).stream()).distinct().toList();
    }
  }

  /** The hosts that are measured for the sake of a benchmark's reference. */
  public List<String> hosts(Item item) {
    return item.reference().isPresent()
            && item.reference().get() instanceof ReferenceSource.Hosts source
        ? hosts.apply(source)
        : List.of();
  }

  /** The rows of a report, in the order of the matrix. */
  public List<BenchmarkResult> judge(String host, Item item, Blocks blocks) {
    List<Series> series = new ArrayList<>();
    List<BenchmarkResult> failed = new ArrayList<>();
    for (Cell cell : item.benchmark().cells()) {
      Set<Metric> metrics = blocks.metrics(cell);
      if (metrics.isEmpty()) {
        blocks.incomparable(cell).ifPresent(why -> failed.add(without(host, item, cell, why)));
      }
      for (Metric metric : metrics) {
        series.add(series(host, item, cell, metric, blocks));
      }
    }
    List<BenchmarkResult> results = new ArrayList<>(Judge.judge(host, item.name(), series));
    results.addAll(failed);
    return results;
  }

  private Series series(String host, Item item, Cell cell, Metric metric, Blocks blocks) {
    List<Double> first = blocks.before().samples(cell, metric);
    List<Double> repeated = blocks.again().samples(cell, metric);
    // Of two blocks of one state the later one is nearer to what follows.
    List<Double> before = repeated.isEmpty() ? first : repeated;
    List<String> warnings = new ArrayList<>(item.benchmark().warnings());
    warnings.addAll(blocks.warnings(cell));
    Optional<StoredRows.Found> earlier = earlier(host, item, cell, metric);
    List<Double> same = against.isPresent() ? blocks.after().samples(cell, metric) : first;
    OptionalDouble noise = NoiseFloor.percent(same, repeated);
    if (!repeated.isEmpty() && noise.isEmpty()) {
      warnings.add("the noise floor is not known: it would be in per cent of a median of 0");
    }
    // What is neither good nor bad has no verdict that could say why.
    earlier
        .flatMap(StoredRows.Found::incomparable)
        .filter(why -> metric.better() == Metric.Better.NEITHER)
        .ifPresent(warnings::add);
    return new Series(
        cell,
        item.settings().labels(),
        metric,
        earlier.map(StoredRows.Found::samples).orElse(before),
        blocks.after().samples(cell, metric),
        blocks.interleaved(),
        blocks
            .incomparable(cell)
            .or(() -> earlier.flatMap(StoredRows.Found::incomparable))
            .or(() -> otherLoad(host, item, cell, blocks)),
        larger(noise, earlier),
        item.expectations().stream().filter(e -> e.names(metric)).toList(),
        reference(host, item, cell, metric, blocks.others()),
        warnings);
  }

  /** Other work is not compared. */
  private Optional<String> otherLoad(String host, Item item, Cell cell, Blocks blocks) {
    Map<String, Double> before = new LinkedHashMap<>();
    Map<String, Double> after = new LinkedHashMap<>();
    for (Metric metric : blocks.metrics(cell)) {
      List<Double> first =
          earlier(host, item, cell, metric)
              .map(StoredRows.Found::samples)
              .orElseGet(() -> blocks.before().samples(cell, metric));
      median(first).ifPresent(value -> before.put(metric.name(), value));
      median(blocks.after().samples(cell, metric))
          .ifPresent(value -> after.put(metric.name(), value));
    }
    return before.isEmpty() || after.isEmpty()
        ? Optional.empty()
        : Observers.incomparable(item.observers(), before, after);
  }

  /** Nothing may be claimed below the noise of now, nor below that of the stored run. */
  private static OptionalDouble larger(OptionalDouble noise, Optional<StoredRows.Found> earlier) {
    return DoubleStream.concat(
            noise.stream(), earlier.stream().flatMapToDouble(found -> found.noisePct().stream()))
        .max();
  }

  private Optional<StoredRows.Found> earlier(String host, Item item, Cell cell, Metric metric) {
    return against.map(run -> run.baseline(host, item, cell, metric));
  }

  private Optional<Reference> reference(
      String host, Item item, Cell cell, Metric metric, List<ReferenceHost> others) {
    if (item.reference().isEmpty()) {
      return Optional.empty();
    }
    ReferenceSource source = item.reference().get();
    if (source instanceof ReferenceSource.Run run) {
      return Optional.of(
          reference(run.label(), stored.apply(run.run()).reference(host, item, cell, metric)));
    }
    if (source instanceof ReferenceSource.Hosts hosts) {
      Map<String, StoredRows.Found> all = new LinkedHashMap<>();
      others.forEach(other -> all.put(other.host(), other.find(item, cell, metric)));
      return all.isEmpty()
          ? Optional.empty()
          : Optional.of(reference(hosts.label(), StoredRows.Found.together(all)));
    }
    OptionalDouble value = OptionalDouble.empty();
    if (source instanceof ReferenceSource.Values values) {
      value =
          values.values().stream()
              .filter(one -> one.isFor(cell) && one.values().containsKey(metric.name()))
              .max(Comparator.comparingInt(one -> one.cell().size()))
              .map(one -> OptionalDouble.of(one.values().get(metric.name())))
              .orElse(OptionalDouble.empty());
    }
    return value.isEmpty()
        ? Optional.empty()
        : Optional.of(Reference.of(source.label(), value.getAsDouble()));
  }

  private static Reference reference(String label, StoredRows.Found found) {
    return found
        .incomparable()
        .map(why -> Reference.incomparable(label, why))
        .orElseGet(
            () ->
                Reference.of(label, median(found.samples()).getAsDouble())
                    .remarked(found.remark().orElse("")));
  }

  private static OptionalDouble median(List<Double> samples) {
    return Median.interval(samples)
        .map(interval -> OptionalDouble.of(interval.median()))
        .orElse(OptionalDouble.empty());
  }

  /** A row without numbers, so that what could not be measured is not missing from the report. */
  private static BenchmarkResult without(String host, Item item, Cell cell, String why) {
    Map<String, String> labels = new LinkedHashMap<>(cell.values());
    labels.putAll(item.settings().labels());
    return new BenchmarkResult(
        host,
        item.name(),
        labels,
        RUNS,
        List.of(),
        List.of(),
        Optional.empty(),
        Optional.empty(),
        OptionalDouble.empty(),
        Optional.of(Verdict.NOT_COMPARABLE),
        why,
        OptionalDouble.empty(),
        Optional.empty(),
        item.expectations().isEmpty()
            ? Optional.empty()
            : Optional.of(
                new Gate(
                    String.join(
                        " and ", item.expectations().stream().map(Assessment::text).toList()),
                    Gate.Result.INCONCLUSIVE)),
        List.of());
  }

  private static String text(Expectation expectation) {
    return expectation.metric() + " " + expectation.text();
  }
}
