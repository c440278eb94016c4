package io.tuner.resources;

import io.tuner.format.ProcessLimits;
import io.tuner.resource.Content;
import io.tuner.resource.ProbeFailed;
import io.tuner.resource.Readings;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** How a unit's drop-in is read, and what its manager and its main process have of it. */
record UnitReader(DropIn drop) {

  UnitState read(Readings readings) throws ProbeFailed {
    Optional<Content> content = drop.content(readings);
    Optional<Unit.Existence> existence = drop.unit().existence(readings);
    Map<String, String> properties = existence.map(Unit.Existence::properties).orElse(Map.of());
    UnitState.Around around =
        new UnitState.Around(
            content,
            existence.isPresent(),
            existence.filter(e -> !e.there()).isPresent(),
            "masked".equals(properties.get("LoadState")),
            drop.later(readings));
    return new UnitState(
        drop.settings(content),
        properties.isEmpty() ? Optional.empty() : Optional.of(loaded(properties)),
        drop.limits().isEmpty() ? Map.of() : running(properties, readings),
        around);
  }

  private boolean loaded(Map<String, String> properties) {
    List<String> paths = List.of(properties.getOrDefault("DropInPaths", "").split(" "));
    return paths.contains(drop.path())
        && "loaded".equals(properties.get("LoadState"))
        && "no".equals(properties.get("NeedDaemonReload"));
  }

  private Map<String, String> running(Map<String, String> properties, Readings readings)
      throws ProbeFailed {
    List<Readings.Found> found = readings.processes(drop.unit().processes(), "limits");
    String main = properties.getOrDefault("MainPID", "");
    Optional<Readings.Found> process =
        found.stream()
            .filter(f -> main.equals(Integer.toString(f.pid())))
            .findFirst()
            .or(() -> found.stream().min(Comparator.comparingInt(Readings.Found::pid)));
    if (process.isEmpty()) {
      return Map.of();
    }
    // The process may have ended since it was found, which is no limit and no error.
    Optional<Content> text = process.get().files().get("limits").known("the limits of " + main);
    Map<String, String> running =
        new TreeMap<>(ProcessLimits.parse(text.map(Readings::decode).orElse("")));
    running.keySet().retainAll(drop.limits().keySet());
    return running;
  }
}
