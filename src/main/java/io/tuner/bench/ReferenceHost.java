package io.tuner.bench;

import io.tuner.bench.statistics.Cell;
import io.tuner.bench.statistics.Metric;
import io.tuner.bench.statistics.Unit;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * A host that others are measured against. It runs the benchmark with the parameters that its own
 * variables give: its disk has another name, and its program may lie elsewhere. Where they make it
 * other work, there is no gap to tell.
 *
 * @param host its inventory name
 * @param item the benchmark as it has it
 * @param block what it told
 */
public record ReferenceHost(String host, Item item, Block block) {

  /** Where a benchmark finds what it works on, and what it may do there. */
  private static final Set<String> PLACES =
      Set.of(
          "filename",
          "directory",
          "properties",
          "host",
          "service",
          "metrics",
          "destroy_data",
          "wear_budget");

  /** Programs, of which nobody knows what makes them do other work. */
  private static final Set<String> PROGRAMS = Set.of("run", "file", "stop", "start", "ready");

  /** What it told of a metric of a cell of a benchmark as the host has it that is measured. */
  StoredRows.Found find(Item own, Cell cell, Metric metric) {
    List<String> remarks = new ArrayList<>();
    for (RecordComponent parameter : own.benchmark().getClass().getRecordComponents()) {
      String name = parameter.getName();
      Object here = value(parameter, own.benchmark());
      Object there = value(parameter, item.benchmark());
      if (Objects.equals(here, there) || PLACES.contains(name)) {
        continue;
      }
      if (!PROGRAMS.contains(name)) {
        return StoredRows.Found.nothing(
            "`" + name + "` is " + shown(here) + ", and " + shown(there) + " on " + host);
      }
      remarks.add("`" + name + "` is another on " + host);
    }
    return block
        .incomparable(cell)
        .map(StoredRows.Found::nothing)
        .orElseGet(() -> told(cell, metric, remarks));
  }

  private StoredRows.Found told(Cell cell, Metric metric, List<String> remarks) {
    Optional<Metric> same =
        block.metrics(cell).stream().filter(one -> one.name().equals(metric.name())).findFirst();
    if (same.isEmpty()) {
      return StoredRows.Found.nothing("it told no `" + metric.name() + "`");
    }
    List<Double> samples = new ArrayList<>();
    for (double sample : block.samples(cell, same.get())) {
      OptionalDouble converted = Unit.between(sample, same.get().unit(), metric.unit());
      if (converted.isEmpty()) {
        return StoredRows.Found.nothing(
            "it told `" + metric.name() + "` in another unit: `" + same.get().unit() + "`");
      }
      samples.add(converted.getAsDouble());
    }
    return new StoredRows.Found(
        samples,
        OptionalDouble.empty(),
        Optional.empty(),
        remarks.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", remarks)));
  }

  private static Object value(RecordComponent parameter, Benchmark of) {
    try {
      return parameter.getAccessor().invoke(of);
    } catch (ReflectiveOperationException unreachable) {
      throw new IllegalStateException(unreachable);
    }
  }

  private static String shown(Object value) {
    if (value instanceof Optional<?> optional) {
      return optional.map(ReferenceHost::shown).orElse("not given");
    }
    return value instanceof List<?> list
        ? String.join(", ", list.stream().map(ReferenceHost::shown).toList())
        : String.valueOf(value);
  }
}
