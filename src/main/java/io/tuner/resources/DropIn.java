package io.tuner.resources;

import io.tuner.format.IniFile;
import io.tuner.format.ProcessLimits;
import io.tuner.format.UnitFile;
import io.tuner.resource.Content;
import io.tuner.resource.Probe;
import io.tuner.resource.ProbeFailed;
import io.tuner.resource.Reading;
import io.tuner.resource.Readings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * A drop-in file of a unit (systemd.unit(5)), of which a task owns some settings.
 *
 * @param unit whose
 * @param file its name below {@code /etc/systemd/system/UNIT.d}
 * @param wanted the settings owned, by section and key, with the values wanted
 */
record DropIn(Unit unit, String file, Map<String, Map<String, Values>> wanted) {

  private static final IniFile.Style STYLE = new IniFile.Style(Optional.of("="), false);
  private static final List<String> ROOTS = List.of("/etc", "/run", "/usr/lib");

  String path() {
    return "/etc/systemd/system/" + unit.name() + ".d/" + file;
  }

  /** Reads the file, the other drop-ins of the unit, what systemd says, and limits in effect. */
  Probe probe() {
    Probe probe = Probe.NOTHING.file(path()).and(unit.existence());
    for (String pattern : patterns()) {
      probe = probe.glob(pattern);
    }
    return limits().isEmpty() ? probe : probe.process(unit.processes(), "limits");
  }

  /** Where drop-ins of the unit lie, as patterns. */
  List<String> patterns() {
    // What a pattern may not hold stands for itself in no unit's name but an escaped one.
    String name = unit.name().replaceAll("[^A-Za-z0-9_.@:+-]", "?");
    List<String> directories = new ArrayList<>(List.of(name));
    directories.add(name.substring(name.lastIndexOf('.') + 1));
    if (name.matches(".+@.+\\..+")) {
      directories.add(name.replaceFirst("@.*\\.", "@."));
    }
    return ROOTS.stream()
        .flatMap(root -> directories.stream().map(d -> root + "/systemd/system/" + d + ".d/*.conf"))
        .toList();
  }

  Optional<Content> content(Readings readings) throws ProbeFailed {
    return readings.file(path()).known(path());
  }

  /** Values as a task has them, in the order that files and plans have. */
  static Map<String, Map<String, Values>> sorted(Map<String, Map<String, List<String>>> given) {
    Map<String, Map<String, Values>> sorted = new TreeMap<>();
    given.forEach(
        (section, keys) -> {
          Map<String, Values> settings = new TreeMap<>();
          keys.forEach((key, values) -> settings.put(key, new Values(values)));
          sorted.put(section, settings);
        });
    return sorted;
  }

  /** The limits wanted of a service, as a running process shows them. */
  Map<String, String> limits() {
    Map<String, String> limits = new TreeMap<>();
    wanted
        .getOrDefault("Service", Map.of())
        .forEach(
            (key, values) ->
                ProcessLimits.form(key, values.all().get(values.all().size() - 1))
                    .ifPresent(form -> limits.put(key, form)));
    return limits;
  }

  /** The settings that a running process has from its start, and that it does not show. */
  String untilRestart() {
    return wanted.values().stream()
        .flatMap(keys -> keys.keySet().stream())
        .filter(key -> !limits().containsKey(key) && !key.matches("(Timeout|Restart).*"))
        .collect(Collectors.joining(", "));
  }

  /** What the file sets of the settings owned, by section and key. */
  Map<String, Map<String, Values>> settings(Optional<Content> content) {
    IniFile ini = IniFile.parse(EditedFile.text(content).all(), STYLE);
    Map<String, Map<String, Values>> settings = new TreeMap<>();
    wanted.forEach(
        (section, keys) ->
            keys.keySet()
                .forEach(
                    key ->
                        Values.some(ini.values(section, key))
                            .ifPresent(
                                values ->
                                    settings
                                        .computeIfAbsent(section, name -> new TreeMap<>())
                                        .put(key, values))));
    return settings;
  }

  /** Sets each of the settings owned to what a state has of it, or takes it out. */
  EditedFile.Edit edit(Map<String, Map<String, Values>> settings) {
    return text -> {
      IniFile ini = IniFile.parse(text.all(), STYLE);
      for (String section : wanted.keySet()) {
        for (String key : wanted.get(section).keySet()) {
          Values values = settings.getOrDefault(section, Map.of()).get(key);
          ini =
              values == null ? ini.without(section, key) : ini.withAll(section, key, values.all());
        }
      }
      return ini.text();
    };
  }

  /** True where a line goes on behind a backslash, which an edit line by line would tear. */
  static boolean isContinued(Optional<Content> content) {
    return EditedFile.text(content).all().lines().anyMatch(line -> line.endsWith("\\"));
  }

  /** The drop-ins that are read after this one and set one of its settings too. */
  List<String> later(Readings readings) {
    Map<String, Reading<Content>> all = new TreeMap<>();
    patterns().forEach(pattern -> all.putAll(readings.glob(pattern)));
    all.putIfAbsent(path(), new Reading.Absent<>());
    List<String> order = UnitFile.dropIns(all.keySet(), unit.name());
    List<String> later = new ArrayList<>();
    for (String other : order.subList(order.indexOf(path()) + 1, order.size())) {
      UnitFile read =
          all.get(other) instanceof Reading.Present<Content> present
              ? UnitFile.parse(Readings.decode(present.value()))
              : UnitFile.parse("");
      read.assignments().stream()
          .filter(a -> wanted.getOrDefault(a.section(), Map.of()).containsKey(a.key()))
          .forEach(a -> later.add(other + " sets " + a.key() + " as well, and is read later"));
    }
    return later;
  }
}
