package io.tuner.format;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * What fio tells with {@code --output-format=json}, versions 2 and 3 (fio's HOWTO, "JSON output").
 * Other text may stand before and after it: warnings, errors of jobs, the normal output. With
 * {@code --status-interval} there are several documents, and the last one is the whole run.
 *
 * <p>Version 2 has latencies in microseconds ({@code clat}) and bandwidth in KiB/s ({@code bw});
 * version 3 has them in nanoseconds ({@code clat_ns}) and in bytes a second as well ({@code
 * bw_bytes}).
 *
 * @param version as it says: {@code fio-3.33}
 * @param jobs in its order; with {@code group_reporting} one for each group
 * @param remarks fio's own lines around the document: warnings and errors
 */
public record FioReport(String version, List<Job> jobs, List<String> remarks) {

  private static final List<String> DIRECTIONS = List.of("read", "write", "trim", "mixed");

  /** C's printf of a mean over nothing, which is no JSON. */
  private static final Pattern NO_NUMBER = Pattern.compile("(?im)(:\\s*)[+-]?(?:nan|inf)\\b");

  private static final Pattern REMARK = Pattern.compile("fio: .*|.*: verify failed at .*");

  /**
   * One job, or one group of them.
   *
   * @param error the first error's number (errno(3)); 0 where there was none
   * @param errors how many requests failed, where the job went on after errors
   * @param directions what was done, by {@code read}, {@code write}, {@code trim}, {@code mixed}; a
   *     direction that did not run is left out
   */
  public record Job(String name, long error, long errors, Map<String, Direction> directions) {}

  /**
   * What was done in one direction.
   *
   * @param iops requests a second
   * @param bandwidth bytes a second
   * @param requests how many were done
   * @param clatMean mean completion latency in milliseconds; empty where it was not measured
   * @param percentiles of it in milliseconds, by per cent: 50, 99, 99.9
   */
  public record Direction(
      double iops,
      double bandwidth,
      long requests,
      OptionalDouble clatMean,
      SortedMap<Double, Double> percentiles) {}

  public FioReport {
    jobs = List.copyOf(jobs);
    remarks = List.copyOf(remarks);
  }

  /** Reads it; empty where there is no whole document. */
  public static Optional<FioReport> parse(String text) {
    List<Map<?, ?>> documents =
        JsonText.objectsIn(NO_NUMBER.matcher(text).replaceAll("$1null")).stream()
            .filter(map -> map.get("jobs") instanceof List<?>)
            .toList();
    if (documents.isEmpty()) {
      return Optional.empty();
    }
    Map<?, ?> last = documents.get(documents.size() - 1);
    List<Job> jobs = JsonText.list(last.get("jobs")).stream().map(FioReport::job).toList();
    String version = JsonText.text(last.get("fio version"));
    return Optional.of(new FioReport(version, jobs, remarks(text)));
  }

  /** fio's own lines in a text, each once. */
  public static List<String> remarks(String text) {
    return text.lines()
        .map(String::strip)
        .filter(line -> REMARK.matcher(line).matches())
        .distinct()
        .toList();
  }

  private static Job job(Object job) {
    Map<String, Direction> directions = new LinkedHashMap<>();
    for (String name : DIRECTIONS) {
      Map<?, ?> one = JsonText.map(JsonText.at(job, name));
      boolean ran =
          number(one.get("total_ios")).orElse(0) > 0 || number(one.get("io_bytes")).orElse(0) > 0;
      if (ran) {
        directions.put(name, direction(one));
      }
    }
    return new Job(
        JsonText.text(JsonText.at(job, "jobname")),
        (long) number(JsonText.at(job, "error")).orElse(0),
        (long) number(JsonText.at(job, "total_err")).orElse(0),
        directions);
  }

  private static Direction direction(Map<?, ?> one) {
    OptionalDouble bytes = number(one.get("bw_bytes"));
    boolean inNanoseconds = one.containsKey("clat_ns");
    Map<?, ?> latency = JsonText.map(one.get(inNanoseconds ? "clat_ns" : "clat"));
    int places = inNanoseconds ? 6 : 3;
    SortedMap<Double, Double> percentiles = new TreeMap<>();
    JsonText.map(latency.get("percentile"))
        .forEach(
            (percent, value) -> {
              OptionalDouble of = number(percent);
              OptionalDouble milliseconds = scaled(value, places);
              if (of.isPresent() && milliseconds.isPresent()) {
                percentiles.put(of.getAsDouble(), milliseconds.getAsDouble());
              }
            });
    // Where clat was switched off, fio writes zeros.
    boolean measured = number(latency.get("max")).orElse(0) > 0;
    return new Direction(
        number(one.get("iops")).orElse(0),
        bytes.isPresent() ? bytes.getAsDouble() : number(one.get("bw")).orElse(0) * 1024,
        (long) number(one.get("total_ios")).orElse(0),
        measured ? scaled(latency.get("mean"), places) : OptionalDouble.empty(),
        percentiles);
  }

  private static OptionalDouble number(Object value) {
    return scaled(value, 0);
  }

  /** In decimal, so that 92648 ns are 0.092648 ms and nothing beside it. */
  private static OptionalDouble scaled(Object value, int places) {
    if (!(value instanceof Number || value instanceof String)) {
      return OptionalDouble.empty();
    }
    String text = value.toString();
    if (text.length() > 60 || !text.matches("[+-]?[0-9]+(\\.[0-9]+)?([eE][+-]?[0-9]{1,3})?")) {
      return OptionalDouble.empty();
    }
    return OptionalDouble.of(new BigDecimal(text).movePointLeft(places).doubleValue());
  }

  /** Everything it warns of or complains about that is not one of the given words. */
  public List<String> remarksWithout(String pattern) {
    List<String> others = new ArrayList<>(remarks);
    others.removeIf(line -> line.matches(pattern));
    return List.copyOf(others);
  }
}
