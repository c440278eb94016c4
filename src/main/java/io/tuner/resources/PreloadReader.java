package io.tuner.resources;

import io.tuner.format.ElfHeader;
import io.tuner.format.Preload;
import io.tuner.format.Refusal;
import io.tuner.resource.Content;
import io.tuner.resource.Knob;
import io.tuner.resource.Notes;
import io.tuner.resource.Probe;
import io.tuner.resource.ProbeFailed;
import io.tuner.resource.Read;
import io.tuner.resource.Readings;
import io.tuner.resource.Unsupported;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

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

  /** A program that is certainly made for this host: the one that reads it. */
  private static final String OWN = "/proc/self/exe";

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

  private Optional<Read.Selector> selector() {
    return unit.map(Unit::processes).or(() -> process.map(Processes::named));
  }

  /** The state wanted; {@code exec} is what a wrapper starts. */
  LdPreloadState target(
      LdPreloadState observed, Preload.Position position, String exec, Notes notes)
      throws Unsupported {
    LdPreloadState.Around around = observed.around();
    UnitState.remembered(observed.loaded(), notes);
    around.check(notes);
    Optional<String> none = Optional.empty();
    if (kind == PreloadPlace.Kind.WRAPPER) {
      String wrapping = Preload.wrapping(libraries, position, exec);
      return observed.wanted(place(), Optional.of(wrapping), none);
    }
    if (kind == PreloadPlace.Kind.ENVIRONMENT_FILE) {
      String merged = Preload.merged(observed.persistent(), libraries, position);
      return observed.wanted(place(), Optional.of(merged), none);
    }
    around.unit().writable(drop(), notes);
    Optional<String> merged = Optional.of(Preload.merged(around.others(), libraries, position));
    boolean already = around.others().equals(merged) && observed.persistent().isEmpty();
    return observed.wanted(place(), already ? none : merged, merged);
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
    Probe probe = Probe.NOTHING.file(place().path()).and(dump(OWN));
    for (String library : libraries) {
      probe = probe.and(dump(library)).followedAttributes(library).link(library);
      for (String other : relatives(library)) {
        probe = probe.attributes(other);
      }
    }
    if (unit.isPresent()) {
      probe = probe.and(unit.get().existence()).and(new UnitSources(drop()).probe());
    }
    return selector().isPresent() ? probe.lines(selector().get(), "maps", mapped()) : probe;
  }

  /**
   * What the lines of a library have: a database's maps are many MiB, of memory and of its files,
   * and the host looks for those lines alone.
   */
  private List<String> mapped() {
    Set<String> words = new TreeSet<>(List.of(".so"));
    libraries.forEach(library -> words.add(library.substring(library.lastIndexOf('/') + 1)));
    return List.copyOf(words);
  }

  private static Probe dump(String path) {
    return Probe.NOTHING.run(
        "od", "-A", "n", "-t", "x1", "-N", Integer.toString(ElfHeader.LENGTH), path);
  }

  private static Optional<Readings.Output> dump(String path, Readings readings) throws ProbeFailed {
    Read read = dump(path).reads().get(0);
    Read.Run run = (Read.Run) read;
    return readings
        .run("od", run.arguments().toArray(String[]::new))
        .known("the beginning of " + path);
  }

  /** Other names that distributions give a library: with a version and without. */
  private static List<String> relatives(String library) {
    String stem = library.replaceFirst("\\.so(\\.[0-9.]+)?$", ".so");
    List<String> names = new ArrayList<>(List.of(stem, stem + ".1", stem + ".2"));
    names.remove(library);
    return names;
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
    for (String library : libraries) {
      check(library, readings, missing, faults);
    }
    if (unit.isEmpty()) {
      return new LdPreloadState(
          persistent,
          Optional.empty(),
          Optional.empty(),
          running(readings, ""),
          new LdPreloadState.Around(
              content, UnitState.Around.NONE, Optional.empty(), missing, faults, List.of()));
    }
    UnitState state = UnitState.read(drop(), readings);
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

  private void check(String library, Readings readings, List<String> missing, List<String> faults)
      throws ProbeFailed {
    Optional<Readings.Attributes> attributes =
        readings.followedAttributes(library).known("the attributes of " + library);
    if (attributes.isEmpty()) {
      List<String> there = new ArrayList<>();
      for (String other : relatives(library)) {
        readings.attributes(other).known(other).ifPresent(found -> there.add(other));
      }
      missing.add(
          "there is no " + library + (there.isEmpty() ? "" : "; " + there.get(0) + " is there"));
      return;
    }
    String end = readings.link(library).known(library).orElse(library);
    if (mapped().stream().noneMatch(end::contains)) {
      faults.add(library + " leads to " + end + ": give that path");
    }
    Optional<Readings.Output> own = dump(OWN, readings);
    Optional<Readings.Output> dump = dump(library, readings);
    try {
      if (own.isEmpty() || dump.isEmpty()) {
        throw new ProbeFailed("od is not installed, and nothing else tells what a library is for");
      }
      ElfHeader host = ElfHeader.of(own.get().stdout());
      ElfHeader header = ElfHeader.of(dump.get().stdout());
      if (!header.isShared()) {
        faults.add(library + " is no shared library");
      } else if (!header.fits(host)) {
        faults.add(
            library
                + " is made for "
                + header.architecture()
                + ", and the programs of this host are for "
                + host.architecture());
      }
    } catch (Refusal refusal) {
      faults.add(library + " " + refusal.getMessage());
    }
  }

  /** Whether each library is in the processes that run; empty where none does. */
  private Map<String, String> running(Readings readings, String main) throws ProbeFailed {
    if (selector().isEmpty()) {
      return Map.of();
    }
    List<Readings.Found> found = readings.lines(selector().get(), "maps", mapped());
    List<Readings.Found> meant =
        found.stream().filter(process -> main.equals(Integer.toString(process.pid()))).toList();
    Map<String, String> running = new TreeMap<>();
    for (Readings.Found process : meant.isEmpty() ? found : meant) {
      Optional<Content> maps =
          process.files().get("maps").known("/proc/" + process.pid() + "/maps");
      if (maps.isEmpty()) {
        continue;
      }
      for (String library : libraries) {
        String path = readings.link(library).known(library).orElse(library);
        boolean mapped = Preload.isMapped(Readings.decode(maps.get()), path);
        running.merge(
            library,
            mapped ? LdPreloadState.MAPPED : LdPreloadState.NOT_MAPPED,
            (one, other) -> one.equals(other) ? one : LdPreloadState.NOT_MAPPED);
      }
    }
    return running;
  }
}
