package io.tuner.format;

import java.util.List;
import java.util.Map;

/** How a unit is, by its properties in {@code systemctl show} (org.freedesktop.systemd1(5)). */
public record UnitStatus(Map<String, String> properties) {

  /** True where it is up. */
  public boolean isUp() {
    return List.of("active", "reloading", "refreshing")
        .contains(properties.getOrDefault("ActiveState", ""));
  }

  /**
   * True for a service that ends with its work, and so is not up afterwards (systemd.service(5)).
   */
  public boolean endsWithItsWork() {
    return "oneshot".equals(properties.get("Type"))
        && !"yes".equals(properties.get("RemainAfterExit"));
  }

  /** How the unit of this name is, in the manager's own words. */
  public String of(String name) {
    String line =
        name
            + " is "
            + properties.getOrDefault("ActiveState", "?")
            + " ("
            + properties.getOrDefault("SubState", "?")
            + ")";
    String result = properties.getOrDefault("Result", "");
    String exit = properties.getOrDefault("ExecMainStatus", "0");
    line += result.isEmpty() || result.equals("success") ? "" : ", result " + result;
    return line + (exit.equals("0") ? "" : ", its main process ended with " + exit);
  }
}
