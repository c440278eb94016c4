package io.tuner.report;

import io.tuner.bench.statistics.BenchmarkResult;
import io.tuner.bench.statistics.Interval;
import io.tuner.bench.statistics.Metric;
import io.tuner.bench.statistics.Reference;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * A drawing of one metric of a table: for each row the medians before and after, and between what
 * they lie. Drawn here and not by a library, so that it takes the page's colours (light, dark, on
 * paper), can be read on a phone, and has a title and a description for who cannot see it.
 *
 * @param metric what is drawn
 * @param rows the rows of the table that have it
 */
record Chart(Metric metric, List<BenchmarkTable.Row> rows) {

  private static final int WIDTH = 320;
  private static final int LEFT = 10;
  private static final int RIGHT = 310;
  private static final int ROW = 44;
  private static final int AXIS = 30;
  private static final double MARK = 4.5;

  /** The charts of a table, one a metric; none for what was not measured. */
  static List<Chart> of(BenchmarkTable table) {
    Map<Metric, List<BenchmarkTable.Row>> rows = new LinkedHashMap<>();
    for (BenchmarkTable.Row row : table.rows()) {
      if (intervals(row.result()).anyMatch(interval -> Double.isFinite(interval.median()))) {
        rows.computeIfAbsent(row.result().metric(), metric -> new ArrayList<>()).add(row);
      }
    }
    return rows.entrySet().stream()
        .map(one -> new Chart(one.getKey(), one.getValue()))
        .filter(Chart::isDrawable)
        .toList();
  }

  /** Numbers at the ends of what a number can be have no places on an axis; the table has them. */
  private boolean isDrawable() {
    return scale(values()).isDrawable();
  }

  private List<Double> values() {
    return rows.stream()
        .flatMap(row -> drawn(row.result()).boxed())
        .filter(Double::isFinite)
        .toList();
  }

  private static Scale scale(List<Double> values) {
    return Scale.of(values, LEFT + 6, RIGHT - 6);
  }

  private static Stream<Interval> intervals(BenchmarkResult result) {
    return Stream.of(result.intervalBefore(), result.intervalAfter()).flatMap(Optional::stream);
  }

  void write(Markup page, String id) {
    List<Double> values = values();
    Scale scale = scale(values);
    Figures figures = Figures.ofUnit(metric.unit(), values);
    int height = rows.size() * ROW + AXIS;
    String unit = figures.unit().isEmpty() ? "" : " (" + figures.unit() + ")";
    String title = metric.name() + unit;
    page.newLine().open("figure");
    page.open(
        "svg",
        "role",
        "img",
        "viewBox",
        "0 0 " + WIDTH + " " + height,
        "aria-labelledby",
        id + "-title " + id + "-text");
    page.element("title", title, "id", id + "-title");
    page.element("desc", description(figures), "id", id + "-text");
    axis(page, scale, figures, height - AXIS);
    for (int i = 0; i < rows.size(); i++) {
      row(page, scale, rows.get(i), i * ROW);
    }
    page.close();
    page.element("figcaption", caption(title, scale)).close();
  }

  private static DoubleStream drawn(BenchmarkResult result) {
    return DoubleStream.concat(
        intervals(result).flatMapToDouble(i -> DoubleStream.of(i.low(), i.median(), i.high())),
        reference(result).stream().mapToDouble(Reference::median));
  }

  /** One that there is a line for. */
  private static Optional<Reference> reference(BenchmarkResult result) {
    return result.reference().filter(Reference::isComparable);
  }

  private String caption(String title, Scale scale) {
    boolean both = any(BenchmarkResult::intervalAfter);
    List<String> signs = new ArrayList<>();
    if (any(BenchmarkResult::intervalBefore)) {
      signs.add("ring: " + (both ? "before" : "measured"));
    }
    if (both) {
      signs.add("diamond: after");
    }
    if (any(Chart::reference)) {
      signs.add("upright line: reference");
    }
    signs.add("bar: the interval of the median");
    String cut = scale.low() > 0 ? " The axis does not begin at 0." : "";
    return title + " — " + String.join(", ", signs) + "." + cut;
  }

  private boolean any(Function<BenchmarkResult, Optional<?>> has) {
    return rows.stream().anyMatch(row -> has.apply(row.result()).isPresent());
  }

  private String description(Figures unit) {
    return rows.stream()
        .map(
            row -> {
              BenchmarkResult result = row.result();
              Figures figures = unit.fitting(drawn(result).boxed().toList());
              List<String> parts = new ArrayList<>();
              result.intervalBefore().ifPresent(i -> parts.add("before " + figures.show(i)));
              result.intervalAfter().ifPresent(i -> parts.add("after " + figures.show(i)));
              reference(result).ifPresent(r -> parts.add("reference " + figures.show(r.median())));
              return row.name() + ": " + String.join(", ", parts);
            })
        .collect(Collectors.joining("; "));
  }

  private static void axis(Markup page, Scale scale, Figures figures, int bottom) {
    page.empty(
        "line", "class", "axis", "x1", n(LEFT), "x2", n(RIGHT), "y1", n(bottom), "y2", n(bottom));
    List<Double> ticks = scale.ticks();
    Figures fitting = figures.fitting(ticks);
    for (double tick : ticks) {
      String x = n(scale.x(tick));
      page.empty("line", "class", "grid", "x1", x, "x2", x, "y1", "0", "y2", n(bottom));
      page.element("text", fitting.show(tick), "class", "tick", "x", x, "y", n(bottom + 14));
    }
  }

  private static void row(Markup page, Scale scale, BenchmarkTable.Row row, int top) {
    BenchmarkResult result = row.result();
    page.element("text", label(row.name()), "x", n(LEFT), "y", n(top + 13));
    reference(result)
        .map(Reference::median)
        .ifPresent(
            median -> {
              String x = n(scale.x(median));
              String bottom = n(top + ROW - 2);
              page.empty(
                  "line", "class", "reference", "x1", x, "x2", x, "y1", n(top + 17), "y2", bottom);
            });
    result.intervalBefore().ifPresent(one -> mark(page, scale, one, "before", top + 24));
    result.intervalAfter().ifPresent(one -> mark(page, scale, one, "after", top + 36));
  }

  private static void mark(Markup page, Scale scale, Interval interval, String kind, int y) {
    if (!Double.isFinite(interval.median())) {
      return;
    }
    if (interval.n() > 1 && interval.coverage() > 0) {
      String low = n(scale.x(Double.isFinite(interval.low()) ? interval.low() : scale.low()));
      String high = n(scale.x(Double.isFinite(interval.high()) ? interval.high() : scale.high()));
      page.empty("line", "class", kind, "x1", low, "x2", high, "y1", n(y), "y2", n(y));
      for (String end : List.of(low, high)) {
        page.empty("line", "class", kind, "x1", end, "x2", end, "y1", n(y - 3), "y2", n(y + 3));
      }
    }
    double x = scale.x(interval.median());
    if (kind.equals("before")) {
      page.empty("circle", "class", kind, "cx", n(x), "cy", n(y), "r", n(MARK));
    } else {
      String diamond =
          "M"
              + n(x - MARK)
              + " "
              + n(y)
              + "L"
              + n(x)
              + " "
              + n(y - MARK)
              + "L"
              + n(x + MARK)
              + " "
              + n(y)
              + "L"
              + n(x)
              + " "
              + n(y + MARK)
              + "Z";
      page.empty("path", "class", kind, "d", diamond);
    }
  }

  /** What fits above a row; the table has it whole. */
  private static String label(String name) {
    int most = 48;
    return name.length() <= most ? name : name.substring(0, most - 1) + "…";
  }

  private static String n(double number) {
    String text = String.format(Locale.ROOT, "%.1f", number);
    return text.endsWith(".0") ? text.substring(0, text.length() - 2) : text;
  }

  /**
   * From values to places.
   *
   * @param low the value at the left end
   * @param high the value at the right end
   */
  private record Scale(double low, double high, double left, double right) {

    /** From 0 where that leaves the values most of the room, else around the values. */
    static Scale of(List<Double> values, double left, double right) {
      double least = values.stream().min(Double::compare).orElse(0.0);
      double most = values.stream().max(Double::compare).orElse(1.0);
      if (least == most) {
        most = least == 0 ? 1 : least + Math.abs(least) / 2;
      }
      double low = least >= 0 && least < most / 2 ? 0 : least;
      double high = most < 0 ? Math.max(most, 0) : most;
      double step = step(high - low);
      return new Scale(Math.floor(low / step) * step, Math.ceil(high / step) * step, left, right);
    }

    boolean isDrawable() {
      double range = high - low;
      return range > Double.MIN_NORMAL && range <= Double.MAX_VALUE && step(range) > 0;
    }

    double x(double value) {
      return left + (value - low) / (high - low) * (right - left);
    }

    List<Double> ticks() {
      double step = step(high - low);
      List<Double> ticks = new ArrayList<>();
      for (long i = Math.round(low / step); i * step <= high + step / 2; i++) {
        ticks.add(i * step);
      }
      return ticks;
    }

    /** 1, 2 or 5 times a power of ten, so that there are three to six of them. */
    private static double step(double range) {
      double raw = range / 4;
      double power = Math.pow(10, Math.floor(Math.log10(raw)));
      return DoubleStream.of(1, 2, 5, 10).filter(f -> f * power >= raw).findFirst().orElse(10)
          * power;
    }
  }
}
