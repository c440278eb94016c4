package io.tuner.format;

import java.util.Optional;

/**
 * What is said to OceanBase about one parameter.
 *
 * @param parameter its name
 * @param tenant whose it is, where it is not the cluster's or the asking tenant's own
 */
public record ParameterStatements(String parameter, Optional<String> tenant) {

  /** Asks what the observers run with. */
  public String show() {
    return "SHOW PARAMETERS LIKE '" + ServerParameters.pattern(parameter) + "'" + ofTenant();
  }

  /** Asks what was set ({@link KeptParameter}). */
  public String kept() {
    return "SELECT zone, svr_ip, svr_port, value, config_version FROM oceanbase.__all_sys_parameter"
        + " WHERE name = '"
        + parameter
        + "'";
  }

  /** Sets it everywhere. */
  public String set(String value) {
    return set(value, "");
  }

  /** Sets it of one observer, {@code address:port}. */
  public String setOn(String observer, String value) {
    return set(value, " SERVER = '" + observer + "'");
  }

  private String set(String value, String where) {
    String text = value.replace("\\", "\\\\").replace("'", "''");
    return "ALTER SYSTEM SET " + parameter + " = '" + text + "'" + where + ofTenant();
  }

  private String ofTenant() {
    return tenant.map(t -> " TENANT = '" + t + "'").orElse("");
  }
}
