package io.tuner.bench;

import io.tuner.resource.Parameter;
import io.tuner.resource.Probe;
import io.tuner.resource.ProbeFailed;
import io.tuner.resource.Problems;
import io.tuner.resource.Reading;
import io.tuner.resource.Readings;
import io.tuner.resource.Type;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** How much work there was while the others watched: transactions a second, peers. */
@Type(
    name = "load",
    summary = "Watches how much work there was, and refuses to compare unlike work",
    guide =
        """
        A command of yours, run at the start and at the end, tells numbers, each found by a regular expression of Java: its first \
        group, of several matches the last; `^` and `$` are those of a line. A number is a state, as `peers` below, of which the \
        mean is told, or with `counter: true` one that only rises, of which the rate a second is told. Where the medians before \
        and after differ by more than `tolerance` per cent, all that was measured beside it is `not comparable`: a disk that is \
        written less because there was less to do has not improved.

            - load:
                run: curl -s http://127.0.0.1:8888/v1/prometheus/metrics
                metrics:
                  peers: {regex: '^nodeos_p2p_connections\\{direction="in"\\} ([0-9]+)'}
                  transactions: {regex: '^nodeos_trxs_incoming_total ([0-9]+)', counter: true}
        """)
public record Load(
    @Parameter(
            value = "The command, for the host's shell; it changes nothing and is quick.",
            example = "curl -s http://127.0.0.1:8888/v1/chain/get_info",
            required = true)
        String run,
    @Parameter(
            value = "By the metric's name: `regex`, and as needed `unit` and `counter: true`.",
            example = "{peers: {regex: \"peers ([0-9]+)\"}}",
            required = true)
        Map<String, Map<String, String>> metrics,
    @Parameter(
            value = "By how many per cent of the state before the load may differ.",
            example = "5",
            byDefault = "10")
        int tolerance)
    implements Observer {

  @Override
  public void validate(Problems problems) {
    metrics.forEach((name, keys) -> LoadMetric.validate(name, keys, problems));
    if (tolerance < 0 || tolerance > 100) {
      problems.error("tolerance", "`" + tolerance + "` is not a per cent from 0 to 100");
    }
  }

  @Override
  public Probe probe() {
    return Probe.NOTHING.ask(run);
  }

  @Override
  public Outcome between(Observed observed) throws ProbeFailed {
    Tally tally = new Tally("load");
    String start = output(observed.start());
    String end = output(observed.end());
    metrics.forEach(
        (name, keys) -> {
          LoadMetric metric = LoadMetric.of(keys);
          OptionalDouble before = metric.find(start);
          OptionalDouble after = metric.find(end);
          if (before.isEmpty() || after.isEmpty()) {
            tally.warn(
                "the output has no `" + name + "`: nothing matches `" + metric.regex() + "`");
            return;
          }
          double from = before.getAsDouble();
          double to = after.getAsDouble();
          if (!metric.counter()) {
            tally.neither(Optional.empty(), name, metric.unit(), (from + to) / 2);
          } else if (to >= from) {
            double rate = observed.perSecond(to - from);
            tally.neither(Optional.empty(), name, metric.unit(), rate);
          } else {
            tally.warn("the counter `" + name + "` began anew meanwhile");
          }
        });
    return tally.outcome();
  }

  /**
   * Why nothing that was measured beside it may be compared; empty where the load was the same.
   *
   * @param metric its name
   * @param before the median of the state before
   * @param after of the state after
   */
  public Optional<String> incomparable(String metric, double before, double after) {
    return incomparable(metric, before, after, tolerance);
  }

  /** The same with a tolerance in per cent of the state before. */
  public static Optional<String> incomparable(
      String metric, double before, double after, double tolerancePct) {
    if (Double.isNaN(before) || Double.isNaN(after)) {
      return Optional.of("the load `" + metric + "` is not known");
    }
    if (Math.abs(after - before) <= Math.abs(before) * tolerancePct / 100) {
      return Optional.empty();
    }
    String by =
        before == 0
            ? ""
            : String.format(Locale.ROOT, " (%+.1f %%)", 100 * (after - before) / Math.abs(before));
    return Optional.of(
        String.format(
            Locale.ROOT,
            "the load was another: %s %s before, %s after%s, and %s %% may be",
            metric,
            number(before),
            number(after),
            by,
            number(tolerancePct)));
  }

  private static String number(double value) {
    return value == Math.rint(value) && Math.abs(value) < 1e15
        ? String.format(Locale.ROOT, "%.0f", value)
        : String.format(Locale.ROOT, "%.3g", value);
  }

  private String output(Readings readings) throws ProbeFailed {
    Reading<Readings.Output> reading = readings.ask(run);
    Readings.Output output =
        reading.known("the load").orElseThrow(() -> new ProbeFailed("the host has no shell"));
    if (output.exit() != 0) {
      List<String> said = output.stderr().lines().toList();
      String last = said.isEmpty() ? "" : ": " + said.get(said.size() - 1);
      throw new ProbeFailed("`" + run + "` failed with exit " + output.exit() + last);
    }
    return output.stdout();
  }
}
