package io.tuner.bench;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The name of what an observer measured: {@code disk_io.sdb.write_rate}, and {@code
 * disk_io.write_rate} of the host as a whole. So a report makes tables of them: a row for each
 * subject, a column for each quantity.
 *
 * @param observer its type, without a dot
 * @param subject a disk, a set of CPUs, an interface, a process; may hold dots ({@code eth0.100},
 *     {@code nodeos.service}); empty for the host as a whole
 * @param quantity without a dot
 */
public record MetricName(String observer, Optional<String> subject, String quantity) {

  private static final Pattern FORM = Pattern.compile("([^.]+)\\.(?:(.+)\\.)?([^.]+)");

  public MetricName {
    if (observer.contains(".") || quantity.contains(".")) {
      throw new IllegalArgumentException("a dot in the name of a metric: " + observer + quantity);
    }
  }

  /** Takes a name apart; empty where no observer gave it. */
  public static Optional<MetricName> parse(String name) {
    Matcher parts = FORM.matcher(name);
    return parts.matches() && Observers.find(parts.group(1)).isPresent()
        ? Optional.of(
            new MetricName(parts.group(1), Optional.ofNullable(parts.group(2)), parts.group(3)))
        : Optional.empty();
  }

  @Override
  public String toString() {
    return observer + "." + subject.map(name -> name + ".").orElse("") + quantity;
  }
}
