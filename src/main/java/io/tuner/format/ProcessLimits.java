package io.tuner.format;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * {@code /proc/PID/limits} (proc(5)): a table of limits in columns, each with a soft and a hard
 * value, named as the settings of a unit are (systemd.exec(5)).
 */
public final class ProcessLimits {

  private static final Pattern ROW =
      Pattern.compile("(Max [a-z ]*[a-z]) +(unlimited|[0-9]+) +(unlimited|[0-9]+)( .*)?");

  private static final Map<String, String> ROWS =
      Map.ofEntries(
          Map.entry("LimitFSIZE", "Max file size"),
          Map.entry("LimitDATA", "Max data size"),
          Map.entry("LimitSTACK", "Max stack size"),
          Map.entry("LimitCORE", "Max core file size"),
          Map.entry("LimitRSS", "Max resident set"),
          Map.entry("LimitNPROC", "Max processes"),
          Map.entry("LimitNOFILE", "Max open files"),
          Map.entry("LimitMEMLOCK", "Max locked memory"),
          Map.entry("LimitAS", "Max address space"),
          Map.entry("LimitLOCKS", "Max file locks"),
          Map.entry("LimitSIGPENDING", "Max pending signals"),
          Map.entry("LimitMSGQUEUE", "Max msgqueue size"));

  private ProcessLimits() {}

  private static boolean shows(String setting) {
    return ROWS.containsKey(setting);
  }

  /**
   * The limits of a process, {@code soft:hard}, by the name of the setting; what is no row is
   * skipped.
   */
  public static Map<String, String> parse(String text) {
    Map<String, String> rows = new TreeMap<>();
    for (Line line : Line.split(text)) {
      Matcher row = ROW.matcher(line.text().strip());
      if (row.matches()) {
        rows.put(row.group(1), pair(word(row.group(2)), word(row.group(3))));
      }
    }
    Map<String, String> limits = new TreeMap<>();
    ROWS.forEach(
        (setting, row) ->
            Optional.ofNullable(rows.get(row)).ifPresent(value -> limits.put(setting, value)));
    return limits;
  }

  /**
   * A setting's value in the form that {@link #parse} has: {@code 64K} is {@code 65536:65536}.
   * Empty where it is no limit.
   */
  public static Optional<String> form(String setting, String value) {
    String soft = UnitValue.canonical(setting + "Soft", value);
    String hard = UnitValue.canonical(setting, value);
    return shows(setting) && (soft + ":" + hard).matches("(infinity|[0-9]+):(infinity|[0-9]+)")
        ? Optional.of(pair(soft, hard))
        : Optional.empty();
  }

  private static String pair(String soft, String hard) {
    return soft.equals(hard) ? hard : soft + ":" + hard;
  }

  private static String word(String value) {
    return value.equals("unlimited") ? "infinity" : value;
  }
}
