package io.tuner.bench;

import io.tuner.bench.statistics.Cell;
import io.tuner.resource.Problems;
import io.tuner.text.Shell;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One run of BenchmarkSQL 5 (its HOW-TO-RUN): {@code ./runBenchmark.sh PROPERTIES} in its directory
 * {@code run}, from which it finds its other scripts and its classes.
 */
record BenchmarksqlRun(Benchmarksql task, Cell cell) {

  /** BenchmarkSQL refuses more: every terminal has a district of its own. */
  private static final int TERMINALS_PER_WAREHOUSE = 10;

  private static final Map<String, String> REFUSED =
      Map.of(
          "password", "it would be seen in the playbook: leave it in the properties file",
          "terminals", "write it as a parameter",
          "warehouses", "write it as a parameter",
          "runMins", "write `run_mins`",
          "runTxnsPerTerminal", "write `run_mins`",
          "limitTxnsPerMin", "write `limit_txns_per_min`");

  /** They copy the password and load the database's host. */
  private static final List<String> LEFT_OUT =
      List.of(
          "resultDirectory",
          "osCollectorScript",
          "osCollectorInterval",
          "osCollectorSSHAddr",
          "osCollectorDevices");

  void check(Problems problems) {
    HostPath.check("directory", task.directory(), problems);
    String file = task.properties();
    HostPath.check("properties", file.startsWith("/") ? file : "/" + file, problems);
    int fewest = task.warehouses().orElse(Integer.MAX_VALUE / TERMINALS_PER_WAREHOUSE);
    for (int count : task.terminals()) {
      if (count < 1 || count > (long) fewest * TERMINALS_PER_WAREHOUSE) {
        problems.error(
            "terminals",
            "`" + count + "` terminals cannot be",
            "from 1 to 10 for each of `warehouses`");
      }
    }
    if (task.run_mins() < 1) {
      problems.error("run_mins", "`run_mins` is a number from 1 on");
    }
    if (task.warehouses().filter(count -> count < 1).isPresent()) {
      problems.error("warehouses", "`warehouses` is a number from 1 on");
    }
    if (task.limit_txns_per_min().filter(count -> count < 0).isPresent()) {
      problems.error("limit_txns_per_min", "`limit_txns_per_min` is a number from 0 on");
    }
    task.settings().forEach((name, value) -> setting(name, value, problems));
  }

  private static void setting(String name, String value, Problems problems) {
    String place = "settings." + name;
    if (REFUSED.containsKey(name)) {
      problems.error(place, "`" + name + "` cannot be given here: " + REFUSED.get(name));
    } else if (!name.matches("[A-Za-z][A-Za-z0-9]*")) {
      problems.error(place, "`" + name + "` is not the name of a setting");
    } else if (value.chars().anyMatch(Character::isISOControl)) {
      problems.error(place, "`" + name + "` has a control character");
    }
  }

  String command() {
    Map<String, String> given = given();
    List<String> dropped = new ArrayList<>(LEFT_OUT);
    dropped.addAll(given.keySet());
    StringBuilder sed = new StringBuilder("sed");
    for (String name : dropped) {
      sed.append(" -e ").append(Shell.quote("/^[[:space:]]*" + name + "[[:space:]]*[=:]/d"));
    }
    List<String> lines = new ArrayList<>();
    given.forEach((name, value) -> lines.add(name + "=" + escaped(value)));
    return CleanedUp.directory("/tmp", "tuner-benchmarksql")
        .around(
            List.of(
                "cd " + HostPath.word(task.directory() + "/run") + " || exit 1",
                "[ -r "
                    + HostPath.word(task.file())
                    + " ] || {\n"
                    + "  printf '%s cannot be read\\n' "
                    + HostPath.word(task.file())
                    + " >&2\n"
                    + "  exit 1\n"
                    + "}",
                "{\n  "
                    + sed
                    + " "
                    + HostPath.word(task.file())
                    + "\n"
                    + "  printf '\\n'\n"
                    + "  printf '%s\\n' "
                    + Shell.join(lines)
                    + "\n"
                    + "} >\"$own/run.properties\" || exit 1",
                "run ./runBenchmark.sh \"$own/run.properties\""));
  }

  /** What the copy says; one of the two limits of a run must be 0. */
  private Map<String, String> given() {
    Map<String, String> given = new LinkedHashMap<>(task.settings());
    task.warehouses().ifPresent(count -> given.put("warehouses", "" + count));
    given.put("terminals", task.matrix().of(cell, "terminals"));
    given.put("runTxnsPerTerminal", "0");
    given.put("runMins", "" + task.run_mins());
    task.limit_txns_per_min().ifPresent(count -> given.put("limitTxnsPerMin", "" + count));
    return given;
  }

  /** As java.util.Properties reads it back: ISO 8859-1, a backslash escapes. */
  private static String escaped(String value) {
    StringBuilder text = new StringBuilder();
    for (char c : value.toCharArray()) {
      if (c == '\\' || c == ' ' && text.length() == 0) {
        text.append('\\').append(c);
      } else if (c > '~') {
        text.append("\\u").append(String.format("%04x", (int) c));
      } else {
        text.append(c);
      }
    }
    return text.toString();
  }
}
