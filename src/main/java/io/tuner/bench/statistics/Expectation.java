package io.tuner.bench.statistics;

import io.tuner.text.Suggestion;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a metric is expected to be: {@code >= 300000}, {@code <= 5ms}, {@code >= -2%}.
 *
 * <p>A number is a limit of the metric itself, in its unit or in one that converts to it ({@link
 * Unit}); it is judged by the interval of the median of the state after. A number of per cents is a
 * limit of the change against the state before, and it is judged by the interval of the change
 * ({@link Shift}). Its sign is that of the raw change, whichever way is good: {@code >= -2%} lets
 * operations a second lose 2 % at most, {@code <= 2%} lets a latency grow by 2 % at most. Of a
 * metric that is itself counted in per cent, {@code <= 80%} is a limit of the metric, and only a
 * number with a sign ({@code <= +2%}) is a change.
 *
 * <p>It holds where the end of the interval that lies badly for it holds; it fails where the other
 * end does not; else nothing can be said. Each expectation stands for itself: the number of cells
 * does not make it milder.
 *
 * @param metric the name of a metric, or what stands behind its last dot
 * @param text the rest as it was written: {@code >= -2%}
 * @param atLeast true for {@code >=} and {@code >}
 * @param orEqual true for {@code >=} and {@code <=}
 * @param number the limit, in {@code unit}
 * @param unit as written; empty for the metric's own
 * @param signed true where the number was written with a sign
 */
public record Expectation(
    String metric,
    String text,
    boolean atLeast,
    boolean orEqual,
    double number,
    String unit,
    boolean signed) {

  private static final Pattern FORM =
      Pattern.compile(
          "(>=|<=|≥|≤|>|<)\\s*([+-]?)([0-9]+(?:\\.[0-9]+)?|\\.[0-9]+)\\s*([^\\s0-9].*)?");

  private static final Pattern NAMED = Pattern.compile("([^\\s<>=≥≤]+)\\s*([<>=≥≤].*)");

  /**
   * Whether it holds, and why nothing plainer can be said.
   *
   * @param reason empty where it passed or failed
   */
  record Judgement(Gate gate, String reason) {}

  /**
   * Reads an expectation that names its metric: {@code p99 <= 5ms}.
   *
   * @throws IllegalArgumentException where it is none
   */
  public static Expectation parse(String text) {
    Matcher named = NAMED.matcher(text.strip());
    if (!named.matches()) {
      throw new IllegalArgumentException(
          "`" + text.strip() + "` is no expectation such as `read.iops >= -2%` or `p99 <= 5ms`");
    }
    return of(named.group(1), named.group(2));
  }

  /**
   * Reads the expectation of a metric that is named elsewhere: {@code >= -2%}.
   *
   * @throws IllegalArgumentException where it is none
   */
  public static Expectation of(String metric, String text) {
    String written = text.strip();
    Matcher matcher = FORM.matcher(written);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "`" + written + "` is no expectation such as `>= -2%`, `>= 300000` or `<= 5ms`");
    }
    String sign = matcher.group(2);
    String unit = matcher.group(4) == null ? "" : matcher.group(4).strip();
    double number = Double.parseDouble(matcher.group(3));
    return new Expectation(
        metric,
        written,
        ">≥".indexOf(written.charAt(0)) >= 0,
        matcher.group(1).length() == 2 || "≥≤".contains(matcher.group(1)),
        sign.equals("-") ? -number : number,
        unit,
        !sign.isEmpty());
  }

  /**
   * What is wrong with it for a benchmark that tells these metrics, for an error at the place where
   * it was written: a metric that is not told, or a unit that does not fit. Empty where all is
   * well.
   */
  public Optional<String> fault(List<Metric> told) {
    List<Metric> meant = told.stream().filter(this::names).toList();
    if (meant.isEmpty()) {
      List<String> names = told.stream().map(Metric::name).distinct().toList();
      return Optional.of(
          "unknown metric `"
              + metric
              + "`"
              + Suggestion.didYouMean(metric, names)
                  .map(text -> ": " + text)
                  .orElse(names.isEmpty() ? "" : ": there are " + String.join(", ", names)));
    }
    return meant.stream()
        .filter(m -> !isChange(m) && limit(m).isEmpty())
        .findFirst()
        .map(
            m ->
                "`"
                    + text
                    + "` does not fit "
                    + m.name()
                    + ", which is "
                    + (m.unit().isEmpty() ? "a plain number" : "counted in " + m.unit()));
  }

  /**
   * Whether it is about this metric: by its whole name, or by what stands behind the last dot:
   * {@code p99} names {@code read.p99} and {@code write.p99}.
   */
  public boolean names(Metric told) {
    return told.name().equals(metric) || told.name().endsWith("." + metric);
  }

  /** Whether it is about the change, and not about the metric itself. */
  boolean isChange(Metric of) {
    return unit.equals("%") && (signed || !of.unit().equals("%"));
  }

  private OptionalDouble limit(Metric of) {
    return Unit.convert(number, unit, of.unit());
  }

  /** Whether it holds for a series that was compared. */
  Judgement judge(Series series, Comparison comparison) {
    return isChange(series.metric()) ? judgeChange(series, comparison) : judgeMetric(series);
  }

  private Judgement judgeChange(Series series, Comparison comparison) {
    if (comparison.shift().isEmpty()) {
      return unknown("there is no change to judge by");
    }
    Shift shift = comparison.shift().get().noNarrowerThan(series.noisePct().orElse(0));
    return judge(number, shift.lowPct(), shift.highPct(), "the change lies " + shift.show());
  }

  private Judgement judgeMetric(Series series) {
    Optional<String> fault = fault(List.of(series.metric()));
    if (fault.isPresent()) {
      return unknown(fault.get());
    }
    if (series.incomparable().isPresent()) {
      return unknown(series.incomparable().get());
    }
    List<Double> samples = series.after().isEmpty() ? series.before() : series.after();
    List<Double> finite = new ArrayList<>(samples);
    finite.removeIf(value -> !Double.isFinite(value));
    if (finite.size() < Math.max(Median.FEWEST, samples.size())) {
      return unknown(
          finite.size()
              + (finite.size() == 1 ? " run" : " runs")
              + " told a number: an interval of 95 % takes "
              + Median.FEWEST);
    }
    Interval interval = Median.interval(finite).orElseThrow();
    return judge(
        limit(series.metric()).getAsDouble(),
        interval.low(),
        interval.high(),
        String.format(
            Locale.ROOT,
            "the median lies between %s and %s",
            plain(interval.low()),
            plain(interval.high())));
  }

  private Judgement judge(double limit, double low, double high, String otherwise) {
    if (holds(atLeast ? low : high, limit)) {
      return new Judgement(new Gate(text, Gate.Result.PASSED), "");
    }
    return holds(atLeast ? high : low, limit)
        ? unknown(otherwise)
        : new Judgement(new Gate(text, Gate.Result.FAILED), "");
  }

  private static String plain(double value) {
    BigDecimal rounded = new BigDecimal(value).round(new MathContext(6)).stripTrailingZeros();
    int digits = rounded.precision() - rounded.scale();
    return digits > 15 || digits < -6 ? rounded.toString() : rounded.toPlainString();
  }

  private boolean holds(double value, double limit) {
    return value == limit ? orEqual : value > limit == atLeast;
  }

  private Judgement unknown(String why) {
    return new Judgement(new Gate(text, Gate.Result.INCONCLUSIVE), "gate `" + text + "`: " + why);
  }
}
