package io.tuner.format;

import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What pgbench tells at its end, PostgreSQL 9.6 to 17 (pgbench(1)).
 *
 * <p>Up to 13 there are two rates, {@code tps = … (including connections establishing)} and {@code
 * (excluding …)}; from 14 on one, {@code (without initial connection time)}, or with a connection
 * for every transaction {@code (including reconnection times)}. Failed transactions are counted
 * from 15 on. The deviation is told only where every transaction is timed.
 *
 * @param tps transactions a second, the time to connect left out where that is told
 * @param latencyAverage milliseconds
 * @param latencyDeviation milliseconds
 * @param transactions how many were done
 * @param failed how many were not, after all retries; empty where it does not count them
 * @param skipped how many came too late for a given rate
 * @param scale of the tables that its own scripts use; it finds it in the database
 * @param aborted how many clients gave up
 * @param version of pgbench, as it says
 */
public record PgbenchReport(
    OptionalDouble tps,
    OptionalDouble latencyAverage,
    OptionalDouble latencyDeviation,
    OptionalLong transactions,
    OptionalLong failed,
    OptionalLong skipped,
    OptionalLong scale,
    long aborted,
    Optional<String> version) {

  private static final String NUMBER = "([0-9]{1,15}(?:\\.[0-9]{1,9})?)";
  private static final String WHOLE = "([0-9]{1,15})";

  private static final Pattern ABORTED =
      Pattern.compile("(?m)^(?:pgbench: (?:error: )?)?client [0-9]+ .*aborted\\b");
  private static final Pattern VERSION = Pattern.compile("(?m)^pgbench \\(([^\\n]*)\\)$");

  /**
   * Reads it.
   *
   * @param output on standard output
   * @param errors on standard error
   */
  public static PgbenchReport parse(String output, String errors) {
    OptionalDouble without =
        decimal(output, "tps = " + NUMBER + " \\((?:excluding connections|without initial) .*");
    Matcher version = VERSION.matcher(output);
    return new PgbenchReport(
        without.isPresent() ? without : decimal(output, "tps = " + NUMBER + " \\(including .*"),
        decimal(output, "latency average ?[=:] " + NUMBER + " ms(?: \\(including failures\\))?"),
        decimal(output, "latency stddev ?[=:] " + NUMBER + " ms"),
        whole(output, "number of transactions actually processed: " + WHOLE + "(?:/[0-9]+)?"),
        whole(output, "number of failed transactions: " + WHOLE + "\\b.*"),
        whole(output, "number of transactions skipped: " + WHOLE + "\\b.*"),
        whole(output, "scaling factor: " + WHOLE),
        ABORTED.matcher(errors).results().count(),
        version.find() ? Optional.of(version.group(1)) : Optional.empty());
  }

  private static OptionalDouble decimal(String text, String line) {
    return last(text, line)
        .map(found -> OptionalDouble.of(Double.parseDouble(found)))
        .orElse(OptionalDouble.empty());
  }

  private static OptionalLong whole(String text, String line) {
    return last(text, line)
        .map(found -> OptionalLong.of(Long.parseLong(found)))
        .orElse(OptionalLong.empty());
  }

  /** Of whole lines only: each script of several has indented ones of its own. */
  private static Optional<String> last(String text, String line) {
    Optional<String> last = Optional.empty();
    for (Matcher found = Pattern.compile("(?m)^" + line + "$").matcher(text); found.find(); ) {
      last = Optional.of(found.group(1));
    }
    return last;
  }
}
