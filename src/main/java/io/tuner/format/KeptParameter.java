package io.tuner.format;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * What was set of a parameter, as {@code oceanbase.__all_sys_parameter} has it: rows of all servers
 * ({@code ANY}), of a zone, and of one server, of which the newest that fits counts. The observers
 * show what they run with instead: a static parameter changes there with the next start alone.
 */
public final class KeptParameter {

  private KeptParameter() {}

  /** The value of the newest row that is about an observer; empty where none is. */
  public static Optional<String> value(List<BoxedTable.Row> rows, ServerParameters.Row of) {
    return rows.stream()
        .filter(row -> isAbout(row, of))
        .max(Comparator.comparingLong(KeptParameter::version))
        .flatMap(row -> row.get("value"));
  }

  private static boolean isAbout(BoxedTable.Row row, ServerParameters.Row of) {
    String ip = row.get("svr_ip").orElse("");
    String zone = row.get("zone").orElse("");
    boolean all = ip.isEmpty() || ip.equalsIgnoreCase("ANY");
    return all
        ? zone.isEmpty() || zone.equals(of.zone())
        : of.observer().equals(ip + ":" + row.get("svr_port").orElse(""));
  }

  private static long version(BoxedTable.Row row) {
    String version = row.get("config_version").orElse("");
    return version.matches("[0-9]{1,18}") ? Long.parseLong(version) : 0;
  }
}
