package io.tuner.resources;

import io.tuner.format.UnitStatus;
import io.tuner.resource.Probe;
import io.tuner.resource.ProbeFailed;
import io.tuner.resource.Readings;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** How it is read whether a unit runs, and what a boot makes of it. */
record ServiceReader(Unit unit) {

  private static final List<String> WITHOUT_LINKS =
      List.of("static", "indirect", "generated", "transient");

  /** Where the links of an enabled unit are (systemctl(1), enable). */
  List<String> links() {
    String name = unit.name().replaceAll("[^A-Za-z0-9_.@:+-]", "?");
    return List.of("/etc/systemd/system/*.wants/" + name, "/etc/systemd/system/*.requires/" + name);
  }

  Probe probe() {
    Probe probe = unit.probe();
    for (String pattern : links()) {
      probe = probe.glob(pattern);
    }
    return probe;
  }

  ServiceState read(boolean live, boolean enabled, boolean masked, Readings readings)
      throws ProbeFailed {
    Optional<Map<String, String>> shown = unit.properties(readings);
    Map<String, String> properties = shown.orElse(Map.of());
    String load = properties.getOrDefault("LoadState", "");
    boolean there = shown.isPresent() && !load.equals("not-found");
    String file = properties.getOrDefault("UnitFileState", "");
    boolean linked = links().stream().anyMatch(pattern -> !readings.glob(pattern).isEmpty());
    String beneath = load.equals("masked") ? linked ? "enabled" : "disabled" : file;
    String mask = file.equals("masked-runtime") ? "runtime" : load.equals("masked") ? "yes" : "no";
    ServiceState.Around around =
        new ServiceState.Around(
            shown.isPresent(),
            load,
            beneath,
            new UnitStatus(properties).endsWithItsWork(),
            properties.getOrDefault("TriggeredBy", ""));
    String links = WITHOUT_LINKS.contains(beneath) ? "disabled" : beneath;
    return new ServiceState(
        live && there ? Optional.of(live(properties)) : Optional.empty(),
        new ServiceState.Persistent(
            enabled && there && !links.isEmpty() ? Optional.of(links) : Optional.empty(),
            masked && there ? Optional.of(mask) : Optional.empty()),
        around);
  }

  private static ServiceState.Live live(Map<String, String> properties) {
    return switch (properties.getOrDefault("ActiveState", "")) {
      case "active", "reloading", "refreshing" -> ServiceState.Live.STARTED;
      case "activating" -> ServiceState.Live.STARTING;
      case "deactivating" -> ServiceState.Live.STOPPING;
      default -> ServiceState.Live.STOPPED;
    };
  }
}
