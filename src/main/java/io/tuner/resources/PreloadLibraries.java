package io.tuner.resources;

import io.tuner.format.ElfHeader;
import io.tuner.format.Refusal;
import io.tuner.resource.Probe;
import io.tuner.resource.ProbeFailed;
import io.tuner.resource.Read;
import io.tuner.resource.Readings;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The libraries of a task: whether they are there, and made for this machine.
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

  /** Says which are not there, and why others cannot be loaded. */
  void check(Readings readings, List<String> missing, List<String> faults) throws ProbeFailed {
    for (String library : libraries) {
      check(library, readings, missing, faults);
    }
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
    if (MappedLibraries.words(libraries).stream().noneMatch(end::contains)) {
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
}
