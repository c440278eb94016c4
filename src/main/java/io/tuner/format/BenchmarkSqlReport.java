package io.tuner.format;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What BenchmarkSQL 5 tells of a run (its HOW-TO-RUN, and jTPCC's log). Its script exits with 0
 * whatever happened, and errors of transactions do not stop it: they stand among its lines, and the
 * result follows all the same. Running averages are not read.
 *
 * @param tpmC new orders a minute: {@code Measured tpmC (NewOrders)}
 * @param tpmTotal transactions of all kinds a minute
 * @param transactions how many were done in all
 * @param duration from session start to session end, in whole seconds
 * @param errors how many, by transaction: {@code NEW_ORDER}; {@code other} where none is named
 * @param lastError the last line that tells of one
 */
public record BenchmarkSqlReport(
    OptionalDouble tpmC,
    OptionalDouble tpmTotal,
    OptionalLong transactions,
    Optional<Duration> duration,
    SortedMap<String, Long> errors,
    Optional<String> lastError) {

  private static final String NUMBER = "([0-9]{1,15}(?:\\.[0-9]{1,15})?(?:E[0-9]{1,2})?)";

  private static final Pattern TPMC =
      Pattern.compile("Measured tpmC \\(NewOrders\\)\\s*=\\s*" + NUMBER);
  private static final Pattern TPM_TOTAL = Pattern.compile("Measured tpmTOTAL\\s*=\\s*" + NUMBER);
  private static final Pattern COUNT =
      Pattern.compile("Transaction Count\\s*=\\s*([0-9]{1,15})\\b");

  /** Forks count them. */
  private static final Pattern ERROR_COUNT =
      Pattern.compile("Transaction Error\\s*=\\s*([0-9]{1,15})\\b");

  private static final Pattern SESSION =
      Pattern.compile("Session (Start|End)\\s*=\\s*([0-9-]{10} [0-9:]{8})");
  private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss");

  private static final Pattern ERROR =
      Pattern.compile("(?:^|.*[\\s\\]])(?:ERROR|FATAL|SEVERE)\\b.*|Exception in thread .*");
  private static final Pattern UNEXPECTED =
      Pattern.compile(".*Unexpected SQLException in ([A-Z_]{1,40})\\b.*");
  private static final Pattern THREAD = Pattern.compile("[^\\[]*(\\[[^\\]]*\\]).*");

  private static final String OTHER = "other";

  /** Reads it: both of its outputs, one after the other. */
  public static BenchmarkSqlReport parse(String text) {
    SortedMap<String, Long> errors = new TreeMap<>();
    Optional<String> lastError = errors(text, errors);
    long told = last(text, ERROR_COUNT).map(Long::parseLong).orElse(0L);
    long counted = errors.values().stream().mapToLong(Long::longValue).sum();
    if (told > counted) {
      errors.merge(OTHER, told - counted, Long::sum);
    }
    return new BenchmarkSqlReport(
        decimal(text, TPMC),
        decimal(text, TPM_TOTAL),
        last(text, COUNT)
            .map(count -> OptionalLong.of(Long.parseLong(count)))
            .orElse(OptionalLong.empty()),
        duration(text),
        errors,
        lastError);
  }

  /** New orders among all transactions, 0 to 1; empty where one of them is not told, or zero. */
  public OptionalDouble newOrderShare() {
    return tpmC.isPresent() && tpmTotal.orElse(0) > 0
        ? OptionalDouble.of(tpmC.getAsDouble() / tpmTotal.getAsDouble())
        : OptionalDouble.empty();
  }

  /** How many errors in all. */
  public long errorCount() {
    return errors.values().stream().mapToLong(Long::longValue).sum();
  }

  /**
   * An error of a transaction has two lines, of one thread; the second has the database's words.
   */
  private static Optional<String> errors(String text, SortedMap<String, Long> errors) {
    Optional<String> lastError = Optional.empty();
    TreeMap<String, Boolean> awaited = new TreeMap<>();
    for (String line : text.lines().toList()) {
      if (line.length() > 10_000 || !ERROR.matcher(line).matches()) {
        continue;
      }
      lastError = Optional.of(line.strip());
      Matcher unexpected = UNEXPECTED.matcher(line);
      Matcher thread = THREAD.matcher(line);
      String of = thread.matches() ? thread.group(1) : "";
      if (unexpected.matches()) {
        errors.merge(unexpected.group(1), 1L, Long::sum);
        awaited.put(of, true);
      } else if (!awaited.getOrDefault(of, false)) {
        errors.merge(OTHER, 1L, Long::sum);
      } else {
        awaited.put(of, false);
      }
    }
    return lastError;
  }

  private static Optional<Duration> duration(String text) {
    Optional<LocalDateTime> start = Optional.empty();
    Optional<LocalDateTime> end = Optional.empty();
    for (Matcher found = SESSION.matcher(text); found.find(); ) {
      Optional<LocalDateTime> time = time(found.group(2));
      if (found.group(1).equals("Start")) {
        start = time;
      } else {
        end = time;
      }
    }
    return start.isPresent() && end.isPresent()
        ? Optional.of(Duration.between(start.get(), end.get())).filter(took -> !took.isNegative())
        : Optional.empty();
  }

  private static Optional<LocalDateTime> time(String text) {
    try {
      return Optional.of(LocalDateTime.parse(text, TIME));
    } catch (DateTimeException none) {
      return Optional.empty();
    }
  }

  private static OptionalDouble decimal(String text, Pattern pattern) {
    return last(text, pattern)
        .map(found -> OptionalDouble.of(Double.parseDouble(found)))
        .orElse(OptionalDouble.empty());
  }

  private static Optional<String> last(String text, Pattern pattern) {
    Optional<String> last = Optional.empty();
    for (Matcher found = pattern.matcher(text); found.find(); ) {
      last = Optional.of(found.group(1));
    }
    return last;
  }
}
