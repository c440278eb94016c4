package io.tuner.bench;

import io.tuner.bench.statistics.BenchmarkResult;
import io.tuner.bench.statistics.Cell;
import io.tuner.bench.statistics.Median;
import io.tuner.bench.statistics.Metric;
import io.tuner.bench.statistics.Unit;
import io.tuner.bench.statistics.Verdict;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What a stored run measured, for what is measured now to be compared with. A row that is not
 * there, that the run itself called not comparable, of too few runs, or in a unit that does not
 * convert is never compared with: why is told in its place.
 *
 * @param run its name
 * @param alone true where it only measured, and changed nothing
 * @param rows of its report
 * @param failed by host, why what was measured last is not what it left there: changes that were
 *     taken back, or that stopped on their way
 */
public record StoredRows(
    String run, boolean alone, List<BenchmarkResult> rows, Map<String, String> failed) {

  private static final int MOST_NAMED = 3;

  public StoredRows {
    rows = List.copyOf(rows);
    failed = Map.copyOf(failed);
  }

  /**
   * What is found of one metric of one cell.
   *
   * @param samples in the unit of now
   * @param noisePct the noise floor that was measured then, in per cent
   * @param incomparable why nothing may be compared with them; empty where it may
   * @param remark what else a reader must know; empty where nothing is to be said
   */
  record Found(
      List<Double> samples,
      OptionalDouble noisePct,
      Optional<String> incomparable,
      Optional<String> remark) {

    static Found nothing(String why) {
      return new Found(List.of(), OptionalDouble.empty(), Optional.of(why), Optional.empty());
    }

    /** Of several hosts: of those that can be compared with, and which cannot is remarked. */
    static Found together(Map<String, Found> hosts) {
      List<Double> samples = new ArrayList<>();
      Set<String> without = new LinkedHashSet<>();
      Set<String> remarks = new LinkedHashSet<>();
      hosts.forEach(
          (host, found) -> {
            found.incomparable().map(why -> host + ": " + why).ifPresent(without::add);
            if (found.incomparable().isEmpty()) {
              samples.addAll(found.samples());
              found.remark().ifPresent(remarks::add);
            }
          });
      if (samples.isEmpty()) {
        return nothing(some(without));
      }
      if (!without.isEmpty()) {
        remarks.add("without " + some(without));
      }
      return new Found(
          samples,
          OptionalDouble.empty(),
          Optional.empty(),
          remarks.isEmpty() ? Optional.empty() : Optional.of(some(remarks)));
    }
  }

  /** The hosts it measured, in the order of its report. */
  public Set<String> hosts() {
    return named(rows, BenchmarkResult::host);
  }

  /** True where it has a row of this benchmark on this host. */
  public boolean has(String host, String benchmark) {
    return rows.stream().anyMatch(r -> r.host().equals(host) && r.name().equals(benchmark));
  }

  /**
   * What it measured of the same host before its changes; of a run that only measured, what it
   * found, and never the older run that it was itself compared with.
   */
  Found baseline(String host, Item item, Cell cell, Metric metric) {
    return find(host, item, cell, metric, alone ? StoredRows::left : BenchmarkResult::before);
  }

  /**
   * What it left behind: on the same host, where it measured that; else on all its hosts together,
   * as hosts of a reference are.
   */
  Found reference(String host, Item item, Cell cell, Metric metric) {
    if (hosts().isEmpty() || hosts().contains(host)) {
      return left(host, item, cell, metric);
    }
    Map<String, Found> all = new LinkedHashMap<>();
    hosts().forEach(other -> all.put(other, left(other, item, cell, metric)));
    return Found.together(all);
  }

  private Found left(String host, Item item, Cell cell, Metric metric) {
    return failed.containsKey(host)
        ? Found.nothing("failed in " + run + ": " + failed.get(host))
        : find(host, item, cell, metric, StoredRows::left);
  }

  private static List<Double> left(BenchmarkResult row) {
    return row.after().isEmpty() ? row.before() : row.after();
  }

  private Found find(
      String host,
      Item item,
      Cell cell,
      Metric metric,
      Function<BenchmarkResult, List<Double>> samples) {
    List<BenchmarkResult> named =
        rows.stream().filter(row -> row.name().equals(item.name())).toList();
    List<BenchmarkResult> here = named.stream().filter(r -> r.host().equals(host)).toList();
    if (here.isEmpty()) {
      Set<String> others = named(named, BenchmarkResult::host);
      String elsewhere = others.isEmpty() ? "" : ", but on " + some(others);
      return Found.nothing(run + " did not measure `" + item.name() + "` on " + host + elsewhere);
    }
    Map<String, String> labels = new LinkedHashMap<>(cell.values());
    labels.putAll(item.settings().labels());
    List<BenchmarkResult> point = here.stream().filter(r -> r.labels().equals(labels)).toList();
    if (point.isEmpty()) {
      return Found.nothing(
          run
              + " did not measure it with "
              + shown(labels)
              + ", but with "
              + some(named(here, row -> shown(row.labels()))));
    }
    Optional<String> refused =
        point.stream()
            .filter(row -> row.verdict().filter(Verdict.NOT_COMPARABLE::equals).isPresent())
            .map(row -> "not comparable in " + run + ": " + reason(row))
            .findFirst();
    List<BenchmarkResult> found =
        point.stream().filter(one -> one.metric().name().equals(metric.name())).toList();
    if (found.size() > 1) {
      return Found.nothing(run + " has " + found.size() + " rows of it, of as many plays");
    }
    Optional<BenchmarkResult> row = found.stream().findFirst();
    if (row.isEmpty()) {
      return Found.nothing(refused.orElse(run + " told no `" + metric.name() + "` of it"));
    }
    return found(row.get(), metric, samples.apply(row.get()), refused);
  }

  private Found found(
      BenchmarkResult row, Metric metric, List<Double> stored, Optional<String> refused) {
    List<Double> samples = new ArrayList<>();
    for (double sample : stored) {
      OptionalDouble same = Unit.between(sample, row.metric().unit(), metric.unit());
      if (same.isEmpty()) {
        return Found.nothing(
            "stored " + in(row.metric().unit()) + " in " + run + ", measured " + in(metric.unit()));
      }
      if (Double.isFinite(sample)) {
        samples.add(same.getAsDouble());
      }
    }
    Optional<String> few =
        samples.size() >= Median.FEWEST
            ? Optional.empty()
            : Optional.of(
                samples.size()
                    + (samples.size() == 1 ? " run in " : " runs in ")
                    + run
                    + ": an interval of 95 % takes "
                    + Median.FEWEST);
    return new Found(samples, row.noisePct(), refused.or(() -> few), Optional.empty());
  }

  /** What a verdict was given for, without what was said of its gates. */
  private static String reason(BenchmarkResult row) {
    int gates = row.reason().indexOf("; gate `");
    return gates < 0 ? row.reason() : row.reason().substring(0, gates);
  }

  private static String in(String unit) {
    return unit.isEmpty() ? "without a unit" : "in " + unit;
  }

  private static String shown(Map<String, String> labels) {
    return labels.isEmpty() ? "no label" : new Cell(labels).name();
  }

  private static Set<String> named(
      List<BenchmarkResult> rows, Function<BenchmarkResult, String> name) {
    return rows.stream().map(name).collect(Collectors.toCollection(LinkedHashSet::new));
  }

  private static String some(Collection<String> all) {
    String first = all.stream().limit(MOST_NAMED).collect(Collectors.joining("; "));
    int more = all.size() - MOST_NAMED;
    return more > 0 ? first + "; and " + more + " more" : first;
  }
}
