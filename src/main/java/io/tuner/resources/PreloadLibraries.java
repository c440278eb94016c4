package io.tuner.resources;

import io.tuner.format.ElfHeader;
import io.tuner.format.Preload;
import io.tuner.format.Refusal;
import io.tuner.resource.Content;
import io.tuner.resource.Probe;
import io.tuner.resource.ProbeFailed;
import io.tuner.resource.Read;
import io.tuner.resource.Readings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The libraries of a task: whether they are there, made for this machine, and mapped.
 *
 * @param libraries by their paths
 */
record PreloadLibraries(List<String> libraries) {

  /** A program that is certainly made for this host: the one that reads it. */
  private static final String OWN = "/proc/self/exe";

  /** Asks whether they are there, and what for. */
  Probe probe() {
    Probe probe = dump(OWN);
    for (String library : libraries) {
      probe = probe.and(dump(library)).followedAttributes(library).link(library);
      for (String other : relatives(library)) {
        probe = probe.attributes(other);
      }
    }
    return probe;
  }

  /** Asks which libraries these processes have mapped. */
  Probe mapped(Read.Selector processes) {
    return Probe.NOTHING.lines(processes, "maps", words());
  }

  /** Says which are not there, and why others cannot be loaded. */
  void check(Readings readings, List<String> missing, List<String> faults) throws ProbeFailed {
    for (String library : libraries) {
      check(library, readings, missing, faults);
    }
  }

  /**
   * What the lines of a library have: a database's maps are many MiB, of memory and of its files,
   * and the host looks for those lines alone.
   */
  private List<String> words() {
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
    if (words().stream().noneMatch(end::contains)) {
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

  /**
   * Whether each library is in the processes that run; empty where none does.
   *
   * @param main number of the one that is meant where it is among them
   */
  Map<String, String> running(Readings readings, Read.Selector processes, String main)
      throws ProbeFailed {
    List<Readings.Found> found = readings.lines(processes, "maps", words());
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
