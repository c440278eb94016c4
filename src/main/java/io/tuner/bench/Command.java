package io.tuner.bench;

import io.tuner.bench.statistics.Cell;
import io.tuner.bench.statistics.Metric;
import io.tuner.resource.Parameter;
import io.tuner.resource.Problems;
import io.tuner.resource.Type;
import io.tuner.text.Tree;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Any program: what it tells is found by regular expressions or JSON pointers. */
@Type(
    name = "command",
    summary = "Any program that tells numbers",
    guide =
        """
        Each of `metrics` has either `regex`, a regular expression of Java whose first group is the \
        number (the last match counts; `^` and `$` are those of a line), or `pointer`, a JSON \
        pointer (RFC 6901) into what the program writes; further `unit`, and `better`: higher, \
        lower or neither. `$R` in the environment is the directory that the host's files are below. \
        An exit other than 0, or a metric that is not found, is a failure.
        """)
public record Command(
    @Parameter(
            value = "The command, for the host's `sh`.",
            example = "/opt/bench/run.sh",
            required = true)
        String run,
    @Parameter(
            value = "What is found in its output.",
            example = "{tpmC: {regex: \"= ([0-9.]+)\", unit: tpmC, better: higher}}",
            required = true)
        Map<String, Tree> metrics)
    implements Benchmark {

  private static final int LONGEST_NAME = 40;

  @Override
  public String name() {
    String line = run.strip().replaceAll("\\s+", " ");
    return line.length() <= LONGEST_NAME ? line : line.substring(0, LONGEST_NAME - 1) + "…";
  }

  @Override
  public void validate(Problems problems) {
    if (run.isBlank() || run.indexOf('\0') >= 0) {
      problems.error("run", "`run` is not a command");
    }
    metrics.forEach((name, tree) -> SoughtMetric.check(name, tree, problems));
  }

  @Override
  public List<Cell> cells() {
    return List.of(Cell.ONLY);
  }

  @Override
  public String command(Cell cell) {
    return "R=${R-}\nexport R\n" + run + "\n";
  }

  @Override
  public Optional<List<Metric>> tells() {
    return Optional.of(
        metrics.entrySet().stream()
            .map(one -> SoughtMetric.of(one.getKey(), one.getValue()).metric())
            .toList());
  }

  @Override
  public Outcome outcome(Cell cell, Finished finished) {
    if (finished.exit() != 0) {
      return Outcome.failed(
          "it ended with exit "
              + finished.exit()
              + LastLine.after(finished.stdout() + "\n" + finished.stderr()));
    }
    Map<Metric, Double> values = new LinkedHashMap<>();
    for (Map.Entry<String, Tree> one : metrics.entrySet()) {
      SoughtMetric sought = SoughtMetric.of(one.getKey(), one.getValue());
      SoughtMetric.Found found = sought.in(finished);
      if (found.missing().isPresent()) {
        return Outcome.failed("metric `" + one.getKey() + "`: " + found.missing().get());
      }
      values.put(sought.metric(), found.value());
    }
    return Outcome.of(values);
  }
}
