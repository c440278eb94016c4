package io.tuner.resources;

import io.tuner.format.Preload;
import io.tuner.resource.Content;
import io.tuner.resource.Probe;
import io.tuner.resource.ProbeFailed;
import io.tuner.resource.Read;
import io.tuner.resource.Readings;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Whether processes have libraries in their maps (proc(5), /proc/PID/maps).
 *
 * @param libraries by their paths
 * @param processes whose maps
 */
record MappedLibraries(List<String> libraries, Read.Selector processes) {

  /** Asks which libraries these processes have mapped. */
  Probe probe() {
    return Probe.NOTHING.lines(processes, "maps", words(libraries));
  }

  /**
   * What the lines of a library have: a database's maps are many MiB, of memory and of its files,
   * and the host looks for those lines alone.
   */
  static List<String> words(List<String> libraries) {
    Set<String> words = new TreeSet<>(List.of(".so"));
    libraries.forEach(library -> words.add(library.substring(library.lastIndexOf('/') + 1)));
    return List.copyOf(words);
  }

  /**
   * Whether each library is in the processes that run; empty where none does.
   *
   * @param main number of the one that is meant where it is among them
   */
  Map<String, String> running(Readings readings, String main) throws ProbeFailed {
    List<Readings.Found> found = readings.lines(processes, "maps", words(libraries));
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
