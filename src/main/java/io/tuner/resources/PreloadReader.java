package io.tuner.resources;

import io.tuner.format.Preload;
import io.tuner.format.Refusal;
import io.tuner.resource.Content;
import io.tuner.resource.Knob;
import io.tuner.resource.Probe;
import io.tuner.resource.ProbeFailed;
import io.tuner.resource.Read;
import io.tuner.resource.Readings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * How it is read what is preloaded.
 *
 * @param kind of the place
 * @param unit where the place is one's drop-in
 * @param file where it is another
 * @param process whose maps show whether it took, where there is no unit
 * @param libraries wanted
 */
record PreloadReader(
    PreloadPlace.Kind kind,
    Optional<Unit> unit,
    Optional<String> file,
    Optional<String> process,
    List<String> libraries) {

  /** It is read late, for the last setting of a variable counts. */
  private static final String DROP_IN = "zz-tuner-preload.conf";

  DropIn drop() {
    return new DropIn(unit.orElseThrow(), DROP_IN, Map.of());
  }

  PreloadPlace place() {
    return new PreloadPlace(kind, unit.isPresent() ? drop().path() : file.orElse("/"));
  }

  /** What a start gets of it. */
  Knob knob() {
    return unit.map(one -> UnitEnvironmentWriter.preload(one.name()))
        .orElseGet(() -> place().knob());
  }

  private PreloadLibraries wanted() {
    return new PreloadLibraries(libraries);
  }

  private Optional<MappedLibraries> mapped() {
    return selector().map(processes -> new MappedLibraries(libraries, processes));
  }

  private Optional<Read.Selector> selector() {
    return unit.map(Unit::processes).or(() -> process.map(Processes::named));
  }

  Map<String, Knob> knobs(LdPreloadState state, String name) {
    Map<String, Knob> knobs = new TreeMap<>();
    state.effective().ifPresent(value -> knobs.put("effective", knob()));
    state.persistent().ifPresent(value -> knobs.put("persistent", place().knob()));
    state.loaded().ifPresent(is -> knobs.put("loaded", Knob.of("unit:" + name + ":loaded")));
    for (String library : state.restart().keySet()) {
      knobs.put("restart." + library, Knob.of("mapped:" + name + ":" + library));
    }
    return knobs;
  }

  Probe probe() {
    Probe probe = Probe.NOTHING.file(place().path()).and(wanted().probe());
    if (unit.isPresent()) {
      probe = probe.and(unit.get().existence()).and(new UnitSources(drop()).probe());
    }
    return mapped().isPresent() ? probe.and(mapped().get().probe()) : probe;
  }

  LdPreloadState parse(Readings readings) throws ProbeFailed {
    PreloadPlace place = place();
    Optional<Content> content = readings.file(place.path()).known(place.path());
    Optional<String> persistent = Optional.empty();
    List<String> faults = new ArrayList<>();
    try {
      persistent = place.value(content);
    } catch (Refusal refusal) {
      faults.add(place.path() + " " + refusal.getMessage());
    }
    List<String> missing = new ArrayList<>();
    wanted().check(readings, missing, faults);
    if (unit.isEmpty()) {
      return new LdPreloadState(
          persistent,
          Optional.empty(),
          Optional.empty(),
          running(readings, ""),
          new LdPreloadState.Around(
              content, UnitState.Around.NONE, Optional.empty(), missing, faults, List.of()));
    }
    UnitState state = new UnitReader(drop()).read(readings);
    UnitSources.Found found = new UnitSources(drop()).read(readings);
    List<String> environment = List.copyOf(found.environment().values());
    List<String> unread = new ArrayList<>();
    found.unread().forEach(path -> unread.add(path + " was not looked at: what it sets wins"));
    for (Map.Entry<String, String> file : found.environment().entrySet()) {
      if (Preload.inEnvironmentFile(file.getValue()).isPresent()) {
        faults.add(
            file.getKey()
                + " sets LD_PRELOAD for "
                + unit.get().name()
                + ", which beats any drop-in (systemd.exec(5)): use `env_file: "
                + file.getKey()
                + "`");
      }
    }
    String main =
        unit.get()
            .existence(readings)
            .map(Unit.Existence::properties)
            .orElse(Map.of())
            .getOrDefault("MainPID", "");
    return new LdPreloadState(
        persistent,
        Preload.effective(found.settings("Environment", ""), environment),
        state.loaded(),
        running(readings, main),
        new LdPreloadState.Around(
            content,
            state.around(),
            Preload.effective(found.settings("Environment", place.path()), environment),
            missing,
            faults,
            unread));
  }

  private Map<String, String> running(Readings readings, String main) throws ProbeFailed {
    return mapped().isPresent() ? mapped().get().running(readings, main) : Map.of();
  }
}
