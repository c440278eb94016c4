package io.tuner.resources;

import io.tuner.format.SystemctlShow;
import io.tuner.resource.Probe;
import io.tuner.resource.ProbeFailed;
import io.tuner.resource.Problems;
import io.tuner.resource.Read;
import io.tuner.resource.Readings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A systemd unit and what its manager says of it. All types ask in the same words, so that a host
 * answers once for a unit.
 *
 * @param name with its suffix
 */
record Unit(String name) {

  private static final List<String> PROPERTIES =
      List.of(
          "Id",
          "LoadState",
          "ActiveState",
          "SubState",
          "UnitFileState",
          "Result",
          "Type",
          "RemainAfterExit",
          "MainPID",
          "ExecMainStatus",
          "NeedDaemonReload",
          "DropInPaths",
          "TriggeredBy");

  private static final String SUFFIX =
      ".*\\.(service|socket|device|mount|automount|swap|target|path|timer|slice|scope)";

  /** A unit as an operator names it: without a suffix it is a service (systemd.unit(5)). */
  static Unit of(String text) {
    return new Unit(text.matches(SUFFIX) ? text : text + ".service");
  }

  /** Says where that cannot be a unit's name. */
  static void validate(String parameter, String text, Problems problems) {
    if (!text.matches("[A-Za-z0-9:_.\\\\@][A-Za-z0-9:_.\\\\@-]{0,254}")) {
      problems.error(parameter, "`" + text + "` is not the name of a unit");
    }
  }

  /** True for {@code name@.service}, of which only instances can run. */
  boolean isTemplate() {
    return name.contains("@.");
  }

  /** Its processes, by their control group. */
  Read.Selector processes() {
    return new Read.Selector(Read.Selector.Kind.UNIT, name);
  }

  /**
   * Whether there is such a unit.
   *
   * @param there known to the manager
   * @param properties none of a template, which is never loaded itself
   */
  record Existence(boolean there, Map<String, String> properties) {}

  /** Asks what {@link #existence(Readings)} needs. */
  Probe existence() {
    return isTemplate()
        ? Probe.NOTHING.run("systemctl", "list-unit-files", "--no-legend", name)
        : probe();
  }

  /** Whether there is such a unit; empty where no manager runs. */
  Optional<Existence> existence(Readings readings) throws ProbeFailed {
    if (!isTemplate()) {
      return properties(readings)
          .map(found -> new Existence(!"not-found".equals(found.get("LoadState")), found));
    }
    return readings
        .run("systemctl", "list-unit-files", "--no-legend", name)
        .known("the unit files of systemd")
        .filter(output -> !unmanaged(output))
        .map(output -> new Existence(output.stdout().contains(name), Map.of()));
  }

  private static boolean unmanaged(Readings.Output output) {
    return output.stderr().matches("(?s).*(booted with|connect to bus).*");
  }

  private String[] arguments() {
    List<String> words = new ArrayList<>(List.of("show"));
    PROPERTIES.forEach(property -> words.add("--property=" + property));
    words.add(name);
    return words.toArray(String[]::new);
  }

  Probe probe() {
    return Probe.NOTHING.run("systemctl", arguments());
  }

  /**
   * The properties; empty where the host has no systemctl, or no systemd runs there (a container, a
   * directory that is no running system).
   */
  Optional<Map<String, String>> properties(Readings readings) throws ProbeFailed {
    Optional<Readings.Output> output =
        readings.run("systemctl", arguments()).known("what systemd says of " + name);
    if (output.isEmpty() || unmanaged(output.get())) {
      return Optional.empty();
    }
    Map<String, String> properties = new TreeMap<>();
    SystemctlShow.parse(output.get().stdout()).units().stream()
        .limit(1)
        .forEach(unit -> PROPERTIES.forEach(p -> unit.get(p).ifPresent(v -> properties.put(p, v))));
    if (output.get().exit() != 0 || !properties.containsKey("LoadState")) {
      throw new ProbeFailed(
          "systemctl does not tell of " + name + ": " + output.get().stderr().strip());
    }
    return Optional.of(properties);
  }
}
